// The scripts of the guides are run as they stand, against the real program.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startProgram } from "../../packages/server/src/testing/start-program.ts";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);

/** The first block of a guide that is marked with a language. */
function blockOf(path: string, language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(textOf(path))?.[1];
  if (block === undefined) throw new Error(`${path} has no block of ${language}`);
  return block;
}

test.each([
  "docs/guides/fault-injection.md",
  "docs/guides/see-what-happened.md",
  "docs/guides/sign-in.md",
  "docs/guides/snapshots.md",
])("%s prints what it says", async (guide) => {
  const program = await startProgram(["start", "--port", "0", "--store", "sqlite::memory:"]);
  try {
    const script = ["--input-type=module", "--eval", blockOf(guide, "js")];
    const env = { ...process.env, ANTECHAMBER: program.url };
    const { stdout } = await run(process.execPath, script, { env });
    expect(stdout).toBe(blockOf(guide, "text"));
  } finally {
    await program.stop();
  }
});
