// New ids in a world that was loaded from a file are above all ids in the file.
import { snowflakeAt, snowflakeTime } from "@antechamber/contract/schema";
import { afterEach, describe, expect, test } from "vitest";
import type { Answer } from "../../testing/answer.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { aWorld } from "../../testing/worlds/many-worlds.ts";
import { demoWorld } from "./demo-world.ts";
import { newestIdAhead } from "./ids-in-file.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;
const messages = `/channels/${demo.generalId}/messages`;
const frozen = { ...demoWorld, clock: { now: new Date(NOON).toISOString(), frozen: true } };

const started: TestService[] = [];

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

async function open(world: unknown): Promise<TestService> {
  const service = await aService({ world });
  started.push(service);
  return service;
}

/** Exports a world with a frozen clock after some messages. */
async function exported(): Promise<{ readonly file: object; readonly ids: readonly string[] }> {
  const service = await open(frozen);
  const ids: string[] = [];
  for (const content of ["one", "two", "three"]) {
    ids.push((await service.asBot(`POST ${messages}`, { content })).id);
  }
  return { file: (await service.control("GET /world")).body as object, ids };
}

/** Sends another message. @returns the ids of the channel's messages, the oldest first */
async function saidMore(
  call: (route: string, body?: unknown) => Promise<Answer>,
): Promise<readonly string[]> {
  for (const content of ["four", "five"]) await call(`POST ${messages}`, { content });
  const { body } = await call(`GET ${messages}`);
  return (body as readonly { readonly id: string }[]).map(({ id }) => id).toReversed();
}

const added = [expect.any(String), expect.any(String)] as readonly string[];

describe("on a clock at the instant of the export, ids continue above the file's", () => {
  test("from the start", async () => {
    const { file, ids } = await exported();
    const service = await open(file);
    expect(await saidMore((...args) => service.asBot(...args))).toEqual([...ids, ...added]);
  });

  test("when it replaces another world", async () => {
    const { file, ids } = await exported();
    const service = await open(frozen);
    expect((await service.control("PUT /world", file)).status).toBe(204);
    expect(await saidMore((...args) => service.asBot(...args))).toEqual([...ids, ...added]);
    await service.control("POST /world/reset");
    expect(await saidMore((...args) => service.asBot(...args))).toEqual(added);
  });

  test("in every world of the file", async () => {
    const service = await open(demoWorld);
    const auth = `Bot ${demo.botToken}`;
    const seed = "alike";
    const source = await aWorld(service, { from: { world: frozen }, seed });
    const before: string[] = [];
    for (const content of ["one", "two"]) {
      before.push((await source.call(`POST ${messages}`, { auth, body: { content } })).id);
    }
    const { body: file } = await service.control(`GET /world?world=${source.name}`);
    const both: (readonly string[])[] = [];
    for (const name of ["first", "second"]) {
      const world = await aWorld(service, { name, from: { world: file }, seed });
      both.push(await saidMore((route, body) => world.call(route, { auth, body })));
    }
    expect(both[0]).toEqual([...before, ...added]);
    expect(both[1]).toEqual(both[0]);
  });
});

describe("the newest id that is ahead of a file's clock", () => {
  const after = (ms: number): string => String(BigInt(snowflakeAt(NOON + ms)) + 5n);
  const among = (...ids: readonly string[]) =>
    newestIdAhead({ users: ids.map((id, nth) => ({ id, username: `user-${nth}` })) }, NOON);

  test("does not exist when the clock has passed all ids", () => {
    expect(among(demo.aliceId, after(-1))).toBeUndefined();
  });

  test("is the largest id after the clock's instant", () => {
    expect(among(after(0))).toBe(after(0));
    expect(among(after(HOUR_MS), after(-1), after(0))).toBe(after(HOUR_MS));
  });

  test("is not one of a time that no clock can have been set back from", () => {
    expect(among("9000000000000000001", after(48 * HOUR_MS))).toBeUndefined();
    expect(snowflakeTime("9000000000000000001")).toBeGreaterThan(NOON);
  });
});
