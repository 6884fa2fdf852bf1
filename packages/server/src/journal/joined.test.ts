import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { noBus, type AnswerTo, type Bus, type Subscriber } from "../platform/bus.ts";
import type { EventSink } from "../platform/handler.ts";
import type { Cause } from "../platform/journal.ts";
import { TimeSlicer } from "../platform/time/time-slicer.ts";
import { WorldJournal } from "./journal.ts";
import { numbersByInstant } from "./numbering.ts";
import { ConnectedJournals } from "./connected-journals.ts";
import { JournalReading } from "./reading.ts";
import { Redaction, RedactionRules } from "./redaction/redaction.ts";
import { JournalStreams } from "./stream.ts";
import { entryView } from "./view.ts";

/** 2026-11-01 in Unix milliseconds. */
const BEGIN = 1_793_491_200_000;

/** A clock whose timers run when a test says so. */
class TestTime {
  at = 0;
  #tasks = new Set<() => void>();

  now = (): number => BEGIN + this.at;
  real = (): number => this.at;
  after = (_ms: number, task: () => void): (() => void) => {
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  };

  /** Runs the timers that are set now, and what follows from them. */
  async pass(): Promise<void> {
    this.at += 20;
    const due = [...this.#tasks];
    this.#tasks = new Set();
    for (const task of due) task();
    for (let i = 0; i < 200; i += 1) await Promise.resolve();
  }
}

/** A value after a round trip through JSON, as it takes between processes. */
const sent = (body: unknown): unknown => JSON.parse(JSON.stringify(body ?? null));

class Together {
  readonly time = new TestTime();
  readonly parts: Part[] = [];

  begin(options: PartOptions = {}): Part {
    const part = new Part(this, this.parts.length + 1, options);
    this.parts.push(part);
    return part;
  }

  others(part: Part): readonly Part[] {
    return this.parts.filter((each) => each !== part && !each.isSilent);
  }
}

interface PartOptions {
  /** Milliseconds by which its clock is ahead. */
  readonly aheadMs?: number;
  readonly entries?: number;
}

/** One process with its part of the journal. */
class Part {
  readonly journal: WorldJournal;
  readonly reading: JournalReading;
  readonly streams: JournalStreams;
  readonly subscribers = new Map<string, Subscriber[]>();
  readonly answerers = new Map<string, AnswerTo>();
  isSilent = false;

  constructor(together: Together, id: number, { aheadMs = 0, entries = 1000 }: PartOptions) {
    const epoch = `epoch-${id}`;
    const { time: clock } = together;
    const bus: Bus = {
      ...noBus,
      publish: (topic, body) => {
        for (const other of together.others(this)) {
          for (const subscriber of other.subscribers.get(topic) ?? [])
            subscriber(sent(body), epoch);
        }
      },
      subscribe: (topic, subscriber) => {
        this.subscribers.set(topic, [...(this.subscribers.get(topic) ?? []), subscriber]);
        return () => undefined;
      },
      ask: async ({ topic, body }) => {
        const peers = together.others(this);
        const answers = peers.map(async (each) =>
          sent(await each.answerers.get(topic)?.(sent(body), epoch)),
        );
        const isComplete = peers.length === together.parts.length - 1;
        return { answers: await Promise.all(answers), isComplete };
      },
      answer: (topic, answer) => {
        this.answerers.set(topic, answer);
        return () => undefined;
      },
    };
    const identity = (number: number) => ({ id: number, epoch: `epoch-${number}`, version: "1" });
    const others = new ConnectedJournals({
      bus,
      processes: {
        own: () => identity(id),
        living: () => together.parts.map((_part, i) => identity(i + 1)),
        refresh: () => Promise.resolve(),
      },
    });
    this.journal = new WorldJournal({
      clock,
      realOrigin: BEGIN + aheadMs,
      redaction: new Redaction(new RedactionRules({ endpoints: [], events: [] })),
      bounds: { entries, bodies: 100_000 },
      keepsBodies: true,
      name: epoch,
      numbering: numbersByInstant(() => id),
      peers: others,
    });
    const slicer = new TimeSlicer(clock);
    this.reading = new JournalReading({ journal: this.journal, slicer, clock, peers: others });
    const hello = { version: "1", world: "main", mode: "development" } as const;
    this.streams = new JournalStreams({
      journal: this.journal,
      reading: this.reading,
      clock,
      hello,
    });
  }

  note(name: string, cause?: Cause): Cause {
    return this.journal.note({ kind: "request", name, cause }, {}).cause;
  }
}

function twoProcesses(options: PartOptions = {}) {
  const together = new Together();
  const [a, b] = [together.begin(), together.begin(options)];
  return { together, time: together.time, a, b };
}

const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);

