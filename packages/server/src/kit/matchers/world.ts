// Matchers for decisions, sessions, webhooks, lobbies and limits.
import type { Decision } from "../decisions.ts";
import { PlayerSession } from "../player.ts";
import { Webhooks, type Delivery } from "../webhooks.ts";
import type { LobbyState } from "../lobbies.ts";
import { CannotDo } from "../client/errors.ts";
import { suggestion } from "../client/nearest.ts";
import { deliveryTypes, eventNames } from "../generated/control-forms.ts";
import { nearestOf } from "./differences.ts";
import { contains, shown } from "../actors/patterns.ts";
import { hasField, misused, type Verdict } from "./verdict.ts";

/** How long to wait for an event, in real milliseconds. */
const WAIT_MS = 2000;

/** The decision allows the command. */
export function toBeAllowed(received: unknown): Verdict {
  if (!hasField(received, "allowed")) {
    throw misused(received, "toBeAllowed is for a decision: expect(await world.decision(…))");
  }
  const { allowed, outcome, step, decision } = received as unknown as Decision;
  const rule = decision.at(-1)?.rule;
  const why = rule === undefined ? "" : `: ${allowed ? "" : "not met: "}${rule}`;
  const message = () =>
    `expected it to be ${allowed ? "denied" : "allowed"}, and it is ${outcome} at step ${step}${why}`;
  return { pass: allowed, message };
}

/** The session receives an event with these fields, now or within two seconds. */
export async function toHear(
  received: unknown,
  name: string,
  expected: object = {},
): Promise<Verdict> {
  if (!(received instanceof PlayerSession)) {
    const instead = "toHear is for a session of a player: await expect(await player.connect(…))";
    throw misused(received, instead);
  }
  requireEvent(name, eventNames);
  const session = received;
  const found = await session.find(
    (each) => each.name === name && contains(each.data, expected),
    WAIT_MS,
  );
  const events = session.events.map((each) => `  ${each.name} ${shown(each.data).slice(0, 160)}`);
  return {
    pass: found !== undefined,
    message: () => {
      const not = found === undefined ? "" : "not ";
      const expectation = `expected ${session.name} ${not}to receive ${name} ${shown(expected)}, and received:`;
      const named = session.events.filter((each) => each.name === name).map(({ data }) => data);
      const nearest = found === undefined ? nearestOf(named, expected) : [];
      const { closed } = session;
      const end = closed === undefined ? [] : [`  and the connection was closed: ${closed}`];
      return [expectation, ...events.slice(-30), ...end, ...nearest].join("\n");
    },
  };
}

/** Refuses the name of no event: such an event never comes, so that `not` would always hold. */
function requireEvent(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  throw new CannotDo(`there is no event "${name}"${suggestion(name, names)}`);
}

/** The expected delivery of an event. */
export interface DeliveryExpectation {
  /** The number of attempts. */
  readonly attempts?: number;
}

/** An event was delivered to the application's webhook, now or within two seconds. */
export async function toHaveDelivered(
  received: unknown,
  type: string,
  { attempts }: DeliveryExpectation = {},
): Promise<Verdict> {
  if (!(received instanceof Webhooks)) {
    const instead = "toHaveDelivered is for webhooks: await expect(world.webhooks(…))";
    throw misused(received, instead);
  }
  requireEvent(type, deliveryTypes);
  const webhooks = received;
  const found = await webhooks.find(
    (each) =>
      each["type"] === type &&
      each.state === "delivered" &&
      (attempts === undefined || each.attempts.length === attempts),
    WAIT_MS,
  );
  const lines = (await webhooks.deliveries()).map(
    (each) => `  ${String(each["type"])} ${each.state}, tried ${triesOf(each)}`,
  );
  const sent = lines.length > 0 ? lines : ["  nothing", ...(await webhooks.reasonForNone(type))];
  const pass = found !== undefined;
  const expectation = `expected ${type} ${pass ? "not " : ""}to be delivered${attempts === undefined ? "" : ` in ${attempts} tries`}, and there is:`;
  return { pass, message: () => [expectation, ...sent].join("\n") };
}

/** `1 times`, and what failed the last time. */
function triesOf({ attempts }: Delivery): string {
  const error = attempts.at(-1)?.error ?? null;
  return `${attempts.length} times${error === null ? "" : `: ${error}`}`;
}

/** The lobby does not exist. */
export function toBeGone(received: unknown): Verdict {
  if (!hasField(received, "lobby")) {
    throw misused(received, "toBeGone is for a lobby: expect(await world.lobby(…))");
  }
  const { id, lobby } = received as unknown as LobbyState;
  const pass = lobby === undefined;
  const message = () =>
    pass ? `expected lobby ${id} to be there` : `expected lobby ${id} to be gone: ${shown(lobby)}`;
  return { pass, message };
}

/** The expected refusal of a call. */
export interface LimitExpectation {
  /** In seconds. */
  readonly retryAfter?: number;
}

/** A call was rate-limited: a response, or the error that a client throws for one. */
export function toBeLimited(received: unknown, { retryAfter }: LimitExpectation = {}): Verdict {
  if (!hasField(received, "status")) {
    throw misused(
      received,
      "toBeLimited is for a response, or an error with its status: expect(await fetch(…))",
    );
  }
  const { status, headers } = received as { status?: unknown; headers?: AnyHeaders };
  const waits = retryAfterIn(headers);
  const pass = status === 429 && (retryAfter === undefined || waits === retryAfter);
  const expectation = `${pass ? "no " : ""}429${retryAfterText(retryAfter)}`;
  return {
    pass,
    message: () => `expected ${expectation}, and got ${String(status)}${retryAfterText(waits)}`,
  };
}

/** Headers as `fetch` returns them, or by name. */
type AnyHeaders = Headers | Readonly<Record<string, unknown>>;

function retryAfterIn(headers: AnyHeaders = {}): number | undefined {
  const isReader = "get" in headers && typeof headers.get === "function";
  const entries = isReader ? [...(headers as Headers)] : Object.entries(headers);
  const [, seconds] = entries.find(([name]) => name.toLowerCase() === "retry-after") ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function retryAfterText(seconds: number | undefined): string {
  return seconds === undefined ? "" : ` with a retry after ${seconds} s`;
}
