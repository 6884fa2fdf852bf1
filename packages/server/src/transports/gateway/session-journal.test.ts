// When events leave that are written down first, and what of them is found again.
import { expect, test } from "vitest";
import type { BusJournal } from "../../platform/bus.ts";
import { MemoryJournal } from "../../testing/memory-journal.ts";
import { encodeDispatch, type Encoded } from "./wire/codec.ts";
import { SessionJournal } from "./session-journal.ts";
import { givenNoteOf, noteOf } from "./session-parcel.ts";
import { SessionRecovery } from "./session-recovery.ts";
import { Session } from "./session.ts";
import type { SessionTransport } from "./session-transport.ts";

const owner = { kind: "bot", userId: "1", applicationId: "1", scopes: new Set<string>() } as const;
const id = "a".repeat(32);

const start = {
  intents: 0,
  shard: undefined,
  guildIds: ["7"],
  largeThreshold: 50,
  compress: false,
  accessToken: undefined,
};

function aSession() {
  const journal = new MemoryJournal();
  journal.waits = true;
  const timers: (() => void)[] = [];
  const time = { now: 0 };
  const sent: number[] = [];
  let closed = 0;
  const place = { done: "0", current: undefined as string | undefined, isFenced: false };
  const written = new SessionJournal({
    journal,
    epoch: () => "1",
    clock: {
      real: () => time.now,
      after(ms, task) {
        timers.push(() => {
          time.now += ms;
          task();
        });
        return () => undefined;
      },
    },
    done: () => place.done,
    current: () => place.current,
    noteOf: (each) => noteOf(each, { presence: undefined, mayBeInVoice: false, place: place.done }),
    mayHaveEnded: () => place.isFenced,
    closed: () => (closed += 1),
  });
  const session = new Session({ id, number: 1 }, owner, start);
  session.writeTo(written);
  const link = { send: (_: Encoded, sequence: number) => sent.push(sequence) };
  session.link = link as unknown as SessionTransport;
  /** Lets the time pass until the next timer. */
  const wait = () => timers.shift()?.();
  return { journal, session, written, sent, place, wait, closed: () => closed };
}

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const event = (nth: number) => encodeDispatch("E", { nth });
const processes = {
  own: () => ({ id: 1, epoch: "2" }),
  mayLiveElsewhere: () => false,
  isFenced: () => false,
};

function recovery(journal: BusJournal) {
  const clock = { after: () => () => undefined, real: () => 0 };
  return new SessionRecovery({ journal, processes, clock });
}

test("an event leaves once it is written down, and in order", async () => {
  const { journal, session, sent } = aSession();
  session.dispatch(event(1));
  session.dispatch(event(2));
  await turn();
  session.dispatch(event(3));
  await turn();
  expect(sent).toEqual([]);
  journal.answers[1]?.resolve(true);
  await turn();
  expect(sent).toEqual([]);
  journal.answers[0]?.resolve(true);
  await turn();
  expect(sent).toEqual([1, 2, 3]);
});

test("an event leaves all the same where it could not be written down", async () => {
  const { journal, session, sent } = aSession();
  session.dispatch(event(1));
  await turn();
  journal.answers[0]?.reject(new Error("gone"));
  await turn();
  expect(sent).toEqual([1]);
});

test("nothing leaves that could not be written down after the process stood still", async () => {
  const { journal, session, sent, place, closed } = aSession();
  session.dispatch(event(1));
  await turn();
  place.isFenced = true;
  journal.answers[0]?.reject(new Error("too late"));
  await turn();
  expect([sent, closed()]).toEqual([[], 1]);
});

test("nothing leaves once others have taken the process for dead", async () => {
  const { journal, session, sent, closed } = aSession();
  session.dispatch(event(1));
  await turn();
  journal.answers[0]?.resolve(false);
  await turn();
  expect([sent, closed()]).toEqual([[], 1]);
});

test("a session is found as it was, by its owner", async () => {
  const { journal, session, place } = aSession();
  place.done = "5";
  for (let nth = 1; nth <= 3; nth += 1) session.dispatch(event(nth));
  await turn();
  place.current = "6";
  session.dispatch(event(4));
  await turn();
  const found = recovery(journal);
  const stranger = { ...owner, userId: "2" };
  expect(await found.find({ id, owner: stranger, sequence: 2 })).toBeUndefined();
  const parcel = {
    id,
    guildIds: ["7"],
    sequence: 2,
    missed: [
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":3}}`],
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":4}}`],
    ],
    place: "6",
  };
  expect(await found.find({ id, owner, sequence: 2 })).toMatchObject({ epoch: "1", parcel });
});

test.each([
  ["has received more than was written down", 5],
  ["has received nothing", 0],
])("a session is lost whose client %s", async (_, sequence) => {
  const { journal, session } = aSession();
  for (let nth = 1; nth <= 4; nth += 1) session.dispatch(event(nth));
  await turn();
  expect(await recovery(journal).find({ id, owner, sequence })).toBe("lost");
});

test("a session is lost of which something in the middle was not written down", async () => {
  const { journal, session } = aSession();
  for (let nth = 1; nth <= 3; nth += 1) {
    session.dispatch(event(nth));
    await turn();
  }
  journal.loseEntry("1", 1);
  const found = recovery(journal);
  expect(await found.find({ id, owner, sequence: 1 })).toBe("lost");
});

