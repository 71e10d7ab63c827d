/**
 * `node deploy/bundle.js SOURCE TARGET`: the folder of static files as the image has it, with few and short modules.
 *
 * What pages name keeps its name: js/pages/*.js, js/admin/*.js and each game's js/boards/NAME/index.js. What two of
 * them import is in js/shared.js, so that every module still exists once on a page. All other files are copied.
 * docs/decisions/0006-how-files-reach-the-browser.md
 */

import { cpSync, existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { rolldown } from "rolldown";

const NAMED_BY_PAGES = /^(pages|admin)\/[^/]+\.js$|^boards\/[^/]+\/index\.js$/;

const [source, target] = process.argv.slice(2).map((path) => resolve(path));
if (!source || !target || existsSync(target)) {
  console.error("node deploy/bundle.js SOURCE TARGET: TARGET must not be there yet.");
  process.exit(2);
}

const modules = join(source, "js");
const vendored = join(modules, "vendor") + sep;
const found = readdirSync(modules, { recursive: true }).map((path) => String(path).replaceAll(sep, "/"));
const named = found.filter((path) => NAMED_BY_PAGES.test(path));

const bundle = await rolldown({ input: Object.fromEntries(named.map((path) => [path, join(modules, path)])) });
const { output } = await bundle.write({
  dir: join(target, "js"),
  entryFileNames: "[name]",
  chunkFileNames: "[name].js",
  codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
  minify: true,
  postBanner: ({ moduleIds }) => {
    const libraries = moduleIds.filter((id) => id.startsWith(vendored)).map((id) => relative(vendored, id).split(sep)[0]);
    return libraries.length ? `/*! With ${libraries.join(" and ")}: js/vendor/NAME/LICENSE.txt */` : "";
  },
});

const bundled = new Set(output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])));
cpSync(source, target, { recursive: true, filter: (path) => !bundled.has(path) && !path.endsWith(".d.ts") });
