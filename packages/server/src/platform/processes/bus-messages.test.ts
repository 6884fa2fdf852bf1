// Which answers a question awaits.
import { expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { BusMessages } from "./bus-messages.ts";
import type { Answers, AnswerTo, Question } from "../bus.ts";
import { sealOf } from "../formats/sealed-text.ts";

const TOPIC = "who-has-it";
/** Less than a question's timeout, and more than the interval of checks for living processes. */
const LONG_MS = 1_000;
const seal = sealOf("secret", seededRandom("messages"));

/** Processes that a message reaches at once, and of which a test says which live. */
function processes() {
  const all = new Map<string, BusMessages>();
  const living = new Set<string>();
  let timers: { readonly ms: number; readonly task: () => void }[] = [];
  function start(epoch: string, answer?: AnswerTo): BusMessages {
    const messages = new BusMessages({
      own: epoch,
      processes: {
        own: () => ({ id: 0, epoch }),
        living: () => [...living].map((each) => ({ id: 0, epoch: each, version: "" })),
      },
      seal,
      send(to, bytes) {
        for (const [name, other] of all) if (to === undefined || to === name) other.receive(bytes);
      },
      isUp: () => true,
      setTimer(ms, task) {
        const timer = { ms, task };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
      failed(error) {
        throw error;
      },
    });
    if (answer !== undefined) messages.answer(TOPIC, answer);
    all.set(epoch, messages);
    return messages;
  }
  /** Lets this much time pass. */
  function pass(ms: number): void {
    const [due, rest] = [true, false].map((isDue) => timers.filter((t) => t.ms <= ms === isDue));
    timers = rest ?? [];
    for (const { task } of due ?? []) task();
  }
  return { start, living, timeIsUp: () => pass(Infinity), pass };
}

const question: Question = {
  topic: TOPIC,
  body: "1",
  isEnough: (answer) => answer === "here",
  timeoutMs: 100,
};
const nobody: AnswerTo = async () => null;
const owner: AnswerTo = async () => "here";

async function settled(answers: Promise<Answers>): Promise<Answers | "waits"> {
  const turn = new Promise<"waits">((resolve) => {
    setImmediate(() => resolve("waits"));
  });
  return Promise.race([answers, turn]);
}

test("a sufficient answer settles the question before the living processes are known", async () => {
  const { start, living } = processes();
  const asks = start("1");
  start("2", owner);
  living.add("1");
  const asking = asks.ask({ ...question, refreshFirst: () => new Promise(() => undefined) });
  expect(await settled(asking)).toEqual({ answers: ["here"], isComplete: true });
});

test("the answer is negative only once all known living processes have answered", async () => {
  const { start, living } = processes();
  const asks = start("1");
  start("2", nobody);
  const late = Promise.withResolvers<null>();
  start("3", () => late.promise);
  living.add("1").add("2");
  const refreshed = Promise.withResolvers<void>();
  const asking = asks.ask({ ...question, refreshFirst: () => refreshed.promise });
  expect(await settled(asking)).toBe("waits");
  living.add("3");
  refreshed.resolve();
  expect(await settled(asking)).toBe("waits");
  late.resolve(null);
  expect(await settled(asking)).toEqual({ answers: [null, null], isComplete: true });
});

test("the answer is incomplete when the living processes cannot be determined", async () => {
  const { start, living, timeIsUp } = processes();
  const asks = start("1");
  start("2", nobody);
  living.add("1").add("2");
  const refreshFirst = () => Promise.reject<void>(new Error("the database does not answer"));
  const asking = asks.ask({ ...question, refreshFirst });
  expect(await settled(asking)).toBe("waits");
  timeIsUp();
  expect(await asking).toEqual({ answers: [null], isComplete: false });
});

test("a process that ends during a question is awaited only until others take it for dead", async () => {
  const { start, living, pass } = processes();
  const asks = start("1");
  start("2", nobody);
  start("3", () => new Promise(() => undefined));
  living.add("1").add("2").add("3");
  let looks = 0;
  const refreshLiving = async () => {
    looks += 1;
    if (looks === 2) living.delete("3");
  };
  const asking = asks.ask({ ...question, timeoutMs: 10 * LONG_MS, refreshLiving });
  expect(await settled(asking)).toBe("waits");
  pass(LONG_MS);
  expect(await settled(asking)).toBe("waits");
  pass(LONG_MS);
  expect(await settled(asking)).toEqual({ answers: [null], isComplete: true });
  pass(10 * LONG_MS);
  expect(looks).toBe(2);
});
