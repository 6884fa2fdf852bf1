// The messages of a channel in a user's session, oldest first, and how each event changes them.
// Source: the reference's public documentation, Gateway Events.
import { MessageFlag } from "@antechamber/contract/message-types";
import type { types } from "@antechamber/sdk/control";

export type Message = types.ViewedMessage;
export type Messages = readonly Message[];
type Reaction = NonNullable<Message["reactions"]>[number];

/** The most messages that are kept for a channel; the oldest are dropped. */
const MESSAGES_MAX = 500;

/** True for a message that only one user can see. */
export function isEphemeral({ flags }: Pick<Message, "flags">): boolean {
  return (flags & MessageFlag.EPHEMERAL) !== 0;
}

/** Compares ids, which increase with time. */
export function isOlder(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

/** Inserts a message in order, or replaces it if it exists. */
export function withMessage(messages: Messages, message: Message): Messages {
  const others = messages.filter(({ id }) => id !== message.id);
  const at = others.findLastIndex(({ id }) => isOlder(id, message.id)) + 1;
  // Messages that were loaded on request are not dropped.
  const most = Math.max(MESSAGES_MAX, messages.length);
  return others.toSpliced(at, 0, message).slice(-most);
}

/** The messages with earlier ones, which the API lists newest first. */
export function withEarlier(messages: Messages, earlier: Messages): Messages {
  const known = new Set(messages.map(({ id }) => id));
  return [...earlier.filter(({ id }) => !known.has(id)).toReversed(), ...messages];
}

export function withoutMessages(messages: Messages, ids: readonly string[]): Messages {
  return messages.filter(({ id }) => !ids.includes(id));
}

/** Changes one message, if it exists. */
export function changed(
  messages: Messages,
  id: string,
  change: (message: Message) => Message,
): Messages {
  return messages.map((message) => (message.id === id ? change(message) : message));
}

/**
 * A message after an update. All sessions receive the same event, so the reader's own data, such as
 * whether they reacted or voted, is kept.
 */
export function updated(before: Message, now: Message): Message {
  const { reactions, poll } = before;
  return {
    ...before,
    ...now,
    ...(reactions === undefined ? {} : { reactions }),
    ...(poll === undefined || now.poll === undefined ? {} : { poll: ownVotes(poll, now.poll) }),
  };
}

function ownVotes(before: types.Poll, now: types.Poll): types.Poll {
  const own = new Set(before.results.answer_counts.filter(hasOwnVote).map(({ id }) => id));
  const answer_counts = now.results.answer_counts.map((each) => ({
    ...each,
    me_voted: own.has(each.id),
  }));
  return { ...now, results: { ...now.results, answer_counts } };
}

function hasOwnVote({ me_voted: isOwn }: { readonly me_voted: boolean }): boolean {
  return isOwn;
}

interface Reacted {
  readonly emoji: { readonly id: string | null; readonly name: string | null };
  readonly burst?: boolean;
}

export function isSameEmoji(one: Reacted["emoji"], other: Reacted["emoji"]): boolean {
  return one.id === null ? other.id === null && one.name === other.name : one.id === other.id;
}

/** Adds or removes a reaction; an emoji without reactions is removed. */
export function reacted(
  message: Message,
  { emoji, burst = false }: Reacted,
  { by, isOwn }: { readonly by: 1 | -1; readonly isOwn: boolean },
): Message {
  const { reactions = [] } = message;
  const before = reactions.find((each) => isSameEmoji(each.emoji, emoji)) ?? blank(emoji);
  const { count_details: details } = before;
  const kind = burst ? "burst" : "normal";
  const mine = burst ? "me_burst" : "me";
  const after = {
    ...before,
    count: before.count + by,
    count_details: { ...details, [kind]: details[kind] + by },
    ...(isOwn ? { [mine]: by === 1 } : {}),
  };
  const isKnown = reactions.includes(before);
  const all = isKnown
    ? reactions.map((each) => (each === before ? after : each))
    : [...reactions, after];
  return { ...message, reactions: all.filter(({ count }) => count > 0) };
}

function blank(emoji: Reacted["emoji"]): Reaction {
  const count_details = { burst: 0, normal: 0 };
  return { emoji, count: 0, count_details, burst_colors: [], me: false, me_burst: false };
}

/** Adds or removes a vote for an answer. */
export function voted(
  message: Message,
  answer: number,
  { by, isOwn }: { readonly by: 1 | -1; readonly isOwn: boolean },
): Message {
  const { poll } = message;
  if (poll === undefined) return message;
  const { answer_counts: counts } = poll.results;
  const before = counts.find(({ id }) => id === answer) ?? {
    id: answer,
    count: 0,
    me_voted: false,
  };
  const after = { ...before, count: before.count + by, ...(isOwn ? { me_voted: by === 1 } : {}) };
  const others = counts.filter((each) => each !== before);
  const answer_counts = [...others, after].filter(({ count }) => count > 0);
  return { ...message, poll: { ...poll, results: { ...poll.results, answer_counts } } };
}
