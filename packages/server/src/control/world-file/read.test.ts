import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseWorldText, readWorldFile, WorldFileError } from "./read.ts";

test("JSON text means the same as it does elsewhere", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
      // Whole numbers that a double cannot hold are kept whole here, which JSON.parse does not do.
      const isPlain = !text.includes("__proto__") && !/-0(?![.\d])|\d{16}/.test(text);
      fc.pre(isPlain);
      expect(await parseWorldText(text, "w.json")).toEqual(JSON.parse(text) ?? {});
    }),
  );
});

test("YAML and JSON of one world are one value", async () => {
  const yaml = `
users:
  - { id: "100000000000000001", username: alice }
  - id: 100000000000000002   # ids need no quotes
    username: bob
clock: { now: 2026-11-21T00:00:00Z, frozen: true }
`;
  expect(await parseWorldText(yaml, "w.yaml")).toEqual({
    users: [
      { id: "100000000000000001", username: "alice" },
      { id: 100000000000000002n, username: "bob" },
    ],
    clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  });
});

test("tabs, comments and an empty file are no faults", async () => {
  expect(
    await parseWorldText('{\n\t"users": [\n\t\t{"username":\t"alice"}\n\t]\n}\n', "w.json"),
  ).toEqual({
    users: [{ username: "alice" }],
  });
  expect(await parseWorldText("# nothing yet\n", "w.yaml")).toEqual({});
});

test("what anchors name may stand in several places", async () => {
  expect(await parseWorldText("a: &x { n: 1 }\nb: [*x, *x]", "w.yaml")).toEqual({
    a: { n: 1 },
    b: [{ n: 1 }, { n: 1 }],
  });
});

test.each([
  ['{ "users": [ { "username": "alice" ] }', /^cannot read the world file w: line 1, column \d+: /],
  ["users:\n  - a: b: c", /line 2, column 8: Nested mappings/],
  ["users: []\nusers: []", /line 2, column 1: Map keys must be unique$/],
  ["users:\n\t- a: 1", /line 2, column 1: Tabs are not allowed as indentation$/],
  ["a: 1\n---\nb: 2", /line 2, column 1: Source contains multiple documents/],
  ["a: *nobody", /Unresolved alias/],
  ["a: !thing 1", /line 1, column 4: Unresolved tag: !thing$/],
  ["a: &a [*a]", /an alias stands inside of what it stands for$/],
  ["[".repeat(100_000), /w: /],
])("%# a fault is said in one line", async (text, message) => {
  const line = await refusal(text);
  expect(line).toMatch(message);
  expect(line).not.toContain("\n");
});

/** What is said of a text that is no world file. */
async function refusal(text: string): Promise<string | undefined> {
  try {
    await parseWorldText(text, "w");
    return undefined;
  } catch (error) {
    if (error instanceof WorldFileError) return error.message;
    throw error;
  }
}

test("aliases of aliases do not grow without bounds", async () => {
  const rows = Array.from(
    { length: 12 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(", ")}]`,
  );
  await expect(parseWorldText(`a0: &a0 x\n${rows.join("\n")}`, "w")).rejects.toThrow(/alias/);
});

test("a file that cannot be read is named with the reason", async () => {
  const directory = mkdtempSync(join(tmpdir(), "world-"));
  try {
    const file = join(directory, "world.yaml");
    await expect(readWorldFile(file)).rejects.toThrow(
      `cannot read the world file ${file}: there is no such file`,
    );
    await expect(readWorldFile(directory)).rejects.toThrow("it is a directory");
    writeFileSync(file, "limits: off");
    await expect(readWorldFile(file)).resolves.toEqual({ limits: "off" });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
