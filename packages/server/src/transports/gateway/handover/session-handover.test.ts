// Sessions that resume at other processes, with all kinds of failures meanwhile.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JournalWrite } from "../../../platform/bus.ts";
import {
  owner,
  ResumingProcesses,
  type MemoryClient,
  type ResumingProcess,
} from "../../../testing/processes/resuming-processes.ts";
import type { JournalEntry } from "./session-journal.ts";
import { encodeDispatch } from "../wire/codec.ts";

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

async function turns(count = 10): Promise<void> {
  for (let i = 0; i < count; i += 1) await turn();
}

/** Resumes, and retries like a client until the outcome is final. */
async function resumed(process: ResumingProcess, client: MemoryClient): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await process.resume(client);
    if (found !== "undecided") return found;
    await turns();
  }
  return "undecided";
}

/** Processes with the epochs 1 to 3, and a client of the first. */
async function setUp() {
  const all = new ResumingProcesses();
  const [one, two, three] = [all.start("1"), all.start("2"), all.start("3")];
  const client = one.begin();
  await turns();
  return { all, one, two, three, client };
}

/** The sequence numbers of the events in an entry. */
function sentIn({ entry }: JournalWrite): readonly number[] {
  if (entry === undefined) return [];
  return (JSON.parse(entry) as JournalEntry).sent.map(([, sequence]) => sequence);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

test("a session continues at another process with the events of the meantime", async () => {
  const { all, one, two, client } = await setUp();
  all.happen(3);
  await turns();
  expect(await two.resume(client)).toBe("taken");
  all.happen(2);
  await turns();
  expect(client.happened()).toEqual(upTo(5));
  expect([one.sessions.size, two.sessions.size]).toEqual([0, 1]);
  expect(client.closings).toEqual(["superseded"]);
  // The first process's journal has nothing left of the session.
  expect([all.journal.names("1"), all.journal.names("2")]).toEqual([[], [client.sessionId]]);
});

test("RESUMED follows the events that were committed elsewhere before the client returned", async () => {
  const { all, two, client } = await setUp();
  all.commit(2);
  expect(await two.resume(client)).toBe("taken");
  await turns();
  expect(client.names()).toEqual(["READY", "HAPPENED", "HAPPENED", "RESUMED"]);
});

test("a session continues while the log does not answer, and receives later commits after RESUMED", async () => {
  const { all, two, client } = await setUp();
  const answers = Promise.withResolvers<void>();
  all.commit(1);
  all.beforeLook = () => answers.promise;
  const resuming = two.resume(client);
  await turns();
  expect(client.names()).toEqual(["READY"]);
  all.pass(250);
  expect(await resuming).toBe("taken");
  answers.resolve();
  await turns();
  expect(client.names()).toEqual(["READY", "RESUMED", "HAPPENED"]);
});

test("a session continues when the answer that handed it over was lost", async () => {
  const { all, two, three, client } = await setUp();
  all.happen(3);
  await turns();
  all.lostAnswers = 1;
  expect(await two.resume(client)).toBe("undecided");
  all.happen(2);
  await turns();
  expect(await three.resume(client)).toBe("taken");
  all.happen(1);
  await turns();
  expect(client.happened()).toEqual(upTo(6));
  expect(two.sessions.size + three.sessions.size).toBe(1);
});

test("a session continues that was handed to a process which ended before it took it over", async () => {
  const { all, one, two, three, client } = await setUp();
  all.happen(3);
  await turns();
  const killed = Promise.withResolvers<void>();
  all.journal.beforeClaim = () => {
    all.kill(two);
    killed.resolve();
  };
  void two.resume(client);
  await killed.promise;
  all.journal.beforeClaim = () => undefined;
  all.happen(2);
  expect(await resumed(three, client)).toBe("taken");
  await turns();
  expect(client.happened()).toEqual(upTo(5));
  expect(one.sessions.size).toBe(0);
});

test("a session survives failing reads and a session journal that does not answer", async () => {
  const { all, one, two, three, client } = await setUp();
  all.happen(3);
  await turns();
  all.kill(one);
  all.happen(2);
  all.failsToRead = (before) => before === 0;
  expect(await two.resume(client)).toBe("undecided");
  all.journal.beforeClaim = () => {
    all.journal.isGone = true;
  };
  expect(await three.resume(client)).toBe("undecided");
  all.journal.beforeClaim = () => undefined;
  all.journal.isGone = false;
  expect(await three.resume(client)).toBe("taken");
  await turns();
  expect(client.happened()).toEqual(upTo(5));
});

test("a session continues later when the process that received it could not claim it", async () => {
  const { all, one, two, client } = await setUp();
  all.happen(3);
  await turns();
  all.journal.beforeClaim = () => {
    all.journal.isGone = true;
  };
  expect(await two.resume(client)).toBe("undecided");
  expect(one.sessions.size).toBe(0);
  all.journal.beforeClaim = () => undefined;
  all.journal.isGone = false;
  all.happen(2);
  one.begin();
  expect(await resumed(two, client)).toBe("taken");
  await turns();
  expect(client.happened()).toEqual(upTo(5));
});

test("a session whose record is not yet written is not taken for lost", async () => {
  const { all, one, two, three, client } = await setUp();
  all.lostAnswers = 1;
  all.journal.isGone = true;
  expect(await two.resume(client)).toBe("undecided");
  expect(await three.resume(client)).toBe("undecided");
  // The process that has yet to write the note does not take the session for lost either.
  expect(await one.resume(client)).toBe("undecided");
  all.journal.isGone = false;
  one.writeAgain();
  await turns();
  expect(await three.resume(client)).toBe("taken");
});

test("a session whose client received unwritten events is invalidated, and the log says why", async () => {
  const { all, one, two, client } = await setUp();
  all.journal.isGone = true;
  all.happen(1);
  await turns();
  all.kill(one);
  all.journal.isGone = false;
  expect(await two.resume(client)).toBe("lost");
  expect(two.reasons).toEqual(["events missing"]);
});

test("the log warns when a living process no longer has a session that it recorded", async () => {
  const { one, two, three, client } = await setUp();
  one.sessions.disown();
  expect(await two.resume(client)).toBe("unknown");
  expect(two.reasons).toEqual(["owner has it not"]);
  // For a session that no process had, nothing is logged.
  client.sessionId = "f".repeat(32);
  expect(await three.resume(client)).toBe("unknown");
  expect(three.reasons).toEqual([]);
});

test("a session that was handed over and never resumed cannot be resumed anywhere", async () => {
  const { all, one, two, three, client } = await setUp();
  all.lostAnswers = 1;
  expect(await two.resume(client)).toBe("undecided");
  await turns();
  expect(await one.endGiven(client.sessionId)).toBe(true);
  expect(all.journal.names("1")).toEqual([]);
  expect(await three.resume(client)).toBe("unknown");
});

test("a session that continued elsewhere, or came back, does not end at its old process", async () => {
  const { all, one, two, client } = await setUp();
  expect(await two.resume(client)).toBe("taken");
  await turns();
  expect(await one.endGiven(client.sessionId)).toBe(true);
  expect(all.journal.names("2")).toEqual([client.sessionId]);
  expect(await one.resume(client)).toBe("taken");
  await turns();
  expect(await one.endGiven(client.sessionId)).toBe(true);
  expect(one.ended).toEqual([]);
  expect(one.sessions.size).toBe(1);
  expect(all.journal.names("1")).toEqual([client.sessionId]);
});

test("a session that another process is claiming does not end", async () => {
  const { all, one, two, client } = await setUp();
  all.journal.beforeClaim = () => {
    all.journal.beforeClaim = () => undefined;
    two.isFenced = true;
  };
  expect(await two.resume(client)).toBe("undecided");
  await all.journal.claim({ epoch: "1", name: client.sessionId, claimant: "2", durationMs: 1 });
  expect(await one.endGiven(client.sessionId)).toBe(false);
  expect(all.journal.names("1")).toEqual([client.sessionId]);
});

test("a session continues later when its events could not be read completely", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.happen(2_500);
  // The first page is read, and reading the second fails.
  all.failsToRead = (before) => before === 1;
  await two.resume(client);
  await turns(50);
  expect(client.closings).toEqual(["op 9 true"]);
  expect(await resumed(two, client)).toBe("taken");
  await turns(50);
  expect(client.happened()).toEqual(upTo(2_500));
});

