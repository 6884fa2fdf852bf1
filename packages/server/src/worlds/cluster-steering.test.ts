// What a control-plane call to one process waits for in the others.
import { limits } from "@antechamber/contract";
import { describe, expect, test, vi } from "vitest";
import { noBus, type Bus, type Question } from "../platform/bus.ts";
import { FaultPlan, type InjectedFault } from "../platform/faults/fault-injection.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { clusterSteering } from "./cluster-steering.ts";

const anyone = { applicationId: undefined, userId: undefined };

/** A process whose requests and messages to the others are recorded. */
function aProcess() {
  const questions: Question[] = [];
  const published: unknown[] = [];
  const heeds: ((body: unknown) => void)[] = [];
  let looks = 0;
  const bus: Bus = {
    ...noBus,
    isShared: true,
    isUp: () => true,
    async ask(question) {
      questions.push(question);
      await question.refreshFirst?.();
      return { answers: [], isComplete: true };
    },
    publish: (_topic, body) => void published.push(body),
    subscribe(topic, heed) {
      if (topic === "faults") heeds.push((body) => heed(body, "2"));
      return () => undefined;
    },
  };
  const faults = new FaultPlan({
    random: seededRandom("together"),
    clock: { after: () => () => undefined },
  });
  const look = async () => void (looks += 1);
  clusterSteering({
    bus,
    faults,
    clock: { real: () => 0, after: () => () => undefined },
    steered: () => 0,
    store: { processes: { refresh: look } },
    inForce: { use: () => undefined, named: () => undefined },
    resetLimits: () => undefined,
  });
  return { faults, questions, published, heeds, looks: () => looks };
}

function aFault(id: string, form: InjectedFault["form"]): InjectedFault {
  return { id, target: { ...anyone, endpointIds: undefined }, form };
}

test("creating or deleting a fault waits until all living processes are known", async () => {
  const { faults, questions, looks } = aProcess();
  faults.add(aFault("1", { match: {}, http: { status: 500 } }));
  faults.remove("1");
  faults.clearEverywhere();
  await faults.whenShared();
  expect([questions.length, looks()]).toEqual([3, 3]);
});

test("a call that is answered with a fault does not query the database for living processes", async () => {
  const { faults, questions, looks } = aProcess();
  faults.add(aFault("1", { match: {}, http: { status: 500 } }));
  faults.takeForCall(anyone);
  await faults.whenShared();
  expect(questions.at(-1)).toMatchObject({ body: { used: "1" } });
  expect([questions.length, looks()]).toEqual([2, 1]);
});

test("injecting a fault into an event needs no question, and all processes apply it", async () => {
  const [one, other] = [aProcess(), aProcess()];
  const fault = aFault("1", { match: { count: 2 }, gateway: { duplicate: true } });
  for (const { faults } of [one, other]) faults.add(fault);
  one.faults.takeForEvent(anyone);
  expect([one.questions.length, one.published]).toEqual([1, [{ used: "1" }]]);
  for (const body of one.published) for (const heed of other.heeds) heed(body);
  expect(other.faults.list().map(({ match }) => match.count)).toEqual([1]);
});

/**
 * Processes on one bus, through which messages go in order, and each can be held up. Their real
 * time goes by as they wait.
 */
