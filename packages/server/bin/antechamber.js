#!/usr/bin/env node
import module from "node:module";

// Old Node versions cannot run the program itself, so the version is looked at before anything is loaded.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `antechamber needs Node 24 or newer, and this is ${process.versions.node}. Try: npx -p node@26 antechamber`,
  );
  process.exit(1);
}
// What was compiled at an earlier start is not compiled again.
module.enableCompileCache();
await import("../src/main.ts");