test("a session that was set aside and resumed at its process can continue elsewhere", async () => {
  const { all, one, two, three, client } = await setUp();
  all.kill(one);
  all.happen(1_010);
  all.failsToRead = (before) => before === 1;
  await two.resume(client);
  await turns(50);
  expect(await resumed(two, client)).toBe("taken");
  await turns(50);
  expect(all.journal.names("2")).toEqual([client.sessionId]);
  all.kill(two);
  all.happen(1);
  expect(await three.resume(client)).toBe("taken");
  await turns();
  expect(client.happened()).toEqual(upTo(1_011));
});

test("a client identifies again when its recorded session cannot continue for a minute", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.failsToRead = () => true;
  const found: string[] = [];
  for (; all.now <= 60_000; all.now += 5_000) found.push(await two.resume(client));
  expect(found).toEqual([...Array.from({ length: 12 }, () => "undecided"), "lost"]);
  expect(two.reasons).toEqual(["cannot go on"]);
});

test("a session that may have missed an undeliverable event is invalidated", async () => {
  const { all, client } = await setUp();
  all.whisper();
  await turns();
  expect(client.closings).toEqual(["op 9 false"]);
});

test("a session whose missed events cannot be sent later is invalidated", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.whisper();
  await turns();
  await two.resume(client);
  await turns();
  expect(client.closings).toEqual(["op 9 false"]);
});

