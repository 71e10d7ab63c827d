import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf-8");

/** The package's own file, by library. */
const LIBRARIES = { idiomorph: "dist/idiomorph.min.js", polylabel: "polylabel.js", tinyqueue: "index.js" };
/** The line that turns the file into a module, by library. */
const EXPORTS = { idiomorph: "\nexport { Idiomorph };\n" };

for (const [name, file] of Object.entries(LIBRARIES)) {
  test(`${name} is the package's own, but for the names of what it imports and exports`, () => {
    const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`));
    const [head, ...lines] = read(`static/js/vendor/${name}/${name}.js`).split("\n");
    const named = lines.join("\n").replace(/from "\.\.\/\w+\/(\w+)\.js";/g, "from '$1';");
    assert.equal(named, read(`node_modules/${name}/${file}`) + (EXPORTS[name] ?? ""));
    assert.ok(head.startsWith(`// ${name} ${version}, https://`) && head.includes(`${license} licence`), head);
    assert.equal(read(`static/js/vendor/${name}/LICENSE.txt`), read(`node_modules/${name}/LICENSE`));
  });
}
