import type { WorldFile } from "@antechamber/contract/control";
import { expect, test } from "vitest";
import { nextTurn } from "../../platform/async/event-loop.ts";
import { jsonOf, yamlOf } from "./write.ts";

const id = (n: number) => String(700_000_000_000_000_000n + BigInt(n));
const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

/** How many turns the event loop gives to other work while something runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const done = work.then(() => true);
  let turns = 0;
  while (!(await Promise.race([done, nextTurn()]))) turns += 1;
  return turns;
}

const MIB = 1024 * 1024;

test.each<[string, WorldFile]>([
  [
    "files",
    { files: times(20, (n) => ({ sha256: id(n), data: "A".repeat(MIB), attachments: [] })) },
  ],
  [
    "messages",
    {
      messages: times(1000, () => ({ channel_id: "x", author: "a", content: "é".repeat(20_000) })),
    },
  ],
  [
    "members of one guild",
    { guilds: [{ name: "x", members: times(1000, () => ({ user: "u".repeat(20_000) })) }] },
  ],
])("writing many %s as JSON yields to other work", async (_what, world) => {
  expect(await turnsDuring(jsonOf(world))).toBeGreaterThanOrEqual(20);
  expect(new TextDecoder().decode(await jsonOf(world))).toBe(JSON.stringify(world));
});

test("writing many files as YAML yields to other work", async () => {
  const files = times(20, (n) => ({ sha256: id(n), data: "A".repeat(MIB / 4), attachments: [] }));
  const address = "http://127.0.0.1/world.schema.json";
  expect(await turnsDuring(yamlOf({ files }, address))).toBeGreaterThanOrEqual(20);
});

test("absent values are not written, and an empty world is valid", async () => {
  const json = async (world: object) => new TextDecoder().decode(await jsonOf(world));
  expect(await json({})).toBe("{}");
  expect(await json({ limits: undefined, users: [{ username: "a", token: undefined }] })).toBe(
    '{"users":[{"username":"a"}]}',
  );
  expect(await json({ users: [], guilds: [{ name: "x", roles: [], channels: [] }] })).toBe(
    '{"users":[],"guilds":[{"name":"x","roles":[],"channels":[]}]}',
  );
  const yaml = await yamlOf({}, "http://127.0.0.1/world.schema.json");
  expect(new TextDecoder().decode(yaml)).toMatch(/\n\{\}\n$/);
});