test("sessions that a living process gave away are found in one read that began after them", async () => {
  const { journal, session, written, place } = aSession();
  const others = ["b", "c", "d"].map(
    (name, nth) => new Session({ id: name.repeat(32), number: nth + 2 }, owner, start),
  );
  for (const other of others) other.writeTo(written);
  const give = (each: Session): void => {
    each.dispatch(event(1));
    each.dispatch(event(2));
    const luggage = { presence: undefined, mayBeInVoice: false, place: place.done };
    each.leaveNote(givenNoteOf(each, luggage));
  };
  const isRead = Promise.withResolvers<void>();
  let reads = 0;
  const entries = journal.entries.bind(journal);
  journal.entries = async function* slowly(epoch) {
    reads += 1;
    const all: string[] = [];
    for await (const each of entries(epoch)) all.push(each);
    await isRead.promise;
    yield* all;
  };
  const found = recovery(journal);
  const find = (each: Session) => found.find({ id: each.id, owner, sequence: 1 });
  give(session);
  await turn();
  const first = find(session);
  await turn();
  for (const other of others) give(other);
  await turn();
  const later = others.map((other) => find(other));
  await turn();
  isRead.resolve();
  const missed = [[`{"t":"E","s":`, `,"op":0,"d":{"nth":2}}`]];
  for (const each of await Promise.all([first, ...later])) {
    expect(each).toMatchObject({ isGiven: true, parcel: { missed } });
  }
  expect(reads).toBe(2);
  await find(session);
  expect(reads).toBe(3);
});

test("a session that has ended is found no more", async () => {
  const { journal, session } = aSession();
  session.dispatch(event(1));
  await turn();
  session.stopWriting();
  await turn();
  expect(await recovery(journal).find({ id, owner, sequence: 1 })).toBeUndefined();
});

test("who waits for what was sent goes on though others have taken the process for dead", async () => {
  const { journal, session, written } = aSession();
  const done: string[] = [];
  session.dispatch(event(1));
  written.afterwards(() => done.push("afterwards"));
  await turn();
  journal.answers[0]?.resolve(false);
  await turn();
  expect(done).toEqual(["afterwards"]);
});

test("notes that could not be written go with the next write", async () => {
  const { journal, session, written, wait } = aSession();
  const other = new Session({ id: "b".repeat(32), number: 2 }, owner, start);
  const third = new Session({ id: "c".repeat(32), number: 3 }, owner, start);
  for (const each of [other, third]) each.writeTo(written);
  await turn();
  journal.isGone = true;
  session.touched();
  other.stopWriting();
  third.leaveNote("given");
  await turn();
  expect(journal.names("1")).toHaveLength(3);
  journal.isGone = false;
  wait();
  await turn();
  expect(journal.names("1")).toEqual([id, third.id]);
  expect(await journal.look("1", third.id)).toBe("given");
  expect(journal.writes.at(-1)).toMatchObject({ dropped: [other.id] });
});

test("a note that could not be taken away stays when its session has come back", async () => {
  const { journal, session, written, wait } = aSession();
  await turn();
  journal.isGone = true;
  session.stopWriting();
  await turn();
  journal.isGone = false;
  session.writeTo(written);
  wait();
  await turn();
  expect(journal.names("1")).toEqual([id]);
});

test("a note of a session that nobody has come for goes some minutes later", async () => {
  const { journal, session, written, wait } = aSession();
  const other = new Session({ id: "b".repeat(32), number: 2 }, owner, start);
  other.writeTo(written);
  session.leaveNote("given");
  await turn();
  for (let nth = 0; nth < 4; nth += 1) wait();
  await turn();
  expect(journal.names("1")).toContain(id);
  for (let nth = 0; nth < 2; nth += 1) wait();
  await turn();
  expect(journal.names("1")).toEqual([other.id]);
});

test("a quiet process says now and then that what it wrote still holds", async () => {
  const { journal, session, wait } = aSession();
  session.dispatch(event(1));
  await turn();
  const before = journal.writes.length;
  for (let nth = 0; nth < 6; nth += 1) wait();
  await turn();
  expect(journal.writes.length - before).toBeGreaterThanOrEqual(5);
  // Its event is too old by now, so the note says how far it is.
  const [, note = "{}"] = journal.writes.at(-1)?.notes[0] ?? [];
  expect(JSON.parse(note)).toMatchObject({ sequence: 1 });
});

test("a process without sessions writes nothing", async () => {
  const { journal, session, wait } = aSession();
  session.stopWriting();
  await turn();
  const before = journal.writes.length;
  for (let nth = 0; nth < 6; nth += 1) wait();
  await turn();
  expect(journal.writes).toHaveLength(before);
});

test("a session is found that was sent more than a call has arguments", async () => {
  const { journal, session } = aSession();
  session.dispatch(event(1));
  await turn();
  const events = 200_000;
  const sent = Array.from({ length: events }, (_, i) => [id, i + 1, 0]);
  const entry = JSON.stringify({ events: [["", ""]], sent, done: "9" });
  const write = { epoch: "1", number: 2, oldest: 1, entry, notes: [], dropped: [] };
  void journal.append(write);
  const found = await recovery(journal).find({ id, owner, sequence: events - 1 });
  expect(found).toMatchObject({ parcel: { missed: [["", ""]] } });
});

test("a greeting that is larger than an entry has no note before its end", async () => {
  const { journal, session } = aSession();
  const large = encodeDispatch("E", { text: "x".repeat(300_000) });
  for (let nth = 0; nth < 3; nth += 1) session.dispatch(large);
  expect(journal.writes).toHaveLength(3);
  expect(journal.names("1")).toEqual([]);
  await turn();
  expect(journal.names("1")).toEqual([id]);
});