function connected(count: number) {
  const topics = Array.from({ length: count }, () => new Map<string, (body: unknown) => unknown>());
  const reunions: (() => void)[] = [];
  /** Called between a request and its responses. */
  const meanwhile: (() => void)[] = [];
  let isUp = true;
  let questionCount = 0;
  const time = { realMs: 0, isOneSilent: false };
  const clock = {
    real: () => time.realMs,
    after(ms: number, task: () => void) {
      time.realMs += ms;
      setImmediate(task);
      return () => undefined;
    },
  };
  const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  const all = topics.map((own) => {
    const others = topics.filter((each) => each !== own);
    const bus: Bus = {
      ...noBus,
      isShared: true,
      isUp: () => isUp,
      async ask({ topic, body, timeoutMs }) {
        if (topic === "faults-planned") questionCount += 1;
        const sent = overWire(body);
        const answers = others.map((other) => other.get(topic)?.(sent));
        if (topic === "faults-planned") meanwhile.shift()?.();
        if (topic === "faults-planned" && time.isOneSilent) time.realMs += timeoutMs;
        return { answers: (await Promise.all(answers)).map(overWire), isComplete: true };
      },
      answer(topic, answer) {
        own.set(topic, (body) => answer(body, "2"));
        return () => own.delete(topic);
      },
      subscribe: () => () => undefined,
      onReconnect(task) {
        reunions.push(task);
        return () => undefined;
      },
    };
    const faults = new FaultPlan({
      random: seededRandom("together"),
      clock: { after: () => () => undefined },
    });
    /** The number of the last change to the world that it has applied. */
    const heeded = { number: 0 };
    const store = { processes: { refresh: async () => undefined } };
    const parts = { bus, faults, clock, store, steered: () => heeded.number };
    const inForce = { use: () => undefined, named: () => undefined };
    const rest = { inForce, resetLimits: () => undefined };
    const begin = () => clusterSteering({ ...parts, ...rest }).begin();
    return { faults, begin, topics: own, heeded };
  });
  return {
    all,
    countQuestions: () => questionCount,
    meanwhile,
    time,
    setUp: (next: boolean): void => {
      isUp = next;
      if (next) for (const task of reunions) task();
    },
  };
}

const calls = (id: string, count: number) =>
  aFault(id, { match: { count }, http: { status: 500 } });
const leftOf = ({ faults }: { readonly faults: FaultPlan }) =>
  faults.list().map(({ id, match }) => [id, match.count]);

describe("a process that starts", () => {
  test("has the faults that were planned before, oldest first", async () => {
    const { all } = connected(3);
    const [one, two, late] = all as [Connected, Connected, Connected];
    await Promise.all([one.begin(), two.begin()]);
    two.faults.add(calls("2", 2));
    one.faults.add(calls("1", 1));
    two.faults.takeForCall(anyone);
    await late.begin();
    expect(leftOf(late)).toEqual(leftOf(one));
    expect(late.faults.takeForCall(anyone)).toBeDefined();
    expect(all.map(leftOf)).toEqual([[["2", 1]], [["2", 1]], [["2", 1]]]);
  });

  test("asks again when something changed during the answers, and counts that once", async () => {
    const { all, meanwhile, countQuestions } = connected(2);
    const [one, late] = all as [Connected, Connected];
    await one.begin();
    one.faults.add(calls("1", 3));
    meanwhile.push(
      () => void one.faults.takeForCall(anyone),
      () => one.faults.clearEverywhere(),
    );
    await late.begin();
    expect([countQuestions(), leftOf(late)]).toEqual([4, []]);
  });

  test("asks later when no process was reachable, and then no more", async () => {
    const { all, setUp, countQuestions } = connected(2);
    const [one, late] = all as [Connected, Connected];
    await one.begin();
    setUp(false);
    one.faults.add(calls("1", 1));
    await late.begin();
    expect(leftOf(late)).toEqual([]);
    setUp(true);
    await vi.waitFor(() => expect(leftOf(late)).toEqual([["1", 1]]));
    const before = countQuestions();
    setUp(true);
    expect(countQuestions()).toBe(before);
  });
});

describe("a process that starts while another has yet to apply a reset", () => {
  /** One has reset the world; the other responds with what was planned before. */
  async function afterReset() {
    const parts = connected(3);
    const [one, behind, late] = parts.all as [Connected, Connected, Connected];
    await Promise.all([one.begin(), behind.begin()]);
    one.faults.add(calls("1", 2));
    one.faults.clear();
    for (const { heeded } of [one, late]) heeded.number = 1;
    return { ...parts, one, behind, late };
  }

  test("asks until that one has applied it, and keeps none of its faults", async () => {
    const { meanwhile, countQuestions, behind, late } = await afterReset();
    const heed = () => {
      behind.faults.clear();
      behind.heeded.number = 1;
    };
    const before = countQuestions();
    meanwhile.push(() => undefined, heed);
    await late.begin();
    expect([leftOf(late), countQuestions() - before]).toEqual([[], 3]);
  });

  test("uses only the others' answers when it does not within the limit", async () => {
    const { time, one, late } = await afterReset();
    one.faults.add(calls("2", 1));
    const before = time.realMs;
    await late.begin();
    expect(leftOf(late)).toEqual([["2", 1]]);
    expect(time.realMs - before).toBeLessThanOrEqual(limits.faultsElsewhere.value);
  });

  test("takes none from a version that does not report what it has applied", async () => {
    const { behind, late } = await afterReset();
    const planned = behind.faults.exportPlan();
    behind.topics.set("faults-planned", async () => ({ planned }));
    await late.begin();
    expect([planned.length, leftOf(late)]).toEqual([1, []]);
  });
});

