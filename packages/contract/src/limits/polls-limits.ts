// Limits of polls.
import type { NamedLimit } from "./named-limit.ts";

const polls = "protocol: commands-and-interactions 6.1, machine specification";

export const pollLimits = {
  pollQuestion: { value: 300, unit: "characters", source: polls },
  pollAnswers: { value: 10, unit: "answers of a poll", source: polls },
  pollAnswer: { value: 55, unit: "characters", source: polls },
  pollDuration: { value: 768, unit: "hours", source: polls },
} as const satisfies Readonly<Record<string, NamedLimit>>;
