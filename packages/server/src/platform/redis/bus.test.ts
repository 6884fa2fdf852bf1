// The bus between processes, on a real Redis. Needs the tests' launcher: npm run test:only.
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { aBus, aCuttableProxy, type TestBusOptions } from "../../testing/processes/buses.ts";
import type { Bus, BusJournal } from "../bus.ts";
import { localRateLimitCounters, sharesOf } from "../rate-limit-counters.ts";
import { countersConformance } from "../rate-limit-counters.conformance.ts";
import { steerableClock } from "../time/system-clock.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Buses of this many processes of one service, some of which may reach Redis in another way. */
function buses(
  count: number,
  options: Partial<TestBusOptions> = {},
  urls: readonly string[] = [],
): Promise<readonly Bus[]> {
  const service = randomUUID();
  const living = Array.from({ length: count }, (_, id) => ({
    id,
    epoch: `${id + 1}`,
    version: "",
  }));
  return Promise.all(
    living.map(async (own) => {
      const processes = { own: () => own, living: () => living };
      const url = urls[own.id] ?? options.url;
      const reached = { ...options, ...(url === undefined ? {} : { url }) };
      const bus = await aBus({ service, processes, clock: steerableClock(), ...reached });
      closing.push(() => bus.close());
      return bus;
    }),
  );
}

describe("on Redis", () => {
  countersConformance(async () => {
    const clock = steerableClock();
    const all = await buses(3, { clock });
    return {
      counters: all.map((bus) => bus.counters(localRateLimitCounters())),
      moveTo: (at) => clock.restore({ frozen: true, offsetMs: 0, frozenAt: at }),
      remove: async () => undefined,
    };
  });
});

describe("in memory", () => {
  countersConformance(async () => ({
    counters: [localRateLimitCounters()],
    moveTo: () => undefined,
    remove: async () => undefined,
  }));
});

test("windows follow the time of Redis unless the clock was moved", async () => {
  const [bus] = await buses(1);
  const clock = steerableClock();
  const counters = bus?.counters(localRateLimitCounters());
  const now = clock.now();
  const taking = await counters?.take([{ key: "a", max: 1, windowMs: 60_000 }], now);
  expect(taking).toEqual({ windows: [{ used: 1, max: 1, endsAt: now + 60_000 }] });
});

test("all other processes receive what one publishes", async () => {
  const all = await buses(3);
  const received: unknown[] = [];
  for (const [nth, bus] of all.entries()) {
    bus.subscribe("news", (body, from) => received.push([nth, from, body]));
    bus.subscribe("other", () => received.push("wrong topic"));
  }
  all[0]?.publish("news", { what: "é" });
  await expect.poll(() => received.length).toBe(2);
  expect(received).toContainEqual([1, "1", { what: "é" }]);
  expect(received).toContainEqual([2, "1", { what: "é" }]);
});

test("services that share a Redis receive nothing of each other", async () => {
  const [[one], [other], [third]] = await Promise.all([buses(1), buses(1), buses(1)]);
  const received: unknown[] = [];
  other?.subscribe("news", (body) => received.push(body));
  third?.subscribe("news", (body) => received.push(body));
  one?.publish("news", 1);
  third?.publish("news", 2);
  const counters = [one, other].map((bus) => bus?.counters(localRateLimitCounters()));
  const claim = { key: "a", max: 1, windowMs: 60_000 };
  const takings = await Promise.all(counters.map(async (each) => each?.take([claim], Date.now())));
  expect(takings.map((taking) => taking?.full)).toEqual([undefined, undefined]);
  expect(received).toEqual([]);
});

describe("a question", () => {
  const question = {
    topic: "who",
    body: "x",
    // Answers come at once, but on a busy machine.
    timeoutMs: 15_000,
    isEnough: (answer: unknown) => answer === "me",
  };

  test("is answered by all living processes, or by the one that knows best", async () => {
    const [asker, second, third] = await buses(3);
    second?.answer("who", async (body) => `not ${String(body)}`);
    third?.answer("who", async () => null);
    const answered = await asker?.ask(question);
    expect(answered?.isComplete).toBe(true);
    expect(new Set(answered?.answers)).toEqual(new Set(["not x", null]));
    third?.answer("who", async () => "me");
    expect((await asker?.ask(question))?.answers).toContain("me");
  });

  test("is incomplete when a process does not answer", async () => {
    const [asker, second, third] = await buses(3);
    second?.answer("who", async () => "not me");
    third?.answer("who", () => new Promise(() => undefined));
    expect(await asker?.ask({ ...question, timeoutMs: 1_000 })).toEqual({
      answers: ["not me"],
      isComplete: false,
    });
  });
});

