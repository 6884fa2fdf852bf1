// A one-sentence summary of an entry.
import type { EntryKind } from "../platform/journal.ts";
import type { Entry } from "./entry.ts";

/** Source: product.md, Journal. */
const SUMMARY_MAX = 120;

export function summaryOf(entry: Entry): string {
  const sentence = sentenceOf(entry);
  return sentence.length <= SUMMARY_MAX ? sentence : `${sentence.slice(0, SUMMARY_MAX - 1)}…`;
}

function sentenceOf(entry: Entry): string {
  return sentences[entry.kind](entry);
}

const sentences: Readonly<Record<EntryKind, (entry: Entry) => string>> = {
  request: requestSentence,
  dispatch: (entry) => `${entry.name} was dispatched to ${sessionsIn(entry)}`,
  frame: ({ name, note }) => `A client sent ${name}${note === undefined ? "" : `: ${note}`}`,
  delivery: (entry) =>
    `${entry.name} was sent to the endpoint of ${entry.application ?? "an application"}: ${outcomeOf(entry)}`,
  job: ({ name, note = "runs" }) => `The job ${name} ${note}`,
  decision: ({ name, note = "undecided" }) => `Permission check for ${name}: ${note}`,
  fault: ({ name, note = name }) => `Injected fault: ${note}`,
  refusal: refusalSentence,
  clock: ({ name, note = `The clock was moved: ${name}` }) => note,
};

function refusalSentence(entry: Entry): string {
  const { step = "unknown", error } = entry.refusal ?? {};
  return `${error?.name ?? entry.name} at the step "${step}"${placeOf(entry)}`;
}

function requestSentence(entry: Entry): string {
  const { request, name, refusal } = entry;
  const call = request === undefined ? name : `${request.method} ${request.url.split("?", 1)[0]}`;
  const why = refusal === undefined ? "" : `, ${refusal.error.name}${placeOf(entry)}`;
  return `${call} → ${outcomeOf(entry)}${why}`;
}

function outcomeOf({ status, completion, ms = 0, note }: Entry): string {
  if (completion === undefined) return "under way";
  const took = `in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${status ?? note ?? "no response"} ${took}`;
}

function sessionsIn({ sessions = 0 }: Entry): string {
  if (sessions === 0) return "no session";
  return sessions === 1 ? "1 session" : `${sessions} sessions`;
}

function placeOf({ refusal }: Entry): string {
  const [fault] = refusal?.faults ?? [];
  if (refusal?.rule !== undefined) return `, by the rule ${refusal.rule.name}`;
  return fault === undefined ? "" : `, ${fault.at}: ${fault.message}`;
}
