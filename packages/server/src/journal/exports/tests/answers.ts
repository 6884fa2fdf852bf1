// What a test expects after an act: the response that the user got, and the messages that others
// saw.
import type { Entry } from "../../entry.ts";
import { addedReactions, addsReaction } from "./app-reactions.ts";
import { Text, type Expected, type VisibleMessage, type UserInChannel } from "./model.ts";
import type { Names } from "./names.ts";
import { isAboutLobby } from "./lobby-actions.ts";
import { changedRoles, memberRoles } from "./member-roles.ts";
import {
  controlsIn,
  isLoading,
  visibleMessage,
  textIn,
  wireList,
  type Wire,
} from "./visible-messages.ts";
import {
  jsonOf,
  messageBy,
  outcomeName,
  type AppChange,
  type AppMessageChange,
  type Segment,
} from "./segments.ts";
import { textOf, type Reading } from "./texts.ts";

/** The outcome of an interaction, as the control plane gave it. */
export interface Outcome {
  readonly interaction: string | undefined;
  readonly outcome: string;
  readonly isDeferred: boolean;
  readonly messages: readonly Wire[];
  readonly modal: Wire | undefined;
  readonly choices: readonly Wire[];
  readonly decision: readonly Wire[];
}

/** The outcome in the response to an act; undefined for an act that has no outcome. */
export function outcomeOf(act: Entry): Outcome | undefined {
  const outcome = outcomeName(act);
  const body = jsonOf(act.responseBody);
  if (outcome === undefined || body === undefined) return undefined;
  const { interaction, deferred, messages, modal, choices, decision } = body;
  return {
    interaction: typeof interaction === "string" ? interaction : undefined,
    outcome,
    isDeferred: deferred === true,
    messages: wireList(messages),
    modal: modal as Wire | undefined,
    choices: wireList(choices),
    decision: wireList(decision),
  };
}

/** The expectations after an act, and the notes for what cannot be checked. */
export interface Expectations {
  readonly expected: readonly Expected[];
  readonly notes: readonly string[];
}

/**
 * Returns the outcome of an act, whether it was made through the control plane or by a user's own
 * client.
 */
export type OutcomeOf = (act: Entry) => Outcome | undefined;

/** Finds a user who can see a message in a channel. */
export type FindUserInChannel = (channelId: string, about: Wire) => UserInChannel | undefined;

export interface ExpectationContext {
  readonly reading: Reading;
  /** The outcome of the act itself. */
  readonly outcome: Outcome | undefined;
  readonly spotIn: FindUserInChannel;
  /** The latest state of an earlier message by its id. */
  readonly earlierMessage: (id: string) => Wire | undefined;
}

/** The names of the steps of a decision. Source: protocol: commands-and-interactions 4.4. */
const stepNames: Readonly<Record<number, string>> = {
  0: "type",
  1: "nsfw",
  2: "install",
  3: "contexts",
  7: "base_permissions",
  8: "channel",
  9: "command_permissions",
  10: "application_permissions",
  11: "default_member_permissions",
};

export function expectationsOf(segment: Segment, context: ExpectationContext): Expectations {
  const { outcome, reading } = context;
  const appMessages = new AppMessages(segment, outcome);
  const first =
    outcome === undefined ? undefined : expectationOfOutcome(appMessages, outcome, reading);
  const reactions = addedReactions(segment.otherChanges);
  const reactedTo = [...reactions]
    .filter(([id, emojis]) => emojis.length > 0 && !appMessages.later.some((m) => m["id"] === id))
    .map(([id]) => messageOf(id, segment, context));
  const sightings = [...appMessages.later, ...reactedTo].map(
    (message) => message && sightingOf(message, context, reactions.get(textIn(message, "id"))),
  );
  const seen = sightings.filter((each) => each !== undefined);
  const members = memberRoles(segment.otherChanges, reading.names);
  return {
    expected: [
      ...(first === undefined ? [] : [first]),
      ...seen,
      ...(members.length === 0 ? [] : [{ is: "roles", members } as const]),
    ],
    notes: [
      ...lateNotes([...segment.messageChanges, ...segment.otherChanges], reading.names),
      ...sightings
        .filter((each) => each === undefined)
        .map(() => "Not checked: a message that nobody of this world sees, or that shows nothing."),
      ...notesOfChanges(segment, reading.names),
    ],
  };
}

/** A message of the act itself, or an earlier one; undefined where the test knows none. */
function messageOf(
  id: string,
  { act }: Segment,
  { outcome, earlierMessage }: ExpectationContext,
): Wire | undefined {
  const own = [...(outcome?.messages ?? []), messageBy(act) ?? {}];
  return own.find((each) => each["id"] === id) ?? earlierMessage(id);
}

