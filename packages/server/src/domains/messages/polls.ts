// Polls as messages hold them. Source: protocol: commands-and-interactions 6.1, machine specification.
import { timestamp, type Poll, type PollForm, type Static } from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";

const HOUR_MS = 3_600_000;

/** How long a poll is open when nothing is said. Source: machine specification. */
const HOURS_DEFAULT = 24;

/** A poll that begins now. Nobody votes here, so it has no results. */
export function pollFrom(form: PollForm, now: Millis): Static<typeof Poll> {
  const { question, answers, duration = HOURS_DEFAULT } = form;
  return {
    question,
    answers: answers.map(({ poll_media: { text, emoji } }, i) => ({
      answer_id: i + 1,
      poll_media: {
        text,
        ...(emoji === undefined
          ? {}
          : { emoji: { ...emoji, id: emoji.id ?? null, name: emoji.name ?? null } }),
      },
    })),
    expiry: timestamp(now + duration * HOUR_MS),
    allow_multiselect: form.allow_multiselect ?? false,
    layout_type: form.layout_type ?? 1,
    results: { answer_counts: [], is_finalized: false },
  };
}