test("an event that is sent while its client resumes at a stopping process is not lost", async () => {
  const { all, one, two, client } = await setUp();
  const never = new Promise<never>(() => undefined);
  all.people = async (process) => (process === one ? never : [owner.userId]);
  all.whisper();
  await turns();
  one.sessions.find(client.sessionId)?.dispatch(encodeDispatch("RESUMED", {}));
  await turns();
  expect(client.newest).toBe(2);
  all.kill(one);
  expect(await two.resume(client)).toBe("taken");
  await turns();
  expect(client.happened()).toEqual([1]);
});

test("of two processes that claim a session of an ended process, one gets it", async () => {
  const { all, one, two, three, client } = await setUp();
  all.happen(3);
  await turns();
  all.kill(one);
  const found = await Promise.all([two.resume(client), three.resume(client)]);
  expect(found.toSorted()).toEqual(["taken", "undecided"]);
  expect(two.sessions.size + three.sessions.size).toBe(1);
  const [loser, winner] = found[0] === "taken" ? [three, two] : [two, three];
  expect(await loser.resume(client)).toBe("taken");
  expect([loser.sessions.size, winner.sessions.size]).toEqual([1, 0]);
  all.happen(1);
  await turns();
  expect(client.happened()).toEqual(upTo(4));
});

test("of two processes that claim a session of a living process, one gets it", async () => {
  const { all, one, two, three, client } = await setUp();
  const found = await Promise.all([two.resume(client), three.resume(client)]);
  expect(found.toSorted()).toEqual(["taken", "undecided"]);
  expect(one.sessions.size).toBe(0);
  expect(two.sessions.size + three.sessions.size).toBe(1);
  all.happen(1);
  await turns();
  expect(client.happened()).toEqual([1]);
});

test("of two connections at one process, the second finds the session that the first fetched", async () => {
  const { one, two, client } = await setUp();
  const found = await Promise.all([two.resume(client), two.resume(client)]);
  expect(found).toEqual(["taken", "unknown"]);
  expect([one.sessions.size, two.sessions.size]).toEqual([0, 1]);
  expect(two.sessions.find(client.sessionId)).toBeDefined();
});

test("a process that was paused during its claim does not start the session", async () => {
  const { all, one, two, three, client } = await setUp();
  all.kill(one);
  all.journal.beforeClaim = () => {
    two.isFenced = true;
  };
  expect(await two.resume(client)).toBe("undecided");
  expect(two.sessions.size).toBe(0);
  all.journal.beforeClaim = () => {
    void Promise.resolve().then(() => (all.now += 10_000));
  };
  expect(await three.resume(client)).toBe("undecided");
  expect(three.sessions.size).toBe(0);
  all.journal.beforeClaim = () => undefined;
  expect(await three.resume(client)).toBe("taken");
});