/** All pages, read one after another by cursor. */
async function read(part: Part, limit: number, way: "next" | "previous"): Promise<string[]> {
  const names: string[] = [];
  let wish: { after?: string; before?: string } = way === "next" ? { after: "0" } : {};
  for (;;) {
    const page = await part.reading.page({}, { limit, ...wish });
    const found = namesOf(page.items);
    names[way === "next" ? "push" : "unshift"](...found);
    const on = page[way];
    if (on === null) return names;
    wish = way === "next" ? { after: on } : { before: on };
  }
}

describe("pages", () => {
  test("have the entries of all processes, each once, at whichever process", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (places, limit) => {
          const { a, b, time } = twoProcesses({ aheadMs: 3 });
          const all = places.map((isAtA, i) => {
            (isAtA ? a : b).note(`n${i}`);
            time.at += 10;
            return `n${i}`;
          });
          expect(await read(a, limit, "next")).toEqual(all);
          expect(await read(b, limit, "previous")).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("report a living process that does not answer", async () => {
    const { a, b } = twoProcesses();
    a.note("here");
    b.note("there");
    b.isSilent = true;
    expect(await a.reading.page({}, {})).toMatchObject({
      partial: true,
      items: [{ name: "here" }],
    });
    b.isSilent = false;
    expect(await a.reading.page({}, {})).not.toHaveProperty("partial");
  });
});

describe("a trace", () => {
  test("is complete at each process, with causes before effects though clocks differ", async () => {
    const { a, b } = twoProcesses({ aheadMs: -500 });
    const root = a.note("root");
    const effect = b.note("effect", root);
    a.note("last", effect);
    b.note("another");
    for (const part of [a, b]) {
      expect(namesOf(await part.reading.trace(root.trace))).toEqual(["root", "effect", "last"]);
      expect(namesOf(await part.reading.trace(effect.id))).toEqual(["root", "effect", "last"]);
    }
  });

  test("that no process has is unknown", async () => {
    const { a } = twoProcesses();
    await expect(a.reading.trace("77")).rejects.toThrow(/trace/i);
  });
});

test("an entry is found at each process with its bodies", async () => {
  const { a, b } = twoProcesses();
  const { cause } = a.journal.note({ kind: "dispatch", name: "E" }, { payload: { text: "hello" } });
  const [here, there] = await Promise.all([a, b].map((part) => part.reading.entry(cause.id)));
  expect(there && entryView(there)).toEqual(here && entryView(here));
  expect(there?.payload).toBe('{"text":"hello"}');
  await expect(b.reading.entry("77")).rejects.toThrow(/entry/i);
});

test("requested entries are all returned, or a missing one is reported", async () => {
  const { a, b, time } = twoProcesses();
  await time.pass();
  const ids = [a.note("one").id, b.note("two").id];
  expect(namesOf(await a.reading.entries(ids.toReversed()))).toEqual(["one", "two"]);
  await expect(a.reading.entries([...ids, "1"])).rejects.toThrow("Unknown journal entry");
});

test("a range is refused when any process has dropped a part of it", async () => {
  const { a, b, time } = twoProcesses({ entries: 2 });
  await time.pass();
  const first = a.note("first");
  const later: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    await time.pass();
    later.push(b.note(`later ${i}`).id);
  }
  const after = (id: string) => a.reading.range(Number(id), Infinity);
  expect(namesOf(await after(later[0] ?? ""))).toEqual(["later 1", "later 2"]);
  const forgotten = "The journal no longer has the beginning of this part; choose a later one";
  await expect(after(first.id)).rejects.toThrow(forgotten);
});

test("a reader that has the newest dropped entry has missed nothing", async () => {
  const { a, b, time } = twoProcesses({ entries: 2 });
  await time.pass();
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    await time.pass();
    ids.push(b.note(`entry ${i}`).id);
  }
  const [early = "", newest = ""] = ids;
  expect((await a.reading.positionOf(newest)).missed).toBe(0);
  expect((await a.reading.positionOf(early)).missed).toBeGreaterThan(0);
});

test("an event is one entry, with the sessions of all processes that delivered it", async () => {
  const { a, b } = twoProcesses();
  const cause = a.note("call");
  const ends = [b, a, b].map((part, i) =>
    part.journal.beginEvent({ kind: "dispatch", name: "E", cause }, `place-${i === 2 ? 1 : i}`),
  );
  // One session receives it before its entry has begun, others after it has ended.
  const [first, own, second] = ends;
  first?.end({ sessions: 1 });
  await Promise.resolve();
  own?.end({ sessions: 2 });
  second?.end({ sessions: 4 });
  await Promise.resolve();
  const found = await b.reading.trace(cause.trace);
  expect(found.map(({ name, sessions }) => [name, sessions])).toEqual([
    ["call", undefined],
    ["E", 6],
  ]);
});