describe("a session journal", () => {
  const nothing = { entry: undefined, notes: [], deletedNotes: [], number: 0, oldest: 0 };

  /** The journals of three processes of one service. */
  async function journals(): Promise<readonly [BusJournal, BusJournal, BusJournal]> {
    const all = (await buses(3)).flatMap(({ journal }) => journal ?? []);
    return all as unknown as readonly [BusJournal, BusJournal, BusJournal];
  }

  async function entriesOf(journal: BusJournal, epoch: string): Promise<readonly string[]> {
    const entries: string[] = [];
    for await (const entry of journal.entries(epoch)) entries.push(entry);
    return entries;
  }

  test("returns the newest entries in order, page by page, and notes by name", async () => {
    const [one, other] = await journals();
    for (let number = 1; number <= 450; number += 1) {
      const oldest = Math.max(1, number - 399);
      const write = { ...nothing, epoch: "1", number, oldest, entry: `é ${number}` };
      expect(await one.append(write)).toBe(true);
    }
    expect(await other.journals()).toEqual(["1"]);
    const expected = Array.from({ length: 400 }, (_, i) => `é ${i + 51}`);
    expect(await entriesOf(other, "1")).toEqual(expected);
    const notes = [
      ["a", "one"],
      ["b", "two"],
    ] as const;
    await one.append({ ...nothing, epoch: "1", notes });
    await one.append({ ...nothing, epoch: "1", notes: [["a", "new"]], deletedNotes: ["b"] });
    expect(await other.readNote("1", "a")).toBe("new");
    expect(await other.readNote("1", "b")).toBeUndefined();
  });

  test("accepts no entries once another process has closed it", async () => {
    const [one, second] = await journals();
    await one.append({ ...nothing, epoch: "1", notes: [["a", "one"]] });
    await second.close("1");
    const late = { ...nothing, epoch: "1", number: 1, oldest: 1, entry: "late" };
    expect(await one.append(late)).toBe(false);
    expect(await entriesOf(second, "1")).toEqual([]);
    expect(await second.readNote("1", "a")).toBe("one");
    expect(await one.append({ ...late, epoch: "9" })).toBe(true);
  });

  test("has a note claimed by one process until it releases it, ends, or takes too long", async () => {
    const [one, second, third] = await journals();
    await one.append({ ...nothing, epoch: "1", notes: [["a", "one"]] });
    const claim = { epoch: "1", name: "a", durationMs: 60_000 };
    const claims = [
      second.claim({ ...claim, claimant: "2" }),
      third.claim({ ...claim, claimant: "3" }),
    ];
    const [winner = ""] = new Set(await Promise.all(claims));
    expect(await Promise.all(claims)).toEqual([winner, winner]);
    await second.release({ ...claim, claimant: "9" });
    expect(await second.claim({ ...claim, claimant: "9" })).toBe(winner);
    expect(await second.claim({ ...claim, claimant: "9", replaces: winner })).toBe("9");
    await second.release({ ...claim, claimant: "9" });
    expect(await third.claim({ ...claim, claimant: "3", durationMs: 20 })).toBe("3");
    const again = () => second.claim({ ...claim, claimant: "2" });
    await expect.poll(again, { timeout: 20_000, interval: 10 }).toBe("2");
  });

  test("claims a missing note only for a process that expects it", async () => {
    const [one, second] = await journals();
    const claim = { epoch: "1", name: "a", claimant: "2", durationMs: 60_000 };
    expect(await second.claim(claim)).toBeUndefined();
    expect(await second.claim({ ...claim, mayBeMissing: true })).toBe("2");
    await one.append({ ...nothing, epoch: "1", notes: [["a", "one"]] });
    await second.deleteNote("1", "a");
    expect(await one.readNote("1", "a")).toBeUndefined();
    expect(await one.claim({ ...claim, claimant: "3" })).toBeUndefined();
  });

  test("lists processes by age, whichever wrote last", async () => {
    const [one] = await journals();
    for (const epoch of ["10", "9", "100"]) await one.append({ ...nothing, epoch });
    await one.append({ ...nothing, epoch: "9" });
    expect(await one.journals()).toEqual(["100", "10", "9"]);
  });

  test("keeps an entry that arrived after a later one", async () => {
    const [one, other] = await journals();
    for (const number of [1, 3, 2]) {
      const write = { ...nothing, epoch: "1", number, oldest: 1, entry: `${number}` };
      expect(await one.append(write)).toBe(true);
    }
    expect((await entriesOf(other, "1")).toSorted()).toEqual(["1", "2", "3"]);
  });

  test("reads large entries in small pages", async () => {
    const [one, other] = await journals();
    const entry = "x".repeat(400_000);
    for (let number = 1; number <= 20; number += 1) {
      await one.append({ ...nothing, epoch: "1", number, oldest: 1, entry });
    }
    expect(await entriesOf(other, "1")).toHaveLength(20);
  });

  test("is unreadable to others that share the Redis but not the key", async () => {
    const [[one], [stranger]] = await Promise.all([journals(), journals()]);
    await one.append({ ...nothing, epoch: "1", notes: [["a", "one"]] });
    expect(await stranger.readNote("1", "a")).toBeUndefined();
    expect(await stranger.journals()).toEqual([]);
  });
});

