#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

// Old Node versions cannot run the program itself, so the version is looked at before anything is loaded.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `antechamber needs Node 24 or newer, and this is ${process.versions.node}. Try: npx -p node@26 antechamber`,
  );
  process.exit(1);
}
// V8 guesses from one collection which objects live long, and makes those old from then on. What is made
// for each call does not, and all that a dead old object refers to stays until the next full collection
// (docs/decisions, "No guess which objects live long"). It comes first, since code that was compiled
// under other flags is compiled again.
v8.setFlagsFromString("--no-allocation-site-pretenuring");
// What was compiled at an earlier start is not compiled again.
module.enableCompileCache();
await import("../src/main.ts");
