// When events leave that are written down first, and what of them is found again.
import { expect, test } from "vitest";
import type { BusJournal, JournalWrite } from "../../platform/bus.ts";
import { encodeDispatch, type Encoded } from "./wire/codec.ts";
import { SessionJournal } from "./session-journal.ts";
import { noteOf } from "./session-parcel.ts";
import { SessionRecovery } from "./session-recovery.ts";
import { Session, type SessionTransport } from "./session-registry.ts";

const owner = { kind: "bot", userId: "1", applicationId: "1", scopes: new Set<string>() } as const;
const id = "a".repeat(32);

/** A journal in memory, whose answers come when a test says so. */
class MemoryJournal implements BusJournal {
  readonly writes: JournalWrite[] = [];
  readonly answers: PromiseWithResolvers<boolean>[] = [];
  readonly #notes = new Map<string, string>();

  append(write: JournalWrite): Promise<boolean> {
    this.writes.push(write);
    for (const [name, text] of write.notes) this.#notes.set(name, text);
    for (const name of write.dropped) this.#notes.delete(name);
    const answer = Promise.withResolvers<boolean>();
    this.answers.push(answer);
    return answer.promise;
  }
  journals = () => Promise.resolve(["1"]);
  look = (_: string, name: string) => Promise.resolve(this.#notes.get(name));
  take(_: string, name: string) {
    const note = this.#notes.get(name);
    this.#notes.delete(name);
    return Promise.resolve(note);
  }
  async *entries() {
    for (const { entry } of this.writes) if (entry !== undefined) yield entry;
  }
}

function aSession() {
  const journal = new MemoryJournal();
  const sent: number[] = [];
  let closed = 0;
  const place = { done: "0", current: undefined as string | undefined, isFenced: false };
  const written = new SessionJournal({
    journal,
    epoch: () => "1",
    real: () => 0,
    done: () => place.done,
    current: () => place.current,
    noteOf: (each) => noteOf(each, { presence: undefined, mayBeInVoice: false, place: place.done }),
    mayHaveEnded: () => place.isFenced,
    closed: () => (closed += 1),
  });
  const session = new Session({ id, number: 1 }, owner, {
    intents: 0,
    shard: undefined,
    guildIds: ["7"],
    largeThreshold: 50,
    compress: false,
    accessToken: undefined,
  });
  session.writeTo(written);
  const link = { send: (_: Encoded, sequence: number) => sent.push(sequence) };
  session.link = link as unknown as SessionTransport;
  return { journal, session, sent, place, closed: () => closed };
}

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const event = (nth: number) => encodeDispatch("E", { nth });
const processes = {
  own: () => ({ id: 1, epoch: "2" }),
  mayLiveElsewhere: () => false,
};

function recovery(journal: BusJournal) {
  return new SessionRecovery({ journal, processes, clock: { after: () => () => undefined } });
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

test("a session is found as it was, by its owner, and once", async () => {
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
  expect(await found.find({ id, owner, sequence: 2 })).toMatchObject({
    id,
    guildIds: ["7"],
    sequence: 2,
    missed: [
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":3}}`],
      [`{"t":"E","s":`, `,"op":0,"d":{"nth":4}}`],
    ],
    place: "6",
  });
  expect(await found.find({ id, owner, sequence: 2 })).toBeUndefined();
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
  journal.writes.splice(1, 1);
  const found = recovery(journal);
  expect(await found.find({ id, owner, sequence: 1 })).toBe("lost");
});

test("a session that has ended is found no more", async () => {
  const { journal, session } = aSession();
  session.dispatch(event(1));
  await turn();
  session.stopWriting();
  await turn();
  expect(await recovery(journal).find({ id, owner, sequence: 1 })).toBeUndefined();
});
