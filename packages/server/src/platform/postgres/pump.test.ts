// What is read of the log, in order: everything if a follower needs the events of sessions, and
// otherwise only events for processes and the process's own.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EVENTUALLY, testTables } from "../storage/conformance/store-model.conformance.ts";
import { postgresPlace } from "../storage/conformance/store-places.conformance.ts";
import type { EventRecord, Store } from "../store.ts";
import { openPostgresStore } from "./store.ts";

const url = process.env["TEST_PG_URL"] ?? "";
if (url === "") throw new Error("run the tests by `node scripts/engines.ts vitest run …`");

let place: Awaited<ReturnType<typeof postgresPlace>>;
let own: Store;
let other: Store;
/** What a follower of the one process received. */
let received: string[];
/** Whether that follower needs the events of sessions. */
let receives: () => boolean;

beforeEach(async () => {
  place = await postgresPlace(url);
  const { schema } = place;
  const open = () => openPostgresStore({ url, schema, tables: testTables, secret: "pump" });
  [own, other] = [await open(), await open()];
  received = [];
  receives = () => false;
  const listen = (events: readonly EventRecord[]) => {
    received.push(...events.map(({ name }) => name));
  };
  own.log.follow(listen, { receives: () => receives() });
});
afterEach(async () => {
  await Promise.all([own.close(), other.close()]);
  await place.remove();
});

const scopes = {
  sessions: { kind: "guild", guild_id: "1" },
  processes: { kind: "nobody" },
} as const;

const appendEvents = (by: Store, whom: keyof typeof scopes, ...all: readonly string[]) =>
  by.transaction(async (tx) => {
    for (const name of all) tx.append({ name, scope: scopes[whom], payload: null, at: 1 });
  });

/** Waits until all earlier events are read: other transactions of the server may hold them back. */
async function looked(): Promise<void> {
  const mark = `mark ${received.length}`;
  await appendEvents(other, "processes", mark);
  await vi.waitFor(async () => {
    await own.log.pollNow();
    expect(received).toContain(mark);
  }, EVENTUALLY);
  received = received.filter((name) => name !== mark);
}

test("other processes' events for sessions are skipped while no session here receives them", async () => {
  await appendEvents(other, "sessions", "left out");
  await appendEvents(other, "processes", "for processes");
  await appendEvents(own, "sessions", "own", "own too");
  await looked();
  expect(received).toEqual(["for processes", "own", "own too"]);
});

test("skipped events are not delivered later, and count as read", async () => {
  await appendEvents(other, "sessions", "left out");
  await looked();
  const before = own.log.place();
  receives = () => true;
  await appendEvents(other, "sessions", "told", "told too");
  await looked();
  expect(received).toEqual(["told", "told too"]);
  const { events } = await own.log.since(before, 10);
  const names = events.map(({ event }) => event.name);
  expect(names.slice(0, 2)).toEqual(["told", "told too"]);
});

test("a follower that joins during a read of the log receives all that the read finds", async () => {
  let queryCount = 0;
  await appendEvents(other, "processes", "before");
  await looked();
  // No other look is in progress, whose answer would arrive before.
  await own.log.pollNow();
  // No follower is there as the look begins, and one is when its answer arrives.
  receives = () => (queryCount += 1) > 1;
  await appendEvents(other, "sessions", "a", "b");
  await looked();
  expect(received).toEqual(["before", "a", "b"]);
});

test("each event is delivered once, in the order of the log, whatever followers join and leave", async () => {
  const step = fc.record({
    receives: fc.boolean(),
    isOwn: fc.boolean(),
    whom: fc.constantFrom("sessions" as const, "processes" as const),
    count: fc.integer({ min: 1, max: 3 }),
  });
  let nth = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      received = [];
      const expected: string[] = [];
      for (const { receives: isThere, isOwn, whom, count } of steps) {
        receives = () => isThere;
        const all = Array.from({ length: count }, () => `${(nth += 1)}`);
        await appendEvents(isOwn ? own : other, whom, ...all);
        await looked();
        if (isThere || isOwn || whom === "processes") expected.push(...all);
      }
      expect(received).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});
