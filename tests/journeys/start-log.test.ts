// The program's output with `--log json`, for machines.
import { expect, test } from "vitest";
import { demo } from "../../packages/server/src/control/world-file/demo-world.ts";
import { startProgram } from "../../packages/server/src/testing/processes/start-program.ts";

interface Line {
  readonly msg: string;
  readonly path?: string;
}

const parsed = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

test("every line of a start except the last one is JSON, and so is the line of each call", async () => {
  const flags = ["--port", "0", "--store", "sqlite::memory:", "--log", "json"];
  const program = await startProgram(["start", ...flags]);
  try {
    const lines = program.output().trim().split("\n");
    expect(lines.at(-1)).toBe(`antechamber ready ${program.url}`);
    const entries = parsed(lines.slice(0, -1).join("\n"));
    expect(entries[0]).toMatchObject({ msg: "The demo world", bot_token: demo.botToken });
    expect(entries.at(-1)?.msg).toMatch(/^development mode, /);
    await (await fetch(`${program.url}/api/v10/users/@me`)).text();
    await expect.poll(() => program.errors()).not.toBe("");
    expect(parsed(program.errors())).toMatchObject([{ path: "/api/v10/users/@me", status: 401 }]);
  } finally {
    await program.stop();
  }
});

test.each([
  { own: undefined, controlKey: "antechamber" },
  { own: "a-key-of-my-own", controlKey: "the one you set" },
])(
  "the start shows the control key only if it is the default one ($controlKey)",
  async ({ own, controlKey }) => {
    const flags = ["--port", "0", "--store", "sqlite::memory:", "--log", "json"];
    const key = own === undefined ? [] : ["--control-key", own];
    const program = await startProgram(["start", ...flags, ...key]);
    try {
      const [world] = program.output().split("\n");
      expect(JSON.parse(world ?? "")).toMatchObject({ control_key: controlKey });
      expect(program.output() + program.errors()).not.toContain("a-key-of-my-own");
    } finally {
      await program.stop();
    }
  },
);

test("the pretty log prints one readable line per call", async () => {
  const flags = ["--port", "0", "--store", "sqlite::memory:", "--log", "pretty"];
  const program = await startProgram(["start", ...flags]);
  try {
    expect(program.output()).toContain(`  bot token    ${demo.botToken}\n`);
    await (await fetch(`${program.url}/api/v10/users/@me`)).text();
    await expect.poll(() => program.errors()).toContain("GET /api/v10/users/@me 401");
    expect(program.errors().trim().split("\n")).toHaveLength(1);
  } finally {
    await program.stop();
  }
});
