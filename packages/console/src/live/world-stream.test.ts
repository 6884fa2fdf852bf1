import type { JournalEvent } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import type { JournalEntry } from "./journal-index.ts";
import type { Update } from "./messages.ts";
import { WorldStream, type Page } from "./world-stream.ts";

const kinds = ["request", "job", "request"] as const;

/** A stream that has had a call, a job and another call. */
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
  const heard: Update[] = [];
  const page: Page = { send: (update) => heard.push(update) };
  return { page, heard };
}

const view = (kind: string) =>
  ({ type: "view", name: "timeline", conditions: [{ field: "kind", value: kind }] }) as const;
const rows = { type: "rows", name: "timeline", from: 0, count: 9 } as const;

/** The ids of the rows that a page was sent last. */
function idsIn(heard: readonly Update[]): readonly string[] {
  const last = heard.findLast((update) => update.type === "rows");
  return (last?.rows ?? []).flatMap((row) => (row.kind === "entry" ? [row.entry.id] : []));
}

test("a stream that is refused is lost no more: nothing is tried", async () => {
  const { page, heard } = aPage();
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
  const [state] = heard.flatMap((update) => (update.type === "state" ? [update.state] : []));
  expect([state?.lostSince, state?.refused]).toEqual([undefined, "Error: Unknown World"]);
  stream.end();
});

test("two pages each have the rows of their own view, though both call it the same", async () => {
  const stream = await aStream();
  const [one, other] = [aPage(), aPage()];
  stream.join(one.page);
  stream.join(other.page);
  stream.take(one.page, view("request"));
  stream.take(other.page, view("job"));
  stream.take(one.page, rows);
  stream.take(other.page, rows);
  expect(one.heard.at(-2)).toEqual({ type: "size", name: "timeline", total: 2, dropped: 0 });
  expect(idsIn(one.heard)).toEqual(["0", "2"]);
  expect(idsIn(other.heard)).toEqual(["1"]);

  stream.take(one.page, { type: "forget", name: "timeline" });
  stream.take(other.page, rows);
  expect(idsIn(other.heard)).toEqual(["1"]);
  stream.leave(one.page);
  stream.take(other.page, rows);
  expect(idsIn(other.heard)).toEqual(["1"]);
  stream.end();
});
