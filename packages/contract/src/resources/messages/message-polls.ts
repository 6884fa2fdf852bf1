// Polls in messages. Source: protocol: commands-and-interactions 6.1, machine specification.
import { limits } from "../../limits/limits.ts";
import {
  Bool,
  choice,
  integer,
  list,
  object,
  optional,
  orDigits,
  text,
  Timestamp,
  type Static,
} from "../../schema/values.ts";
import { ComponentEmoji } from "./message-component-parts.ts";
import { ReactionEmoji } from "./reactions.ts";

/** A poll as its sender writes it. */
export const PollDraft = object({
  question: object({ text: text({ min: 1, max: limits.pollQuestion.value }) }),
  answers: list(
    object({
      poll_media: object({
        text: text({ min: 1, max: limits.pollAnswer.value }),
        emoji: optional(ComponentEmoji),
      }),
    }),
    { min: 1, max: limits.pollAnswers.value },
  ),
  /** The duration in hours. */
  duration: optional(orDigits(integer({ min: 1, max: limits.pollDuration.value }))),
  allow_multiselect: optional(Bool),
  layout_type: optional(choice([1])),
});

/** A poll in a message. */
export const Poll = object({
  question: object({ text: optional(text()) }),
  answers: list(
    object({
      answer_id: integer(),
      poll_media: object({ text: optional(text()), emoji: optional(ReactionEmoji) }),
    }),
  ),
  expiry: Timestamp,
  allow_multiselect: Bool,
  layout_type: integer(),
  /** Answers without votes are omitted. */
  results: object({
    answer_counts: list(object({ id: integer(), count: integer(), me_voted: Bool })),
    is_finalized: Bool,
  }),
});

export type PollForm = Static<typeof PollDraft>;
