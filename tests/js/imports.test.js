import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import ts from "typescript";

const ROOT = new URL("../../static/js/", import.meta.url);

/**
 * For each of the site's modules, by path, the paths of the modules that it imports or takes types
 * from.
 */
const importsOf = Object.fromEntries(
  readdirSync(ROOT, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".js") && !path.startsWith("vendor/"))
    .map((path) => [path, importedBy(path, readFileSync(new URL(path, ROOT), "utf-8"))]),
);

function importedBy(path, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const types = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, name]) => name);
  const own = [...importedFiles.map(({ fileName }) => fileName), ...types].filter((name) => name.startsWith("."));
  return own.map((name) => normalize(join(dirname(path), name)).replaceAll("\\", "/"));
}

/** The folder of a module: `core`, `ui`; for boards `boards/shared`, `boards/territory`. */
function folderOf(path) {
  return path.split("/").slice(0, path.startsWith("boards/") ? 2 : 1).join("/");
}

/** For each folder the other folders that it imports from. */
function foldersOf(modules) {
  const folders = {};
  for (const [path, imported] of Object.entries(modules)) {
    const own = folderOf(path);
    folders[own] ??= new Set();
    for (const folder of imported.map(folderOf)) if (folder !== own) folders[own].add(folder);
  }
  return folders;
}

/** A cycle in the graph, such as `ui → boards → ui`; null if there is none. */
function circleIn(graph) {
  const done = new Set();
  const visit = (node, way) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(" → ");
    if (done.has(node)) return null;
    for (const next of graph[node] ?? []) {
      const found = visit(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  return Object.keys(graph).map((node) => visit(node, [])).find(Boolean) ?? null;
}

test("folders import each other in one direction", () => {
  assert.equal(circleIn(foldersOf(importsOf)), null);
});

test("modules import each other in one direction", () => {
  assert.equal(circleIn(importsOf), null);
});

test("boards import only the core and the elements of a page, and no other game", () => {
  const folders = foldersOf(importsOf);
  const boards = Object.keys(folders).filter((folder) => folder.startsWith("boards/"));
  assert.ok(boards.includes("boards/shared") && boards.length > 1);
  for (const board of boards) {
    const others = [...folders[board]].filter((folder) => !["boards/shared", "core", "dom", "vendor"].includes(folder));
    assert.deepEqual(others, [], board);
  }
});

test("a circle is found, however long it is", () => {
  const modules = { "ui/page.js": ["boards/shared/grid.js"], "boards/shared/grid.js": ["dom/keyed.js"], "dom/keyed.js": ["ui/names.js"] };
  assert.equal(circleIn(modules), null);
  assert.equal(circleIn(foldersOf(modules)), "ui → boards/shared → dom → ui");
});
