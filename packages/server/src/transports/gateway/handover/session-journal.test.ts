// When journalled events are sent, and which of them a recovery finds.
import { expect, test } from "vitest";
import type { BusJournal } from "../../../platform/bus.ts";
import { MemoryJournal } from "../../../testing/processes/memory-journal.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";
import { givenSessionOf } from "./given-sessions.ts";
import { SessionJournal, type JournalEntry } from "./session-journal.ts";
import { givenNoteOf, noteOf } from "./session-state.ts";
import { SessionRecovery } from "./session-recovery.ts";
import { Session } from "../sessions/session.ts";
import type { SessionTransport } from "../sessions/session-transport.ts";

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

const facts = (place: string) => ({ presence: undefined, mayBeInVoice: false, place, world: 0 });

function aSession() {
  const journal = new MemoryJournal();
  journal.waits = true;
  const timers: (() => void)[] = [];
  const time = { now: 0 };
  const sent: number[] = [];
  let closed = 0;
  const ended: string[] = [];
  const place = {
    done: "0",
    isFenced: false,
    isHeld: Promise.resolve(false),
    endsAt: Promise.resolve(),
  };
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
    noteOf: (each) => noteOf(each, facts(place.done)),
    mayHaveEnded: () => place.isFenced,
    holdsItsPlace: () => place.isHeld,
    closed: () => (closed += 1),
    givenOf: (each) => givenSessionOf(each, true),
    endGiven: async (session) => {
      await place.endsAt;
      return ended.push(session.id) > 1;
    },
  });
  const session = new Session({ id, number: 1 }, owner, start);
  session.writeTo(written);
  const link = { send: (_: Encoded, sequence: number) => sent.push(sequence) };
  session.link = link as unknown as SessionTransport;
  /** Fires the next timer. */
  const wait = () => timers.shift()?.();
  return { journal, session, written, sent, place, wait, ended, closed: () => closed };
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

