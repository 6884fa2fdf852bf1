// Completes a trace with the acts it depends on: a user who clicks on a message must have received
// it first, one who submits a modal must have been shown it, and one who writes in a lobby must have
// joined it.
import type { Entry } from "../../entry.ts";
import type { EntrySource } from "../../reading.ts";
import type { OutcomeOf } from "./answers.ts";
import { isAct, isOfApplication, messageBy } from "./segments.ts";
import { referencesOf } from "./act-references.ts";
import { joinedLobbyId, lobbyIdIn } from "./lobby-actions.ts";

/** Real milliseconds after an act within which applications' messages count as its effects. */
const EFFECTS_MS = 1500;

/**
 * The entries of a trace, of the earlier acts it depends on, and of what applications sent in
 * response.
 */
export function withPrerequisites(
  source: EntrySource,
  trace: readonly Entry[],
  outcomeOf: OutcomeOf,
): readonly Entry[] {
  const before = [...source.between(0, trace.find(isAct)?.number ?? 0)].filter(isAct);
  const acts = trace.filter(isAct);
  for (let i = 0; i < acts.length; i += 1) {
    const act = acts[i];
    const prerequisite = act && prerequisiteOf(act, before, outcomeOf);
    const isNew = acts.every(({ number }) => number !== prerequisite?.number);
    if (prerequisite !== undefined && isNew) acts.push(prerequisite);
  }
  const actNumbers = new Set(acts.map(({ number }) => number));
  const first = Math.min(...acts.map(({ number }) => number));
  const effectSpans = acts.map(({ realAt, ms = 0 }) => [realAt, realAt + ms + EFFECTS_MS] as const);
  return [...source.between(first - 1, Infinity)].filter((entry) => {
    if (isAct(entry)) return actNumbers.has(entry.number);
    const isEffect = effectSpans.some(([from, to]) => entry.realAt >= from && entry.realAt <= to);
    return isEffect || (isOfApplication(entry) && acts.some((act) => act.trace === entry.trace));
  });
}

/** The earlier act whose response this act uses, if the journal still has it. */
function prerequisiteOf(
  act: Entry,
  before: readonly Entry[],
  outcomeOf: OutcomeOf,
): Entry | undefined {
  const lobby = lobbyIdIn(act);
  if (lobby !== undefined) {
    return before.findLast(
      (each) =>
        each.number < act.number && each.actor === act.actor && joinedLobbyId(each) === lobby,
    );
  }
  const { message, interaction } = referencesOf(act);
  if (message === undefined && interaction === undefined) return undefined;
  return before.find((each) => {
    if (each.number >= act.number) return false;
    const outcome = outcomeOf(each);
    if (interaction !== undefined && outcome?.interaction === interaction) return true;
    if (message === undefined) return false;
    const messages = [...(outcome?.messages ?? []), messageBy(each)];
    return messages.some((one) => one?.["id"] === message);
  });
}
