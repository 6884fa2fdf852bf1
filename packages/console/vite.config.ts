// Builds the console into `dist`: hashed files beside one page.
import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { defineConfig, type Rolldown } from "vite";
import { Modules } from "../../scripts/packing/modules.ts";

const MAIN = join(import.meta.dirname, "src/main.tsx");

export default defineConfig({
  base: "/console/",
  plugins: [react()],
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The policy of the page allows no text that becomes code or pictures.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [files()] } } },
  },
  worker: { format: "es" },
});

/**
 * What is there before any page is one file, and what several pages share another. By itself the
 * bundler gives each set of pages a file of its own: a browser would ask for twenty before it shows
 * anything, and for eight more with the first page.
 */
function files(): Rolldown.CodeSplittingGroup {
  let parts: ReadonlyMap<string, string> | undefined;
  return {
    name(id, graph) {
      parts ??= partsOf(new Modules(graph));
      return parts.get(id) ?? null;
    },
    debugName: "files",
  };
}

/** The file of each module that has none of its own. */
function partsOf(modules: Modules): ReadonlyMap<string, string> {
  const ofFrame = modules.with([MAIN]);
  const parts = new Map<string, string>();
  const once = new Set(ofFrame);
  for (const page of modules.later(modules.ever([MAIN]))) {
    for (const id of modules.with([page])) {
      if (once.has(id)) parts.set(id, "shared");
      once.add(id);
    }
  }
  for (const id of ofFrame) parts.set(id, "frame");
  return parts;
}
