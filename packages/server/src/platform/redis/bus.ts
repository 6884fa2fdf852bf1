// The bus on Redis or Valkey: messages are published on its channels, and rate limits are counted
// in it. Messages are encrypted, as the event log is.
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
  /** Identifies the service, since others may use the same Redis. */
  readonly service: string;
  /** A secret that all processes of the service share, and Redis lacks. */
  readonly secret: string;
  readonly random: Random;
  readonly clock: Pick<SteerableClock, "now" | "state">;
  readonly processes: Pick<Processes, "own" | "living">;
  /** Receives warnings for the operator. */
  readonly warn: (message: string) => void;
  readonly failed: (error: unknown) => void;
  /** The timeout for Redis in real milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 50;
const FULL = "window-full";
const RESET = "windows-reset";

/** Redis answers, but refuses the credentials. */
export class BusRefused extends Error {
  override readonly name = "BusRefused";
}

/** @throws BusRefused in one line; when Redis does not answer, it warns and goes on without it */
export async function openRedisBus(options: RedisBusOptions): Promise<Bus> {
  const { url, service, secret, random, processes, warn, failed } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  const seal = sealOf(secret, random);
  const database = url.includes(",") ? "" : new URL(url).pathname;
  const name = digestHex(`${seal.mark} ${service} ${database}`).slice(0, 24);
  const prefix = `antechamber:{${name}}`;
  const own = Buffer.from(random.bytes(16)).toString("hex");
  const reconnectTasks = new Set<() => void>();
  const unavailableReason = (): string => {
    const refusal = connection.refusal();
    return refusal === undefined ? "the bus does not answer" : `the bus takes nothing (${refusal})`;
  };
  let hasOpened = false;
  const connection = new RedisConnection({
    url,
    timeoutMs,
    setTimer,
    probeKey: `${prefix}:probe`,
    channels: [prefix, `${prefix}:${own}`],
    received: (bytes) => messages.receive(bytes),
    changed(isUp) {
      if (hasOpened)
        warn(isUp ? "the bus answers again" : `${unavailableReason()}: limits are shares`);
      if (isUp) for (const task of reconnectTasks) task();
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
    onReconnect(task) {
      reconnectTasks.add(task);
      return () => reconnectTasks.delete(task);
    },
    counters(local) {
      const deps = { redis: connection, prefix, clock: options.clock, local };
      const counters = sharedCounters(messages, deps);
      // Windows may have been reset meanwhile, by other processes or with Redis itself.
      reconnectTasks.add(() => counters.forget());
      return counters;
    },
    journal: redisJournal({ redis: connection, prefix, seal }),
    async close() {
      messages.close();
      connection.close();
    },
  };
}

/** Counters that notify one another of full windows and of resets. */
function sharedCounters(
  messages: BusMessages,
  deps: Omit<CountersDeps, "publishFull" | "publishReset">,
): RedisCounters {
  const counters: RedisCounters = new RedisCounters({
    ...deps,
    publishFull: (full) => messages.publish(FULL, full),
    async publishReset() {
      // Published too, for older versions, which do not answer the question.
      messages.publish(RESET, null);
      const timeoutMs = limits.resetElsewhere.value;
      await messages.ask({ topic: RESET, body: null, timeoutMs });
    },
  });
  const forget = (): void => {
    counters.forget();
    deps.local.reset();
  };
  messages.subscribe(FULL, (full) => counters.noteFilledElsewhere(full as FullWindow));
  messages.subscribe(RESET, forget);
  messages.answer(RESET, async () => forget());
  return counters;
}

/** Unwraps an AggregateError, which holds the errors of all addresses that were tried. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "no answer";
}