test("a callback is caused by the delivery of another process", async () => {
  const { a, b } = twoProcesses();
  const answered = b.journal.begin({ kind: "request", name: "answer" });
  answered.join({ id: "9", application_id: "8" });
  const delivery = a.journal.note({ kind: "delivery", name: "interaction", interaction: "9" }, {});
  answered.end({});
  const late = b.journal.begin({ kind: "request", name: "late" });
  late.join({ id: "9", application_id: "8" });
  late.end({});
  const found = await a.reading.trace("9");
  expect(found.map(({ name, causeId }) => [name, causeId])).toEqual([
    ["answer", delivery.cause.id],
    ["late", delivery.cause.id],
  ]);
});

test("all processes have the epoch of the oldest one, and another after a reset", async () => {
  const { a, together, time } = twoProcesses();
  time.at += 1000;
  const young = together.begin();
  expect(young.journal.epoch).not.toBe(a.journal.epoch);
  await young.reading.agreeOnEpoch();
  const { epoch } = a.journal;
  expect(young.journal.epoch).toBe(epoch);
  for (const part of together.parts) part.journal.reset();
  expect(young.journal.epoch).toBe(a.journal.epoch);
  expect(young.journal.epoch).not.toBe(epoch);
});

/** A reader of a stream, with the names of the entries written to it. */
function aReader(part: Part, from?: string) {
  let text = "";
  let drained = (): void => undefined;
  const state = { isReady: true };
  const sink: EventSink = {
    write: (more) => void (text += more),
    isReady: () => state.isReady,
    onDrain: (ready) => void (drained = ready),
    end: () => undefined,
  };
  const stop = part.streams.follow({ filter: {}, from })(sink);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, each = ""]) => each);
  return {
    stop,
    names: () => found(/"name":"(.*?)"/g),
    ids: () => found(/^id: (.*)$/gm),
    gaps: () => found(/"missed":(\d+)/g),
    pause: () => void (state.isReady = false),
    resume() {
      state.isReady = true;
      drained();
    },
  };
}

describe("a stream", () => {
  test("has entries as they end at all processes, in that order", async () => {
    const { a, b, time } = twoProcesses({ aheadMs: 700 });
    a.note("before");
    const reader = aReader(a);
    const slow = a.journal.begin({ kind: "request", name: "slow" });
    await time.pass();
    b.note("first");
    await time.pass();
    b.note("second");
    await time.pass();
    slow.end({});
    await time.pass();
    a.note("last");
    await time.pass();
    await time.pass();
    expect(reader.names()).toEqual(["first", "second", "slow", "last"]);
  });

  test("resumes at another process with the entries that ended since, each once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }),
        fc.nat(),
        async (places, at) => {
          const { a, b, time } = twoProcesses({ aheadMs: 50 });
          const reader = aReader(a);
          await time.pass();
          for (const [i, isAtA] of places.entries()) {
            (isAtA ? a : b).note(`n${i}`);
            if (i % 3 === 0) await time.pass();
          }
          for (let i = 0; i < 4; i += 1) await time.pass();
          const [names, ids] = [reader.names(), reader.ids()];
          expect(names.toSorted()).toEqual(places.map((_, i) => `n${i}`).toSorted());
          const last = at % ids.length;
          const again = aReader(b, ids[last]);
          for (let i = 0; i < 4; i += 1) await time.pass();
          expect(again.names()).toEqual(names.slice(last + 1));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("begins with the oldest entry on request, and reports the number of dropped ones", async () => {
    const together = new Together();
    const [a, b] = [together.begin(), together.begin({ entries: 3 })];
    const first = b.note("gone");
    for (let i = 0; i < 5; i += 1) b.note(`n${i}`);
    together.time.at += 10;
    a.note("here");
    const [oldest, late] = [aReader(a, "0"), aReader(a, first.id)];
    await together.time.pass();
    expect([oldest.names(), oldest.gaps()]).toEqual([["n2", "n3", "n4", "here"], []]);
    expect([late.names(), late.gaps()]).toEqual([["n2", "n3", "n4", "here"], ["3"]]);
  });

  test("pauses while its reader does not read, and counts what it missed", async () => {
    const together = new Together();
    const [a, b] = [together.begin(), together.begin({ entries: 3 })];
    const reader = aReader(a);
    await together.time.pass();
    reader.pause();
    for (let i = 0; i < 5; i += 1) b.note(`n${i}`);
    await together.time.pass();
    expect(reader.names()).toEqual([]);
    reader.resume();
    await together.time.pass();
    expect([reader.gaps(), reader.names()]).toEqual([["2"], ["n2", "n3", "n4"]]);
  });

  test("sends no more requests after its end", async () => {
    const { a, b, time } = twoProcesses();
    const reader = aReader(a);
    await time.pass();
    reader.stop();
    b.note("later");
    await time.pass();
    expect(reader.names()).toEqual([]);
  });
});
