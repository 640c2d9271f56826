// Copies the pinned ES modules out of node_modules into static/vendor/ (not committed), where pages import them from.
// Bare specifiers become relative ones, so that a vendored file needs no import map; types come from the packages.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = {
  preact: ["preact.js", "preact/dist/preact.mjs"],
  "preact/hooks": ["preact-hooks.js", "preact/hooks/dist/hooks.mjs"],
  htm: ["htm.js", "htm/dist/htm.mjs"],
  "@preact/signals-core": ["signals-core.js", "@preact/signals-core/dist/signals-core.mjs"],
  "@preact/signals": ["signals.js", "@preact/signals/dist/signals.mjs"],
  "lean-qr": ["lean-qr.js", "lean-qr/index.mjs"],
};

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const from = join(root, "node_modules");
const to = join(root, "static", "vendor");

/** @param {string} name @param {string} source */
function localise(name, source) {
  const local = source.replace(/(\bfrom\s*|\bimport\s*)(["'])([^"'.][^"']*)\2/g, (_, keyword, quote, specifier) => {
    if (!(specifier in modules)) throw new Error(`${name} imports ${specifier}, which is not vendored`);
    return `${keyword}${quote}./${modules[specifier][0]}${quote}`;
  });
  return local.replace(/^\/\/# sourceMappingURL=.*$/gm, "");
}

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const licences = [];
for (const [name, [target, path]] of Object.entries(modules)) {
  const source = readFileSync(join(from, path), "utf8");
  writeFileSync(join(to, target), localise(name, source));
  const types = /\bexport\s+default\b|\bas default\b/.test(source)
    ? `export { default } from "${name}";`
    : `export * from "${name}";`;
  writeFileSync(join(to, target.replace(/\.js$/, ".d.ts")), `${types}\n`);
  const licence = join(from, name.replace("/hooks", ""), "LICENSE");
  if (name !== "preact/hooks" && existsSync(licence)) licences.push(`${name}\n\n${readFileSync(licence, "utf8")}`);
}
writeFileSync(join(to, "LICENSES.txt"), licences.join("\n\n"));
