// A form drawn from option data: presets first, what few people change folded, one sentence of effect for each option,
// and marks at what is not as the chosen preset has it.

import { has, t } from "#app/lib/i18n.js";
import { changed, clamp, complete, highOf, nearest, offered, represet, stepOf, valuesOf } from "#app/lib/options.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").OptionSet} OptionSet
 * @typedef {import("#app/types/app.d.ts").OptionItem} OptionItem
 * @typedef {import("#app/types/app.d.ts").Options} Options
 * @typedef {import("#app/types/app.d.ts").Value} Value
 * @typedef {{set: OptionSet, item: OptionItem, values: Options, base: string, usual: Value | undefined, choose: (value: Value) => void}} FieldProps
 * `values`: of all items; `usual`: what the preset `base` has, if it is something else
 */

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

/** So many numbers can be chosen from like words. */
const FEW = 5;

/** @param {FieldProps} props */
function Choices({ set, item, values, choose }) {
  return html`<div class="choices">${valuesOf(item, values).map(
    (v) => html`<label key=${v} class="choice">
      <input type="radio" name=${`${set.owner}.${item.key}`} checked=${v === values[item.key]} onChange=${() => choose(v)} />
      <span>${valueText(set.owner, item.key, v)}</span>
    </label>`,
  )}</div>`;
}

/** A number with a smaller and a greater one beside it. @param {FieldProps} props */
function Stepper({ set, item, values, choose }) {
  const label = t(`option.${set.owner}.${item.key}`);
  const now = Number(values[item.key]);
  const high = highOf(item, values);
  const put = (/** @type {number} */ n) => choose(clamp(item, n, values));
  const step = stepOf(item);
  return html`<div class="stepper">
    <button type="button" class="button" aria-label=${t("option.less", { label })} aria-disabled=${now <= (item.low ?? 0)} onClick=${() => put(now - step)}><${Icon} name="minus" /></button>
    <input type="number" class="number" name=${`${set.owner}.${item.key}`} min=${item.low} max=${high} value=${now} aria-label=${label}
      onChange=${(/** @type {Event} */ e) => put(Number(/** @type {HTMLInputElement} */ (e.target).value))} />
    <button type="button" class="button" aria-label=${t("option.more", { label })} aria-disabled=${now >= high} onClick=${() => put(now + step)}><${Icon} name="plus" /></button>
    <span class="quiet" aria-hidden="true">${valueText(set.owner, item.key, now)}</span>
  </div>`;
}

/** What it would be. @param {string} owner @param {string} base @param {string} value */
const usualText = (owner, base, value) =>
  base ? t("option.was", { preset: t(`preset.${owner}.${base}`), value }) : t("option.usual", { value });

/** @param {FieldProps} props */
function Field(props) {
  const { set, item, values, base, usual } = props;
  const name = `option.${set.owner}.${item.key}`;
  const help = has(`${name}.help`);
  const few = item.type === "choice" || valuesOf(item, values).length <= FEW;
  return html`<div class=${cls("field", usual !== undefined && "field-differs")} role=${few ? "radiogroup" : "group"} aria-labelledby=${name} aria-describedby=${help ? `${name}.help` : undefined}>
    <div class="field-text">
      <p class="field-name" id=${name}>${t(name)}</p>
      ${help && html`<p class="help" id=${`${name}.help`}>${t(`${name}.help`)}</p>`}
    </div>
    <div class="field-value">
      <${few ? Choices : Stepper} ...${props} />
      ${usual !== undefined && html`<p class="differs">${usualText(set.owner, base, valueText(set.owner, item.key, usual))}</p>`}
    </div>
  </div>`;
}

/** @param {{set: OptionSet, base: string, whole: boolean, pick: (name: string) => void}} props `whole`: everything is as `base` has it */
function Presets({ set, base, whole, pick }) {
  const names = Object.keys(set.presets ?? {});
  if (!names.length) return null;
  return html`<div class="presets" role="group" aria-label=${t("option.presets")}>
    ${names.map((name) => {
      const word = t(`preset.${set.owner}.${name}`);
      const touched = name === base && !whole;
      return html`<button key=${name} type="button" class="preset" aria-pressed=${touched ? "mixed" : String(name === base)} onClick=${() => pick(name)}>
        <strong>${touched ? t("option.changed_from", { preset: word }) : word}</strong>
        ${has(`preset.${set.owner}.${name}.help`) && html`<span>${t(`preset.${set.owner}.${name}.help`)}</span>`}
      </button>`;
    })}
  </div>`;
}

/** @param {{set: OptionSet, values: Options, change: (values: Options) => void}} props */
export function OptionForm({ set, values, change }) {
  const [base, setBase] = useState(() => nearest(set, values));
  const preset = set.presets?.[base] ?? {};
  const usual = complete(set, preset);
  const differing = new Set(changed(set, values, preset).map((item) => item.key));
  const pick = (/** @type {string} */ name) => {
    setBase(name);
    change(represet(set, values, base, name));
  };
  const field = (
    /** @type {OptionItem} */ item,
  ) => html`<${Field} key=${item.key} set=${set} item=${item} values=${values} base=${base}
    usual=${differing.has(item.key) ? usual[item.key] : undefined} choose=${(/** @type {Value} */ v) => change(complete(set, { ...values, [item.key]: v }))} />`;
  const items = offered(set, values);
  const advanced = items.filter((item) => item.advanced);
  const touched = advanced.some((item) => differing.has(item.key));
  return html`<div class="options">
    <${Presets} set=${set} base=${base} whole=${!differing.size} pick=${pick} />
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
