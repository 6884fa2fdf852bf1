import type { EndpointDeclaration } from "@antechamber/contract";
import {
  getClock,
  getWorld,
  moveClock,
  resetWorld,
  type WorldFile,
} from "@antechamber/contract/control";
import type { DocumentBytes } from "@antechamber/contract/schema";
import { afterEach, describe, expect, test } from "vitest";
import { SerialQueue } from "../../platform/async/serial-queue.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { AnyReply } from "../../platform/handler.ts";
import { openIds } from "../../platform/ids.ts";
import type { JobDeclaration } from "../../platform/context.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { aMemoryStore } from "../../testing/memory-store.ts";
import type { Store } from "../../platform/store.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { openTransactions, type WorkDeps } from "../../platform/transactions/open-transactions.ts";
import { loaded } from "../../testing/worlds/loaded-worlds.ts";
import { aUser } from "../../testing/records.ts";
import { users } from "../../domains/users/user.ts";
import { demoWorld } from "../world-file/demo-world.ts";
import { ClockFollowers } from "./clock-followers.ts";
import { SteeringTurns } from "./steering-turns.ts";
import { worldHandlers } from "./world-handlers.ts";
import { storedClock } from "../world-file/stored-world.ts";

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A service's world and clock with their endpoints, and a job that records when it ran. */
async function aWorld(world: unknown) {
  const store = await aMemoryStore();
  stores.push(store);
  const { dump, clock: state } = loaded(world);
  await store.load(dump);
  const clock = steerableClock();
  clock.restore(state);
  const ids = await openIds({ clock, store, frozen: state.frozen });
  const random = seededRandom("worlds");
  const rang: string[] = [];
  const ring: JobDeclaration<{ name: string }> = {
    name: "ring",
    run: async (ctx, { name }) => void rang.push(`${name} at ${iso(ctx.now)}`),
  };
  const jobFailed: WorkDeps["jobFailed"] = (job, { error }) => {
    throw new Error(job, { cause: error });
  };
  const settings = { production: false, publicUrl: "", fileKey: new Uint8Array(32) };
  const work = openTransactions({
    store,
    clock,
    random,
    ids,
    settings,
    jobKinds: [ring],
    jobFailed,
  });
  await work.scheduler.start();
  const effects: string[] = [];
  const deps = {
    store,
    clock,
    ids,
    random,
    followers: new ClockFollowers(clock),
    retention: { pause: () => () => undefined },
    endSessions: () => void effects.push("sessions end"),
    async resetLimits() {
      // Asynchronous, as when other processes share the counters.
      await new Promise(setImmediate);
      effects.push("limits reset");
    },
  };
  const failed = (error: unknown): void => {
    throw error;
  };
  const turns = new SteeringTurns({ ...deps, work, failed });
  const bindings = worldHandlers({ ...deps, turns }, new SerialQueue());

  async function call(endpoint: EndpointDeclaration, body: object = {}): Promise<AnyReply> {
    const binding = bindings.find((each) => each.endpoint === endpoint);
    const input = { params: {}, query: {}, body: () => body, files: [], locale: undefined };
    const run = (ctx: object) =>
      binding?.run({ ...ctx, caller: { kind: "control" } } as never, input as never);
    const answer = await (binding?.kind === "inside"
      ? work.read(async (ctx) => run(ctx))
      : run({ work }));
    if (answer === undefined) throw new Error(`no handler for ${endpoint.id}`);
    return answer;
  }
  const plan = (name: string, at: number) =>
    work.transaction(async (ctx) => ctx.schedule(ring, at, { name }));
  return { store, clock, ids, work, call, plan, rang, effects };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The fields of a refusal. */
async function refusal(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("not refused", { cause: error });
  return { ...error.declaration, ...error.details };
}

const frozen = { clock: { now: "2026-01-01T00:00:00Z", frozen: true } };
const START = Date.UTC(2026, 0, 1);

describe("the clock", () => {
  test("shows its time and whether it is frozen", async () => {
    const { call } = await aWorld(frozen);
    expect(await call(getClock)).toEqual({
      status: 200,
      body: { now: "2026-01-01T00:00:00.000000+00:00", frozen: true },
    });
  });

  test("is frozen, then set, then advanced, and answers its state", async () => {
    const { call } = await aWorld({});
    const move = { advance: "PT15M", now: "2026-03-01T00:00:00Z", frozen: true };
    expect(await call(moveClock, move)).toEqual({
      status: 200,
      body: { now: "2026-03-01T00:15:00.000000+00:00", frozen: true },
    });
    expect(await call(moveClock, {})).toMatchObject({
      body: { now: "2026-03-01T00:15:00.000000+00:00" },
    });
  });

  test("continues from its time when it is unfrozen", async () => {
    const { call, clock } = await aWorld(frozen);
    expect(await call(moveClock, { frozen: false })).toMatchObject({ body: { frozen: false } });
    expect(clock.now() - START).toBeLessThan(60_000);
    expect(clock.now()).toBeGreaterThanOrEqual(START);
  });

  test("advances past everything that falls due, in order, before it answers", async () => {
    const { call, plan, rang } = await aWorld(frozen);
    await plan("second", START + 60_000);
    await plan("first", START + 3000);
    await plan("never", START + 3_600_000);
    await call(moveClock, { advance: "PT15M" });
    expect(rang).toEqual([
      "first at 2026-01-01T00:00:03.000Z",
      "second at 2026-01-01T00:01:00.000Z",
    ]);
  });

  test("can be set back while ids keep growing", async () => {
    const { call, ids, store, clock } = await aWorld(frozen);
    await call(moveClock, { advance: "P1D" });
    const before = BigInt(ids.next());
    expect(await call(moveClock, { now: "2025-01-01" })).toMatchObject({
      body: { now: "2025-01-01T00:00:00.000000+00:00" },
    });
    const after = BigInt(ids.next());
    expect(after).toBeGreaterThan(before);
    const restarted = await openIds({ clock, store, frozen: true });
    expect(BigInt(restarted.next())).toBeGreaterThan(after);
  });

  test("keeps its state over a restart", async () => {
    const { call, store } = await aWorld({});
    await call(moveClock, { frozen: true, now: "2026-05-05" });
    expect(await store.read((tx) => storedClock({ tx }))).toMatchObject({
      frozen: true,
      frozenAt: Date.UTC(2026, 4, 5),
    });
    await call(moveClock, { frozen: false });
    expect(await store.read((tx) => storedClock({ tx }))).toMatchObject({ frozen: false });
  });

  test("makes concurrent moves one after the other", async () => {
    const { call } = await aWorld(frozen);
    const moves = Array.from({ length: 5 }, () => call(moveClock, { advance: "PT1M" }));
    const answers = (await Promise.all(moves)).map(({ body }) =>
      (body as { now: string }).now.slice(14, 16),
    );
    expect(answers).toEqual(["01", "02", "03", "04", "05"]);
  });

  test.each([
    [{ advance: "P60000W" }, "The clock cannot be set after 2084-01-01."],
    [{ now: "2083-12-31", advance: "P2D" }, "The clock cannot be set after 2084-01-01."],
  ])("refuses %j as too far", async (move, message) => {
    const { call, clock } = await aWorld(frozen);
    expect(await refusal(call(moveClock, move))).toMatchObject({
      status: 400,
      code: 50035,
      errors: { advance: { _errors: [{ code: "NUMBER_TYPE_MAX", message }] } },
    });
    expect(clock.now()).toBe(START);
  });
});

describe("a reset", () => {
  test("restores everything and dispatches it", async () => {
    const { call, work, effects } = await aWorld({ ...demoWorld, ...frozen });
    const before = await call(getWorld);
    await work.transaction(async ({ tx }) => tx.put(users, aUser("7")));
    await call(moveClock, { advance: "P3D", frozen: false });
    expect(await call(getWorld)).not.toEqual(before);
    expect(await call(resetWorld)).toEqual({ status: 204 });
    expect(await call(getWorld)).toEqual(before);
    expect(await call(getClock)).toMatchObject({ body: { frozen: true } });
    expect(effects).toEqual(["limits reset", "sessions end"]);
  });

  test("deletes earlier jobs and runs later ones", async () => {
    const { call, plan, rang } = await aWorld(frozen);
    await plan("before", START + 1000);
    await call(resetWorld);
    await plan("after", START + 2000);
    await call(moveClock, { advance: "PT1M" });
    expect(rang).toEqual(["after at 2026-01-01T00:00:02.000Z"]);
  });

  test("can be repeated", async () => {
    const { call } = await aWorld({ ...demoWorld, ...frozen });
    const before = await call(getWorld);
    await Promise.all([call(resetWorld), call(moveClock, { advance: "P1D" }), call(resetWorld)]);
    expect(await call(getWorld)).toEqual(before);
  });

  test("continues counting ids, also after a restart", async () => {
    const { call, ids, store, clock } = await aWorld(frozen);
    await call(moveClock, { advance: "P1D" });
    const before = BigInt(ids.next());
    await call(resetWorld);
    const after = BigInt(ids.next());
    expect(after).toBeGreaterThan(before);
    const restarted = await openIds({ clock, store, frozen: true });
    expect(BigInt(restarted.next())).toBeGreaterThan(after);
  });

  test("of a world on the system's time returns to it, and renews what expires", async () => {
    const { call, clock } = await aWorld(demoWorld);
    await call(moveClock, { frozen: true, now: "2030-01-01" });
    await call(resetWorld);
    expect(clock.state()).toEqual({ frozen: false, offsetMs: 0 });
    const { bytes } = (await call(getWorld)).body as DocumentBytes;
    const exported = JSON.parse(new TextDecoder().decode(bytes)) as WorldFile;
    const [token] = exported.access_tokens ?? [];
    const leftMs = Date.parse(token?.expires_at ?? "") - clock.now();
    expect(leftMs).toBeGreaterThan(604_700_000);
    expect(leftMs).toBeLessThanOrEqual(604_800_000);
  });
});