test("events are sent in order, each once it is recorded", async () => {
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

test("an event that could not be recorded is sent all the same", async () => {
  const { journal, session, sent } = aSession();
  session.dispatch(event(1));
  await turn();
  journal.answers[0]?.reject(new Error("gone"));
  await turn();
  expect(sent).toEqual([1]);
});

test("an event that could not be recorded after the process was paused is not sent", async () => {
  const { journal, session, sent, place, closed } = aSession();
  session.dispatch(event(1));
  await turn();
  place.isFenced = true;
  journal.answers[0]?.reject(new Error("too late"));
  await turn();
  expect([sent, closed()]).toEqual([[], 1]);
});

test("unrecorded events are sent once it is certain that the process still has its lease", async () => {
  const { journal, session, sent, place, closed } = aSession();
  session.dispatch(event(1));
  await turn();
  place.isFenced = true;
  const lease = Promise.withResolvers<boolean>();
  place.isHeld = lease.promise;
  journal.answers[0]?.reject(new Error("gone"));
  await turn();
  expect([sent, closed()]).toEqual([[], 0]);
  lease.resolve(true);
  await turn();
  expect([sent, closed()]).toEqual([[1], 0]);
});

test("nothing is sent once others have taken the process for dead", async () => {
  const { journal, session, sent, closed } = aSession();
  session.dispatch(event(1));
  await turn();
  journal.answers[0]?.resolve(false);
  await turn();
  expect([sent, closed()]).toEqual([[], 1]);
});

test("its owner finds a session as it was", async () => {
  const { journal, session, place } = aSession();
  place.done = "5";
  for (let nth = 1; nth <= 3; nth += 1) session.dispatch(event(nth));
  await turn();
  session.dispatch(event(4), "6");
  await turn();
  const found = recovery(journal);
  const stranger = { ...owner, userId: "2" };
  expect(await found.find({ id, owner: stranger, sequence: 2 })).toBeUndefined();
  const state = {
    id,
    guildIds: ["7"],
    sequence: 2,
    missed: [
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":3}}`],
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":4}}`],
    ],
    place: "6",
  };
  expect(await found.find({ id, owner, sequence: 2 })).toMatchObject({ epoch: "1", state });
});

test.each([
  ["has received more than was written down", 5],
  ["has received nothing", 0],
])("a session is lost when its client %s", async (_, sequence) => {
  const { journal, session } = aSession();
  for (let nth = 1; nth <= 4; nth += 1) session.dispatch(event(nth));
  await turn();
  expect(await recovery(journal).find({ id, owner, sequence })).toBe("events missing");
});

test("a session with a gap in its record is lost", async () => {
  const { journal, session } = aSession();
  for (let nth = 1; nth <= 3; nth += 1) {
    session.dispatch(event(nth));
    await turn();
  }
  journal.loseEntry("1", 1);
  const found = recovery(journal);
  expect(await found.find({ id, owner, sequence: 1 })).toBe("events missing");
});

test("sessions that a living process handed over are found by one read that began later", async () => {
  const { journal, session, written, place } = aSession();
  const others = ["b", "c", "d"].map(
    (name, nth) => new Session({ id: name.repeat(32), number: nth + 2 }, owner, start),
  );
  for (const other of others) other.writeTo(written);
  const give = (each: Session): void => {
    each.dispatch(event(1));
    each.dispatch(event(2));
    each.giveAway(givenNoteOf(each, facts(place.done)));
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
    expect(each).toMatchObject({ isGiven: true, state: { missed } });
  }
  expect(reads).toBe(2);
  await find(session);
  expect(reads).toBe(3);
});

test("an ended session is no longer found", async () => {
  const { journal, session } = aSession();
  session.dispatch(event(1));
  await turn();
  session.stopWriting();
  await turn();
  expect(await recovery(journal).find({ id, owner, sequence: 1 })).toBeUndefined();
});

test("a wait for sent events ends although others have taken the process for dead", async () => {
  const { journal, session, written } = aSession();
  const done: string[] = [];
  session.dispatch(event(1));
  written.afterwards(() => done.push("afterwards"));
  await turn();
  journal.answers[0]?.resolve(false);
  await turn();
  expect(done).toEqual(["afterwards"]);
});

test("records that could not be written are written with the next ones", async () => {
  const { journal, session, written, wait } = aSession();
  const other = new Session({ id: "b".repeat(32), number: 2 }, owner, start);
  const third = new Session({ id: "c".repeat(32), number: 3 }, owner, start);
  for (const each of [other, third]) each.writeTo(written);
  await turn();
  journal.isGone = true;
  session.touched();
  other.stopWriting();
  third.giveAway("given");
  await turn();
  expect(journal.names("1")).toHaveLength(3);
  journal.isGone = false;
  wait();
  await turn();
  expect(journal.names("1")).toEqual([id, third.id]);
  expect(await journal.readNote("1", third.id)).toBe("given");
  expect(journal.writes.at(-1)).toMatchObject({ deletedNotes: [other.id] });
});

test("a record that could not be deleted stays when its session has returned", async () => {
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

test("a session that is not resumed ends minutes later, once that is certain", async () => {
  const { session, written, wait, ended } = aSession();
  const other = new Session({ id: "b".repeat(32), number: 2 }, owner, start);
  other.writeTo(written);
  session.giveAway("given");
  await turn();
  const minutes = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) wait();
    await turn();
  };
  await minutes(4);
  expect(ended).toEqual([]);
  await minutes(2);
  expect(ended).toEqual([id]);
  // The first attempt fails, as if another process might be resuming the session.
  await minutes(1);
  expect(ended).toEqual([id, id]);
  await minutes(12);
  expect(ended).toEqual([id, id]);
});

test("very many sessions that are not resumed end in portions", async () => {
  const { written, wait, ended } = aSession();
  const count = 450;
  for (let nth = 0; nth < count; nth += 1) {
    const each = new Session({ id: `given ${nth}`, number: nth + 2 }, owner, start);
    each.writeTo(written);
    each.giveAway("given");
  }
  const sofar: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    wait();
    await turn();
    sofar.push(ended.length);
  }
  // The first session takes two attempts.
  expect(sofar).toEqual([0, 0, 0, 0, 0, 200, 400, count + 1]);
});

test("a stop waits for sessions that are ending", async () => {
  const { session, written, wait, place, ended } = aSession();
  const ends = Promise.withResolvers<void>();
  place.endsAt = ends.promise;
  session.giveAway("given");
  for (let nth = 0; nth < 6; nth += 1) wait();
  const stopped = written.stop().then(() => [...ended]);
  await turn();
  expect(ended).toEqual([]);
  ends.resolve();
  expect(await stopped).toEqual([id]);
});

test("a record of a replaced world is not written again", async () => {
  const { journal, session, written, wait } = aSession();
  await turn();
  session.giveAway("given");
  await turn();
  const write = journal.answers.at(-1);
  written.forgetGiven();
  await turn();
  write?.reject(new Error("it took too long"));
  await turn();
  wait();
  await turn();
  expect(journal.names("1")).toEqual([]);
});

test("an idle process confirms from time to time that its records are current", async () => {
  const { journal, session, wait } = aSession();
  session.dispatch(event(1));
  await turn();
  const before = journal.writes.length;
  for (let nth = 0; nth < 6; nth += 1) wait();
  await turn();
  expect(journal.writes.length - before).toBeGreaterThanOrEqual(5);
  // The session's event is too old by now, so the note contains its sequence.
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

test("a session with more events than a call can have arguments is found", async () => {
  const { journal, session } = aSession();
  session.dispatch(event(1));
  await turn();
  const events = 200_000;
  const sent = Array.from({ length: events }, (_, i) => [id, i + 1, 0]);
  const entry = JSON.stringify({ events: [["", ""]], sent, done: "9" });
  const write = { epoch: "1", number: 2, oldest: 1, entry, notes: [], deletedNotes: [] };
  void journal.append(write);
  const found = await recovery(journal).find({ id, owner, sequence: events - 1 });
  expect(found).toMatchObject({ state: { missed: [["", ""]] } });
});

/** An event larger than an entry. */
const large = (text = "x") => encodeDispatch("E", { text: text.repeat(300_000) });

test("READY and guilds that exceed an entry are recorded only once complete", async () => {
  const { journal, session } = aSession();
  for (let nth = 0; nth < 3; nth += 1) session.dispatch(large());
  expect(journal.writes).toHaveLength(2);
  expect(journal.names("1")).toEqual([]);
  await turn();
  expect(journal.names("1")).toEqual([id]);
});

/** The entries with events. */
function entriesOf(journal: MemoryJournal): readonly JournalEntry[] {
  return journal.writes.flatMap(({ entry }) =>
    entry === undefined ? [] : [JSON.parse(entry) as JournalEntry],
  );
}

test("all dispatches that follow from one event are recorded at once, however large", async () => {
  const { journal, session } = aSession();
  await turn();
  for (const place of ["1", "2"]) {
    for (const text of ["x", "y", "z"]) session.dispatch(large(text), place);
  }
  await turn();
  const inLog = ({ sent }: JournalEntry) => sent.map(([, , , place]) => place);
  expect(entriesOf(journal).map(inLog)).toEqual([
    ["1", "1", "1"],
    ["2", "2", "2"],
  ]);
});

test("the state of a session after an event is recorded with its dispatches", async () => {
  const { journal, session } = aSession();
  await turn();
  session.dispatch(large(), "1");
  // The session joins a guild, and is sent an event about that.
  session.enter("8");
  session.dispatch(event(2), "2");
  expect(entriesOf(journal)).toEqual([]);
  await turn();
  const [write] = journal.writes.slice(-1);
  expect(entriesOf(journal).map(({ sent }) => sent.length)).toEqual([2]);
  expect(JSON.parse(write?.notes[0]?.[1] ?? "{}")).toMatchObject({ guildIds: ["7", "8"] });
});

test("an event that changes very many sessions is done once all records are written", async () => {
  const { journal, written, place } = aSession();
  const sessions = Array.from({ length: 450 }, (_, nth) => {
    const each = new Session({ id: `session ${nth}`, number: nth + 2 }, owner, start);
    each.writeTo(written);
    return each;
  });
  await turn();
  const before = journal.writes.length;
  const dispatch = event(1);
  for (const each of sessions) {
    each.touched();
    each.dispatch(dispatch, "5");
  }
  place.done = "5";
  await turn();
  const writes = journal.writes.slice(before);
  const entries = entriesOf(journal);
  expect(writes.map(({ notes }) => notes.length)).toEqual([200, 200, 50]);
  for (const [nth, { sent, events }] of entries.entries()) {
    const noted = writes[nth]?.notes.map(([name]) => name);
    expect([sent.map(([name]) => name), events.length]).toEqual([noted, 1]);
  }
  expect(entries.map(({ done }) => done)).toEqual(["0", "0", "5"]);
});

test("after a lost entry, what a session missed in the log is unknown", async () => {
  const { journal, session, written, place } = aSession();
  const other = new Session({ id: "b".repeat(32), number: 2 }, owner, start);
  other.writeTo(written);
  for (const [nth, to] of [session, session, other].entries()) {
    place.done = `${nth + 1}`;
    to.dispatch(event(nth), place.done);
    await turn();
  }
  journal.loseEntry("1", 1);
  const found = await recovery(journal).find({ id, owner, sequence: 1 });
  expect(found).toMatchObject({ state: { sequence: 1, missed: [], place: "1" } });
});