test("a process that was paused hands a session over only after it checked that its lease is alive", async () => {
  const { one, two, client } = await setUp();
  one.isFenced = true;
  expect(await two.resume(client)).toBe("undecided");
  expect(one.sessions.size).toBe(1);
  one.onLook = () => {
    one.isFenced = false;
  };
  expect(await two.resume(client)).toBe("undecided");
  expect(await two.resume(client)).toBe("taken");
});

test("a session continues from its last process, though that is an older one", async () => {
  const { all, one, two, three, client } = await setUp();
  expect(await three.resume(client)).toBe("taken");
  await turns();
  // The note of the process before is not deleted.
  all.journal.deleteNote = () => Promise.resolve();
  expect(await two.resume(client)).toBe("taken");
  all.happen(2);
  await turns();
  for (const each of [three, two]) all.kill(each);
  expect(await one.resume(client)).toBe("taken");
  all.happen(1);
  await turns();
  expect(client.happened()).toEqual(upTo(3));
});

test("more than ten thousand events since its process ended are sent", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.happen(20_000);
  expect(await two.resume(client)).toBe("taken");
  await turns(200);
  expect(client.happened()).toEqual(upTo(20_000));
  expect(client.closings).toEqual([]);
});

test("a session with more than fifty thousand missed events is invalidated", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.happen(50_001);
  await two.resume(client);
  await turns(500);
  expect(client.closings).toEqual(["op 9 false"]);
  expect(two.sessions.size).toBe(0);
});

test("sessions that are recovered together each receive their missed events", async () => {
  const { all, one, two, client } = await setUp();
  const others = [one.begin(), one.begin()];
  await turns();
  all.happen(2);
  await turns();
  all.kill(one);
  all.happen(3);
  const found = await Promise.all([client, ...others].map((each) => two.resume(each)));
  expect(new Set(found)).toEqual(new Set(["taken"]));
  await turns();
  for (const each of [client, ...others]) expect(each.happened()).toEqual(upTo(5));
});

test("no event is sent before it is recorded, however many there are at once", async () => {
  const { all, one, two, client } = await setUp();
  all.kill(one);
  all.happen(3_000);
  all.journal.waits = true;
  const resuming = two.resume(client);
  await turns();
  while (client.newest < 3_002) {
    const unanswered = all.journal.writes.slice(-all.journal.answers.length);
    const written = all.journal.writes.slice(0, -all.journal.answers.length).flatMap(sentIn);
    expect(client.newest).toBeLessThanOrEqual(written.at(-1) ?? 0);
    expect(unanswered.flatMap(sentIn).length).toBeLessThanOrEqual(252);
    for (const answer of all.journal.answers.splice(0)) answer.resolve(true);
    await turns(3);
  }
  expect(await resuming).toBe("taken");
  expect(client.happened()).toEqual(upTo(3_000));
});

test("no event is lost or duplicated when process after process ends while sending it", async () => {
  const anEnd = fc.record({
    happens: fc.integer({ min: 0, max: 900 }),
    writes: fc.integer({ min: 0, max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anEnd, { minLength: 1, maxLength: 4 }), async (ends) => {
      const all = new ResumingProcesses();
      let current = all.start("1");
      const client = current.begin();
      await turns();
      for (const [nth, { happens, writes }] of ends.entries()) {
        const next = all.start(`${nth + 2}`);
        all.kill(current);
        all.happen(happens);
        all.journal.waits = true;
        void next.resume(client);
        // This many writes succeed, and their events are sent, before this process ends too.
        for (let i = 0; i < writes; i += 1) {
          await turns(3);
          all.journal.answers.shift()?.resolve(true);
        }
        await turns(3);
        current = next;
        all.journal.waits = false;
        all.journal.answers.splice(0);
      }
      const last = all.start("99");
      all.kill(current);
      expect(await resumed(last, client)).toBe("taken");
      all.happen(1);
      await turns(30);
      expect(client.happened()).toEqual(upTo(all.events.length));
    }),
    { numRuns: 60 },
  );
});