describe("a process that learns of faults when it reconnects", () => {
  /** Both have the fault, and the requesting one ends it after the other has responded. */
  test.each([
    ["takes back", ({ faults }: Connected) => faults.remove("1")],
    ["uses up", ({ faults }: Connected) => faults.takeForCall(anyone)],
  ])("does not get back a fault that it %s meanwhile", async (_what, end) => {
    const { all, setUp, meanwhile, countQuestions } = connected(2);
    const [one, late] = all as [Connected, Connected];
    await one.begin();
    setUp(false);
    await late.begin();
    late.faults.add(calls("1", 1));
    meanwhile.push(() => void end(late));
    const before = countQuestions();
    setUp(true);
    await vi.waitFor(() => expect(countQuestions() - before).toBe(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(all.map(leftOf)).toEqual([[], []]);
  });
});

describe("a process that starts while faults change all the time", () => {
  /** The most responses of the others. */
  const ALWAYS = 100;

  test("stops asking after the limit, and has the fault that is injected", async () => {
    const { all, meanwhile, time } = connected(2);
    const [one, late] = all as [Connected, Connected];
    await one.begin();
    one.faults.add(calls("1", 1_000));
    meanwhile.push(
      ...Array.from({ length: ALWAYS }, () => () => void one.faults.takeForCall(anyone)),
    );
    const before = time.realMs;
    await late.begin();
    expect(time.realMs - before).toBeLessThanOrEqual(limits.faultsElsewhere.value);
    expect(leftOf(late).map(([id]) => id)).toEqual(["1"]);
  });

  test("waits once for a silent process, and takes no fault that ended meanwhile", async () => {
    const { all, meanwhile, time } = connected(2);
    const [one, late] = all as [Connected, Connected];
    await one.begin();
    one.faults.add(calls("1", 2));
    time.isOneSilent = true;
    meanwhile.push(() => one.faults.remove("1"));
    const before = time.realMs;
    await late.begin();
    expect(time.realMs - before).toBeLessThanOrEqual(limits.faultsElsewhere.value);
    expect(leftOf(late)).toEqual([]);
  });
});

type Connected = ReturnType<typeof connected>["all"][number];

describe("processes of two versions", () => {
  test("start beside each other when one does not support the question", async () => {
    const { all } = connected(2);
    const [older, late] = all as [Connected, Connected];
    await older.begin();
    older.topics.delete("faults-planned");
    await late.begin();
    expect(leftOf(late)).toEqual([]);
    // From then on both have the faults that either plans.
    older.faults.add(calls("1", 2));
    late.faults.takeForCall(anyone);
    expect(all.map(leftOf)).toEqual([[["1", 1]], [["1", 1]]]);
  });

  test("ignore faults that only the other supports, and apply the rest", async () => {
    const { all } = connected(2);
    const [older, newer] = all as [Connected, Connected];
    await newer.begin();
    newer.topics.set("faults-planned", async () => ({
      planned: [
        { id: "1", target: { guildId: "9" }, form: { match: {}, http: { status: 500 } } },
        { id: "2", target: {}, form: { match: { count: 2 }, http: { status: 500 } } },
      ],
    }));
    await older.begin();
    expect(leftOf(older)).toEqual([["2", 2]]);
    const tell = older.topics.get("faults");
    await tell?.({ planned: { id: "3", target: {}, form: { match: {}, voice: { deaf: true } } } });
    await tell?.({ used: "3" });
    await tell?.({ used: "2", times: 1 });
    expect(leftOf(older)).toEqual([["2", 1]]);
  });
});
