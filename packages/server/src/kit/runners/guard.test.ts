// Each program runs in a process of its own, since the guard changes the process that it is in.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "antechamber-guard-"));
const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program with the guard. @returns its output */
async function printed(name: string, lines: readonly string[]): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, [`import ${module("guard.ts")};`, ...lines].join("\n"));
  const { stdout } = await run(process.execPath, [file]);
  return stdout.trim();
}

test.each([
  ["fetch", ['await fetch("https://discord.com/api").catch((e) => console.log(e.cause.message));']],
  [
    "https",
    [
      'import https from "node:https";',
      'https.get("https://gateway.discord.gg/").on("error", (e) => console.log(e.message));',
    ],
  ],
  [
    "tcp",
    [
      'import { connect } from "node:net";',
      'connect(443, "cdn.discordapp.com").on("error", (e) => console.log(e.message));',
    ],
  ],
])("%s to the real platform is blocked, and the calling line is reported", async (name, lines) => {
  const output = await printed(`${name}.mjs`, lines);
  expect(output).toMatch(
    new RegExp(
      `^prevented: this test would have reached \\S+, requested by .*${name}\\.mjs:${lines.length + 1}$`,
    ),
  );
});

test("a call from an anonymous function is reported with its line", async () => {
  const lines = [
    "const [ask] = [() => fetch('https://discord.com/api')];",
    "await ask().catch((error) => console.log(error.cause.message));",
  ];
  expect(await printed("nameless.mjs", lines)).toMatch(/requested by \S*nameless\.mjs:2$/);
});

test("calls to other hosts are allowed", async () => {
  const lines = [
    'import { createServer } from "node:http";',
    'const server = createServer((_, answer) => answer.end("hello")).listen(0, "127.0.0.1", async () => {',
    "  console.log(await (await fetch(`http://127.0.0.1:${server.address().port}`)).text());",
    "  server.close();",
    "});",
  ];
  expect(await printed("other.mjs", lines)).toBe("hello");
});

test("a test fails on a blocked call even if its error was caught", async () => {
  const lines = [
    `import { openTestWorld, startAntechamber } from ${module("../kit.ts")};`,
    "const server = await startAntechamber({ inProcess: true });",
    'const opened = await openTestWorld("guarded", { server });',
    'await fetch("https://discord.com/api").catch(() => undefined);',
    "await opened.finish().catch((e) => console.log(e.message));",
    "await server.stop();",
    "process.exit(0);",
  ];
  const output = await printed("silent.mjs", lines);
  expect(output).toMatch(
    /the real platform was called: discord\.com, requested by .*silent\.mjs:5$/m,
  );
});
