// The bus on Redis or Valkey: messages go through its channels, and rate limits are counted in it.
// Messages are sealed, as the log of events is.
import { limits } from "@antechamber/contract";
import { BusMessages } from "../processes/bus-messages.ts";
import type { Bus } from "../bus.ts";
import type { SteerableClock } from "../clock.ts";
import { digestHex } from "../crypto.ts";
import type { Processes } from "../processes.ts";
import type { Random } from "../random.ts";
import { sealOf } from "../formats/sealed-text.ts";
import { setTimer } from "../async/event-loop.ts";
import { RedisConnection } from "./connection.ts";
import { redisJournal } from "./journal.ts";
import { RedisCounters, type CountersDeps, type FullWindow } from "./counters.ts";

export interface RedisBusOptions {
  readonly url: string;
  /** What only the processes of one service have in common: others may use the same Redis. */
  readonly service: string;
  /** What every process of it knows, and Redis does not. */
  readonly secret: string;
  readonly random: Random;
  readonly clock: Pick<SteerableClock, "now" | "state">;
  readonly processes: Pick<Processes, "own" | "living">;
  /** Receives warnings for the operator. */
  readonly warn: (message: string) => void;
  readonly failed: (error: unknown) => void;
  /** Real milliseconds that anything may wait for Redis. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 50;
const FULL = "window-full";
const RESET = "windows-reset";

/** Redis is there and lets nobody in. */
export class BusRefused extends Error {
  override readonly name = "BusRefused";
}

/** @throws BusRefused in one line; where Redis does not answer, it warns and goes on without it */
export async function openRedisBus(options: RedisBusOptions): Promise<Bus> {
  const { url, service, secret, random, processes, warn, failed } = options;
  const { patienceMs = PATIENCE_MS } = options;
  const seal = sealOf(secret, random);
  const database = url.includes(",") ? "" : new URL(url).pathname;
  const name = digestHex(`${seal.mark} ${service} ${database}`).slice(0, 24);
  const prefix = `antechamber:{${name}}`;
  const own = Buffer.from(random.bytes(16)).toString("hex");
  const reunions = new Set<() => void>();
  const whyGone = (): string => {
    const refusal = connection.refusal();
    return refusal === undefined ? "the bus does not answer" : `the bus takes nothing (${refusal})`;
  };
  let hasOpened = false;
  const connection = new RedisConnection({
    url,
    patienceMs,
    setTimer,
    probeKey: `${prefix}:probe`,
    channels: [prefix, `${prefix}:${own}`],
    received: (bytes) => messages.received(bytes),
    changed(isUp) {
      if (hasOpened) warn(isUp ? "the bus answers again" : `${whyGone()}: limits are shares`);
      if (isUp) for (const task of reunions) task();
    },
  });
  const messages = new BusMessages({
    own,
    processes,
    seal,
    setTimer,
    failed,
    isUp: () => connection.isUp(),
    send: (to, bytes) => connection.publish(to === undefined ? prefix : `${prefix}:${to}`, bytes),
  });
  if (!(await connection.open())) {
    const reason = reasonOf(connection.lastError());
    if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(reason)) {
      connection.close();
      throw new BusRefused(`the bus refuses: ${reason}`);
    }
    warn(`the bus does not answer (${reason}): limits are shares of each process until it does`);
  }
  hasOpened = true;
  return {
    isShared: true,
    isUp: () => connection.isUp(),
    publish: (topic, body) => messages.publish(topic, body),
    subscribe: (topic, subscriber) => messages.subscribe(topic, subscriber),
    ask: (question) => messages.ask(question),
    answer: (topic, answer) => messages.answer(topic, answer),
    onReunion(task) {
      reunions.add(task);
      return () => reunions.delete(task);
    },
    counters(alone) {
      const deps = { redis: connection, prefix, clock: options.clock, alone };
      const counters = sharedCounters(messages, deps);
      // Windows may have been forgotten meanwhile, by others or with Redis itself.
      reunions.add(() => counters.forget());
      return counters;
    },
    journal: redisJournal({ redis: connection, prefix, seal }),
    async close() {
      messages.close();
      connection.close();
    },
  };
}

/** Counters that tell one another what is full, and that all is forgotten. */
function sharedCounters(
  messages: BusMessages,
  deps: Omit<CountersDeps, "publishFull" | "publishReset">,
): RedisCounters {
  const counters: RedisCounters = new RedisCounters({
    ...deps,
    publishFull: (full) => messages.publish(FULL, full),
    async publishReset() {
      // Versions that answer nothing of that heed the message before the question.
      messages.publish(RESET, null);
      const patienceMs = limits.resetElsewhere.value;
      await messages.ask({ topic: RESET, body: null, isEnough: () => false, patienceMs });
    },
  });
  const forget = (): void => {
    counters.forget();
    deps.alone.reset();
  };
  messages.subscribe(FULL, (full) => counters.filledElsewhere(full as FullWindow));
  messages.subscribe(RESET, forget);
  messages.answer(RESET, async () => forget());
  return counters;
}

/** Errors of all addresses that were tried may come as one. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "no answer";
}
