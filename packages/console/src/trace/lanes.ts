// The lanes of a trace: who did what, and how soon an interaction was answered.
import { interactionLimits } from "@antechamber/contract/interactions-limits";
import type { JournalEntry } from "../live/journal-index.ts";
import type { Deadline } from "../live/waterfall.ts";
import { lengthText } from "../parts/time.tsx";

export type Lane = "user" | "service" | "application" | "job" | "webhook";

/** True for a bot's user, which has its application's id. */
function isApplication({ actor, application }: JournalEntry): boolean {
  return application !== null && actor === application;
}

export function laneOf(entry: JournalEntry): Lane {
  switch (entry.kind) {
    case "request":
    case "frame":
      return isApplication(entry) || entry.name === ANSWER ? "application" : "user";
    case "delivery":
      return "webhook";
    case "job":
      return "job";
    case "dispatch":
    case "decision":
    case "fault":
    case "refusal":
    case "clock":
      return "service";
  }
}

/** The endpoint with which applications respond to an interaction. */
const ANSWER = "interactions.callback";
/** How long after an interaction its first response is accepted, and how long its token lasts. */
const { value: ALLOWED_MS } = interactionLimits.firstAnswer;
const { value: TOKEN_MS } = interactionLimits.interactionTokenLife;
const REFUSED_FROM = 400;

/** The entry that delivered an interaction to its application: an event, or a signed request. */
function handedOver(entries: readonly JournalEntry[]): JournalEntry | undefined {
  return entries.find(
    ({ kind, name, application }) =>
      name === "INTERACTION_CREATE" &&
      (kind === "delivery" || (kind === "dispatch" && application !== null)),
  );
}

/** The deadlines of an interaction: for its first response, and for the expiry of its token. */
export function deadlinesOf(entries: readonly JournalEntry[]): readonly Deadline[] {
  const delivery = handedOver(entries);
  if (delivery === undefined) return [];
  const deadline = (title: string, afterMs: number): Deadline => ({
    title: `${lengthText(afterMs)} ${title}`,
    at: Date.parse(delivery.at) + afterMs,
    afterMs,
  });
  return [
    deadline("to the first response", ALLOWED_MS),
    deadline("until the token expires", TOKEN_MS),
  ];
}

/** How soon an interaction was answered, as a sentence; undefined if no application received one. */
export function answerText(entries: readonly JournalEntry[]): string | undefined {
  const delivery = handedOver(entries);
  if (delivery === undefined) return undefined;
  const answer = entries.find(
    ({ name, status = REFUSED_FROM }) => name === ANSWER && status < REFUSED_FROM,
  );
  const allowed = `limit ${lengthText(ALLOWED_MS)}`;
  if (answer !== undefined) {
    const tookMs = Math.max(0, endOf(answer) - Date.parse(delivery.at));
    return `The application responded in ${lengthText(tookMs)} (${allowed}).`;
  }
  if (delivery.kind === "delivery" && (delivery.status ?? REFUSED_FROM) < REFUSED_FROM) {
    return `The application responded in ${lengthText(delivery.ms ?? 0)} (${allowed}).`;
  }
  return `The application has not responded (${allowed}).`;
}

function endOf({ at, ms = 0 }: JournalEntry): number {
  return Date.parse(at) + ms;
}
