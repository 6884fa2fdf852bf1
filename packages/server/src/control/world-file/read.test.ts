import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultLines } from "./faults.ts";
import { loadWorld } from "./load.ts";
import { parseWorldText, readWorldFile, WorldFileError } from "./read.ts";
import { LOADED_AT } from "../../testing/worlds/loaded-worlds.ts";
import { seededRandom } from "../../testing/seeded-random.ts";

/** The parsed value of a text. */
async function valueIn(text: string): Promise<unknown> {
  return (await parseWorldText(text, "w")).value;
}

test("JSON is read with its usual meaning", async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
      // The parser keeps integers exact that a double cannot hold; JSON.parse does not.
      const isPlain = !text.includes("__proto__") && !/-0(?![.\d])|\d{16}/.test(text);
      fc.pre(isPlain);
      expect(await valueIn(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("YAML and JSON of one world are read as one value", async () => {
  const yaml = `
users:
  - { id: "100000000000000001", username: alice }
  - id: 100000000000000002   # ids need no quotes
    username: bob
clock: { now: 2026-11-21T00:00:00Z, frozen: true }
`;
  expect(await valueIn(yaml)).toEqual({
    users: [
      { id: "100000000000000001", username: "alice" },
      { id: 100000000000000002n, username: "bob" },
    ],
    clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  });
});

test("tabs, comments and an empty file are valid", async () => {
  expect(await valueIn('{\n\t"users": [\n\t\t{"username":\t"alice"}\n\t]\n}\n')).toEqual({
    users: [{ username: "alice" }],
  });
  expect(await valueIn("# nothing yet\n")).toEqual({});
  expect(await valueIn("null\n")).toBeNull();
});

test("anchors may be used in several places", async () => {
  expect(await valueIn("a: &x { n: 1 }\nb: [*x, *x]")).toEqual({
    a: { n: 1 },
    b: [{ n: 1 }, { n: 1 }],
  });
});

test.each([
  ['{ "users": [ { "username": "alice" ] }', /^w:1:\d+ /],
  ["users:\n  - a: b: c", /^w:2:8 Nested mappings/],
  ["users: []\nusers: []", /^w:2:1 Map keys must be unique$/],
  ["users:\n\t- a: 1", /^w:2:1 Tabs are not allowed as indentation$/],
  ["a: 1\n---\nb: 2", /^w:2:1 Source contains multiple documents/],
  ["a: *nobody", /Unresolved alias/],
  ["a: !thing 1", /^w:1:4 Unresolved tag: !thing$/],
  ["a: &a [*a]", /an alias is inside of the value that it refers to$/],
  ["[".repeat(100_000), /^w:1:\d+ it is nested too deeply$/],
])("%# an error is one line with its place", async (text, message) => {
  const [line] = await refusal(text);
  expect(line).toMatch(message);
  expect(line).not.toContain("\n");
});

test("every error of a text that cannot be parsed is reported", async () => {
  expect(await refusal("a: 1\na: 2\nb: 1\nb: 2\n")).toEqual([
    "w:2:1 Map keys must be unique",
    "w:4:1 Map keys must be unique",
  ]);
});

test("a number and a text with the same digits are one key", async () => {
  expect(await refusal("a:\n  1: x\n  '1': y\n  ? [b]\n  : z\n  ? [b]\n  : z\n")).toEqual([
    "w:3:3 Map keys must be unique",
  ]);
});

test("a key of a large map costs no more than one of a small map", async () => {
  const COUNT = 15_000;
  /** The processor time for parsing COUNT keys, of which `inEach` are in each map. */
  async function msOf(inEach: number): Promise<number> {
    const lines = Array.from({ length: COUNT }, (_, i) =>
      i % inEach === 0 ? `m${i}:\n k${i}: 1\n` : ` k${i}: 1\n`,
    );
    const { user: before } = process.cpuUsage();
    await parseWorldText(lines.join(""), "w");
    return (process.cpuUsage().user - before) / 1000;
  }
  await msOf(200);
  expect(await msOf(COUNT)).toBeLessThan(2.5 * (await msOf(200)));
});

/** The issues of a world as lines with positions. */
async function faultsOf(source: string, name: string): Promise<readonly string[]> {
  const text = await parseWorldText(source, name);
  const random = seededRandom("faults");
  const loading = loadWorld(text.value, { systemNow: LOADED_AT, production: false, random });
  return loading.ok ? [] : await faultLines(loading.issues, text);
}

test("all errors of a world are reported at their places at once", async () => {
  const yaml = `# a comment
users:
  - username: alice
    colour: red
guilds:
  - name: Hall
    owner: carl
    channels:
      - { name: general, type: 99 }
      - name: talk
        type: 11
messages:
  - author: alice
`;
  expect(await faultsOf(yaml, "world.yaml")).toEqual([
    "world.yaml:4:5 users[0].colour: unknown key",
    expect.stringMatching(/^world\.yaml:9:32 guilds\[0\]\.channels\[0\]\.type: /),
    "world.yaml:13:5 messages[0].channel_id: This field is required",
    'world.yaml:7:12 guilds[0].owner: no user "carl"',
    "world.yaml:10:9 guilds[0].channels[1].parent_id: a thread needs a parent channel",
  ]);
});

test("JSON has places, too", async () => {
  const json = JSON.stringify({ guilds: [{ name: "Hall", owner: "carl" }] }, null, 2);
  expect(await faultsOf(json, "world.json")).toEqual([
    'world.json:5:16 guilds[0].owner: no user "carl"',
  ]);
});

test("an error in an alias's value is reported where the value is written", async () => {
  const yaml = "users:\n  - &one { username: alice, age: 7 }\n  - *one\n";
  const lines = await faultsOf(yaml, "w");
  expect(lines.slice(0, 2)).toEqual([
    "w:2:29 users[0].age: unknown key",
    "w:2:29 users[1].age: unknown key",
  ]);
});

test("of many errors the first are reported, with the number of the others", async () => {
  const users = Array.from({ length: 130 }, (_, i) => `  - { username: u${i}, x: 1 }`);
  const lines = await faultsOf(`users:\n${users.join("\n")}\n`, "w");
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe("and 30 more");
});

/** The messages about a text that is not a world file. */
async function refusal(text: string): Promise<readonly string[]> {
  try {
    await parseWorldText(text, "w");
    return [];
  } catch (error) {
    if (error instanceof WorldFileError) return error.lines;
    throw error;
  }
}

test("nested aliases do not grow without bounds", async () => {
  const rows = Array.from(
    { length: 12 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(", ")}]`,
  );
  await expect(parseWorldText(`a0: &a0 x\n${rows.join("\n")}`, "w")).rejects.toThrow(/alias/);
});

test("a file that cannot be read is reported with the reason", async () => {
  const directory = mkdtempSync(join(tmpdir(), "world-"));
  try {
    const file = join(directory, "world.yaml");
    await expect(readWorldFile(file)).rejects.toThrow(`cannot read ${file}: there is no such file`);
    await expect(readWorldFile(directory)).rejects.toThrow("it is a directory");
    writeFileSync(file, "limits: off");
    expect((await readWorldFile(file)).value).toEqual({ limits: "off" });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
