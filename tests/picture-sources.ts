// What the pictures in the README show, and whether the console still looks so: each is kept with a hash
// of the sources that its page is drawn by.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const project = join(root, "packages/console");
export const pictureFolder = join(root, "docs/pictures");
export const pictureRecord = join(pictureFolder, "sources.json");

/** The page that each picture shows. */
const pages = {
  stage: "src/pages/stage.tsx",
  trace: "src/pages/trace.tsx",
  permissions: "src/pages/permissions.tsx",
} as const;

export type PictureName = keyof typeof pages;

export const pictureNames = Object.keys(pages) as readonly PictureName[];

/** Files that a file loads when it is loaded; a page that is loaded later is none of them. */
function loadedBy(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const found = text.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"?]+)[^"]*";/gm);
  return [...found].map(([, name = ""]) => join(dirname(path), name));
}

/** The hash of everything of the console's own that a page is drawn by. */
export function hashOf(name: PictureName): string {
  const found = new Set(
    ["index.html", "src/main.tsx", pages[name]].map((each) => join(project, each)),
  );
  // What is found is looked through in turn.
  for (const path of found) for (const each of loadedBy(path)) found.add(each);
  const hash = createHash("sha256");
  for (const path of [...found].toSorted()) {
    hash.update(`${relative(project, path)}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** The hashes with which the pictures were made, by name. */
export function recorded(): Readonly<Record<string, string>> {
  if (!existsSync(pictureRecord)) return {};
  return JSON.parse(readFileSync(pictureRecord, "utf8")) as Readonly<Record<string, string>>;
}