describe("while Redis is unreachable", () => {
  const claim = { key: "a", max: 9, windowMs: 60_000 };
  const BRIEF = { timeout: 20_000, interval: 20 };

  test("calls count towards the process's share at once, and are shared again later", async () => {
    const way = await aCuttableProxy();
    closing.push(() => way.close());
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const [bus] = await buses(3, { url: way.url, warn });
    const counters = bus?.counters(sharesOf(localRateLimitCounters(), () => 3));
    const take = async () => (await counters?.take([claim], Date.now()))?.full;
    expect([await take(), await take()]).toEqual([undefined, undefined]);
    await way.cut();
    await expect.poll(() => bus?.isUp(), BRIEF).toBe(false);
    const results = [await take(), await take(), await take(), await take()];
    expect(results).toEqual([undefined, undefined, undefined, 0]);
    bus?.publish("news", 1);
    expect(await bus?.ask({ topic: "who", body: 1, isEnough: () => true, timeoutMs: 9e6 })).toEqual(
      {
        answers: [],
        isComplete: false,
      },
    );
    let reunions = 0;
    bus?.onReconnect(() => (reunions += 1));
    await way.mend();
    await expect.poll(() => bus?.isUp(), BRIEF).toBe(true);
    expect(reunions).toBe(1);
    for (let nth = 0; nth < 7; nth += 1) expect(await take()).toBe(undefined);
    expect(await take()).toBe(0);
    // Each process warns twice.
    expect(warnings).toHaveLength(6);
  });

  test("windows that were reset elsewhere meanwhile are open once it is back", async () => {
    const way = await aCuttableProxy();
    closing.push(() => way.close());
    const [cutOff, other] = await buses(2, {}, [way.url]);
    const counters = cutOff?.counters(localRateLimitCounters());
    const take = async () => (await counters?.take([{ ...claim, max: 1 }], Date.now()))?.full;
    expect([await take(), await take()]).toEqual([undefined, 0]);
    await way.cut();
    await expect.poll(() => cutOff?.isUp(), BRIEF).toBe(false);
    await other?.counters(localRateLimitCounters()).reset();
    await way.mend();
    await expect.poll(() => cutOff?.isUp(), BRIEF).toBe(true);
    expect([await take(), await take()]).toEqual([undefined, 0]);
  });

  test("a read-only server is abandoned for the one that its name resolves to now", async () => {
    const way = await aCuttableProxy();
    closing.push(() => way.close());
    const [bus] = await buses(1, { url: way.url });
    way.demote();
    await expect.poll(() => bus?.isUp(), BRIEF).toBe(false);
    await expect.poll(() => bus?.isUp(), BRIEF).toBe(true);
  });

  test("a start continues without it, and reports so", async () => {
    const way = await aCuttableProxy();
    await way.cut();
    const warnings: string[] = [];
    const [bus] = await buses(1, { url: way.url, warn: (message) => warnings.push(message) });
    expect(bus?.isUp()).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/the bus does not answer \(.*ECONNREFUSED/)]);
    await way.mend();
    closing.push(() => way.close());
    await expect.poll(() => bus?.isUp(), BRIEF).toBe(true);
  });

  test("slow answers are not awaited", async () => {
    const way = await aCuttableProxy();
    closing.push(() => way.close());
    const [bus] = await buses(1, { url: way.url, timeoutMs: 1 });
    const counters = bus?.counters(localRateLimitCounters());
    // A few hundred concurrent calls are more than a millisecond's work.
    const takings = await Promise.all(
      Array.from({ length: 2_000 }, async () => counters?.take([claim], Date.now())),
    );
    expect(takings.every((taking) => taking !== undefined)).toBe(true);
  });
});