function sightingOf(
  message: Wire,
  { reading, spotIn }: ExpectationContext,
  reactions: readonly string[] = [],
): Expected | undefined {
  const spot = spotIn(String(message["channel_id"]), message);
  const { fields, ...rest } = visibleMessage(message, reading);
  const emojis = reactions.map((name) => ({ emoji: { name: new Text([name]) } }));
  const visible = {
    ...rest,
    fields: emojis.length === 0 ? fields : { ...fields, reactions: emojis },
  };
  return spot === undefined || !hasVisibleContent(visible)
    ? undefined
    : { is: "seen", spot, message: visible };
}

/** Whether a message has anything visible by which a test can find it. */
export function hasVisibleContent({ content, fields }: VisibleMessage): boolean {
  return !content.isEmpty || Object.keys(fields).length > 0;
}

/**
 * What applications sent after an act, with the first response apart from messages that may arrive
 * at any moment.
 */
class AppMessages {
  /**
   * The final state of the response; undefined where it was edited or deleted after it was
   * returned.
   */
  readonly answer: Wire | undefined;
  /** The final states of the other messages, which are visible a moment later. */
  readonly later: readonly Wire[];

  constructor({ act, messageChanges }: Segment, outcome: Outcome | undefined) {
    const inTime = messageChanges.filter(({ isLate }) => !isLate);
    const isOwn = ({ entry }: AppMessageChange) => entry.trace === act.trace;
    const fulfilled = isUnanswered(outcome)
      ? inTime.find((each) => isOwn(each) && each.message !== undefined)
      : undefined;
    const original = fulfilled?.message ?? outcome?.messages.find((each) => !isLoading(each));
    const rest = inTime.filter((each) => each !== fulfilled);
    const originalId = original?.["id"];
    // The call that deletes an original response does not contain the message's id.
    const idOf = (each: AppMessageChange) => each.id ?? (isOwn(each) ? originalId : undefined);
    const states = new Map<unknown, Wire>();
    for (const each of rest) {
      if (each.message === undefined) states.delete(idOf(each));
      else states.set(idOf(each), each.message);
    }
    const isTouched = original !== undefined && rest.some((each) => idOf(each) === originalId);
    this.answer = isTouched ? undefined : original;
    this.later = [...states.values()];
  }
}

/** Notes about changes that applications made by timers. */
function lateNotes(changes: readonly AppChange[], names: Names): readonly string[] {
  return changes
    .filter(({ isLate }) => isLate)
    .map(({ entry }) => {
      const name = names.application(entry.application ?? "") ?? "An application";
      return `Left out: ${name} called ${entry.name} by a timer of its own, after a while.`;
    });
}

/** Whether the response was deferred, or the caller stopped waiting before it arrived. */
function isUnanswered(outcome: Outcome | undefined): boolean {
  return outcome?.isDeferred === true || ["deferred", "pending"].includes(outcome?.outcome ?? "");
}

function expectationOfOutcome(
  appMessages: AppMessages,
  outcome: Outcome,
  reading: Reading,
): Expected | undefined {
  const message = appMessages.answer && visibleMessage(appMessages.answer, reading);
  const plain = plainOutcomes[outcome.outcome];
  if (plain !== undefined) return { is: plain };
  switch (outcome.outcome) {
    case "replied":
      return { is: "replied", message };
    case "deferred":
    case "pending":
      return expectationOfUnanswered(outcome, message);
    case "denied":
      return denialOf(outcome);
    case "modal":
      return formOf(outcome.modal ?? {}, reading);
    default:
      return { is: "choices", names: outcome.choices.map((each) => nameOf(each, reading)) };
  }
}

const plainOutcomes: Readonly<Record<string, "timedOut" | "launched" | "failed">> = {
  timed_out: "timedOut",
  launched: "launched",
  failed: "failed",
};

/** A user who did not wait has no outcome to check. */
function expectationOfUnanswered(
  { outcome }: Outcome,
  message: VisibleMessage | undefined,
): Expected | undefined {
  if (message !== undefined) return { is: "replied", message };
  return outcome === "pending" ? undefined : { is: "unfulfilled" };
}

function nameOf(choice: Wire, reading: Reading): Text {
  return textOf(textIn(choice, "name"), reading);
}

function denialOf({ decision }: Outcome): Expected {
  const step = Number(decision.at(-1)?.["step"] ?? -1);
  return { is: "denied", by: stepNames[step] ?? step, step };
}

function formOf(modal: Wire, reading: Reading): Expected {
  const labels = controlsIn(modal["components"]).map(({ label }) => label ?? "");
  const isPlain = labels.every((label) => label !== "" && !textOf(label, reading).varies);
  const title = textOf(textIn(modal, "title"), reading);
  return { is: "modal", title, fields: isPlain ? labels : [] };
}

/** Notes about other changes that applications made, one for each kind of call. */
function notesOfChanges({ otherChanges }: Segment, names: Names): readonly string[] {
  const calls = otherChanges
    .filter((each) => !each.isLate && !addsReaction(each))
    .filter((each) => !isAboutLobby(each.entry) && changedRoles(each, names) === undefined)
    .map(({ entry: { application = "", name } }) => {
      return `Not checked: ${names.application(application) ?? "An application"} called ${name}.`;
    });
  return [...new Set(calls)];
}
