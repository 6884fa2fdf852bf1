import type { JournalEvent } from "@antechamber/sdk/control";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JournalEntry } from "./journal-index.ts";
import type { Update } from "./messages.ts";
import { WorldStream, type Page } from "./world-stream.ts";

const kinds = ["request", "job", "request"] as const;

/** A stream that has received a call, a job and another call. */
async function aStream(): Promise<WorldStream> {
  let hasCome: () => void;
  const come = new Promise<void>((resolve) => (hasCome = resolve));
  const stream = new WorldStream({
    async *follow(): AsyncGenerator<JournalEvent> {
      for (const [i, kind] of kinds.entries()) {
        const entry = { id: String(i), kind, name: "", cause: null } as unknown as JournalEntry;
        yield { event: "entry", id: entry.id, data: entry };
      }
      hasCome();
    },
  });
  await come;
  return stream;
}

function aPage() {
  const updates: Update[] = [];
  const page: Page = { send: (update) => updates.push(update) };
  return { page, updates };
}

const view = (kind: string) =>
  ({ type: "view", name: "timeline", conditions: [{ field: "kind", value: kind }] }) as const;
const rows = { type: "rows", name: "timeline", from: 0, count: 9 } as const;

/** The ids of the rows in the last update of a page. */
function idsIn(updates: readonly Update[]): readonly string[] {
  const last = updates.findLast((update) => update.type === "rows");
  return (last?.rows ?? []).flatMap((row) => (row.kind === "entry" ? [row.entry.id] : []));
}

test("a refused stream is no longer reported as lost", async () => {
  const { page, updates } = aPage();
  let hasEnded: () => void;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const stream = new WorldStream({
    async *follow({ lost } = {}): AsyncGenerator<JournalEvent> {
      yield { event: "gap", data: { missed: 1 } };
      lost?.();
      hasEnded();
      throw new Error("Unknown World");
    },
  });
  await ended;
  await Promise.resolve();
  stream.join(page);
  const [state] = updates.flatMap((update) => (update.type === "state" ? [update.state] : []));
  expect([state?.lostSince, state?.refused]).toEqual([undefined, "Error: Unknown World"]);
  stream.end();
});

describe("a refused stream", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A stream of a world that does not exist until it is opened. */
  function aLateWorld() {
    const world = { isThere: false, requests: 0 };
    const stream = new WorldStream({
      async *follow({ signal } = {}): AsyncGenerator<JournalEvent> {
        world.requests += 1;
        if (!world.isThere) throw new Error("Unknown World");
        const data = { world: "late", epoch: "1", records: "1" };
        yield { event: "hello", data } as unknown as JournalEvent;
        const entry = { id: "1", kind: "job", name: "", cause: null } as unknown as JournalEntry;
        yield { event: "entry", id: entry.id, data: entry };
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      },
    });
    const { page, updates } = aPage();
    stream.join(page);
    stream.take(page, view("job"));
    const last = () => updates.findLast((update) => update.type === "state")?.state;
    return { world, stream, page, updates, last };
  }

  test("is retried with growing delays until it is accepted", async () => {
    const { world, stream, page, updates, last } = aLateWorld();
    for (const [ms, requests] of [
      [0, 1],
      [1000, 2],
      [1999, 2],
      [1, 3],
      [27_000, 5],
      [60_000, 7],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(world.requests).toBe(requests);
    }
    expect(last()?.refused).toBe("Error: Unknown World");
    world.isThere = true;
    await vi.advanceTimersByTimeAsync(30_100);
    expect([last()?.refused, last()?.hello?.epoch]).toEqual([undefined, "1"]);
    stream.take(page, rows);
    expect(idsIn(updates)).toEqual(["1"]);
    stream.end();
  });

  test("is retried at once for a new page, and never after all pages have left", async () => {
    const { world, stream, last } = aLateWorld();
    await vi.advanceTimersByTimeAsync(0);
    world.isThere = true;
    stream.tryNow();
    stream.tryNow();
    await vi.advanceTimersByTimeAsync(100);
    expect([world.requests, last()?.refused]).toEqual([2, undefined]);
    stream.end();
    const gone = aLateWorld();
    await vi.advanceTimersByTimeAsync(0);
    gone.stream.end();
    gone.stream.tryNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(gone.world.requests).toBe(1);
  });
});

test("two pages have their own rows in views of the same name", async () => {
  const stream = await aStream();
  const [one, other] = [aPage(), aPage()];
  stream.join(one.page);
  stream.join(other.page);
  stream.take(one.page, view("request"));
  stream.take(other.page, view("job"));
  stream.take(one.page, rows);
  stream.take(other.page, rows);
  expect(one.updates.at(-2)).toEqual({ type: "size", name: "timeline", total: 2, dropped: 0 });
  expect(idsIn(one.updates)).toEqual(["0", "2"]);
  expect(idsIn(other.updates)).toEqual(["1"]);

  stream.take(one.page, { type: "forget", name: "timeline" });
  stream.take(other.page, rows);
  expect(idsIn(other.updates)).toEqual(["1"]);
  stream.leave(one.page);
  stream.take(other.page, rows);
  expect(idsIn(other.updates)).toEqual(["1"]);
  stream.end();
});
