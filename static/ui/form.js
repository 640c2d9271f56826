// A form drawn from option data: presets first, what few people change folded, one sentence of effect for each option.

import { has, t } from "#app/lib/i18n.js";
import { changed, complete, offered, presetOf, valuesOf } from "#app/lib/options.js";
import { cls, html } from "#app/ui/html.js";

/**
 * @typedef {import("#app/types/app.d.ts").OptionSet} OptionSet
 * @typedef {import("#app/types/app.d.ts").OptionItem} OptionItem
 * @typedef {import("#app/types/app.d.ts").Options} Options
 * @typedef {import("#app/types/app.d.ts").Value} Value
 */

const FEW = 5;

/** The word for a value. @param {string} owner @param {string} key @param {Value} value */
export function valueText(owner, key, value) {
  const named = `option.${owner}.${key}.${value}`;
  if (has(named)) return t(named);
  const counted = `option.${owner}.${key}.n`;
  return typeof value === "number" && has(counted) ? t(counted, { n: value }) : t("option.value", { value });
}

/**
 * What is special about a table, in a few words each: the options that are not at their defaults.
 * @param {OptionSet} set @param {Options} values
 */
export function optionWords(set, values) {
  return changed(set, values).map(({ key }) =>
    t("option.pair", { label: t(`option.${set.owner}.${key}`), value: valueText(set.owner, key, values[key] ?? "") }),
  );
}

/** @param {{set: OptionSet, item: OptionItem, value: Value, differs: boolean, choose: (value: Value) => void}} props */
function Field({ set, item, value, differs, choose }) {
  const name = `${set.owner}.${item.key}`;
  const values = valuesOf(item);
  const help = `option.${name}.help`;
  return html`<fieldset class=${cls("field", differs && "field-differs")}>
    <legend>${t(`option.${name}`)}${differs && html` <span class="differs">${t("option.differs")}</span>`}</legend>
    ${
      values.length <= FEW
        ? html`<div class="choices">${values.map(
            (v) => html`<label key=${v} class="choice">
              <input type="radio" name=${name} checked=${v === value} onChange=${() => choose(v)} />
              <span>${valueText(set.owner, item.key, v)}</span>
            </label>`,
          )}</div>`
        : html`<input type="number" class="number" name=${name} min=${item.low} max=${item.high} value=${value} aria-label=${t(`option.${name}`)}
            onChange=${(/** @type {Event} */ e) => choose(clamp(item, Number(/** @type {HTMLInputElement} */ (e.target).value)))} />`
    }
    ${has(help) && html`<p class="help">${t(help)}</p>`}
  </fieldset>`;
}

/** @param {OptionItem} item @param {number} n */
const clamp = (item, n) => Math.max(item.low ?? 0, Math.min(item.high ?? n, Math.round(n) || 0));

/** @param {{set: OptionSet, values: Options, change: (values: Options) => void}} props */
function Presets({ set, values, change }) {
  const names = Object.keys(set.presets ?? {});
  if (!names.length) return null;
  const now = presetOf(set, values);
  return html`<div class="presets" role="group" aria-label=${t("option.presets")}>
    ${names.map(
      (
        name,
      ) => html`<button key=${name} type="button" class="preset" aria-pressed=${now === name} onClick=${() => change(complete(set, set.presets?.[name] ?? {}))}>
        <strong>${t(`preset.${set.owner}.${name}`)}</strong>
        ${has(`preset.${set.owner}.${name}.help`) && html`<span>${t(`preset.${set.owner}.${name}.help`)}</span>`}
      </button>`,
    )}
  </div>`;
}

/** @param {{set: OptionSet, values: Options, change: (values: Options) => void}} props */
export function OptionForm({ set, values, change }) {
  const differing = new Set(changed(set, values).map((item) => item.key));
  const field = (
    /** @type {OptionItem} */ item,
  ) => html`<${Field} key=${item.key} set=${set} item=${item} value=${values[item.key]}
    differs=${differing.has(item.key)} choose=${(/** @type {Value} */ v) => change(complete(set, { ...values, [item.key]: v }))} />`;
  const items = offered(set, values);
  const advanced = items.filter((item) => item.advanced);
  const touched = advanced.some((item) => differing.has(item.key));
  return html`<div class="options">
    <${Presets} set=${set} values=${values} change=${change} />
    ${items.filter((item) => !item.advanced).map(field)}
    ${
      advanced.length > 0 &&
      html`<details class="advanced" open=${touched || undefined}>
        <summary>${t("option.advanced")}</summary>
        ${advanced.map(field)}
      </details>`
    }
  </div>`;
}
