// The jobs, deadlines and event hooks of messages.
import type { AnyJob } from "../../platform/context.ts";
import type { Deadline } from "../../platform/schedule/deadlines.ts";
import type { EventHook } from "../../platform/event-hooks.ts";
import { nameEventHooks } from "./auto-moderation/names.ts";
import { deliverCrosspost, disownCrossposts, refreshCrossposts } from "./crossposts/delivery.ts";
import { crosspostEventHooks } from "./crossposts/event-hooks.ts";
import { forgetEphemeralMessage } from "./ephemeral-message.ts";
import { greetingEventHooks } from "./greetings.ts";
import { forgetReactionsAndVotes } from "./forgetting.ts";
import { forgetFiles, refreshAnswers } from "./jobs.ts";
import { closeExpiredPoll } from "./voting/closing.ts";

export const messageJobs: readonly AnyJob[] = [
  forgetFiles,
  refreshAnswers,
  forgetReactionsAndVotes,
  deliverCrosspost,
  refreshCrossposts,
  disownCrossposts,
];

export const messageDeadlines: readonly Deadline[] = [forgetEphemeralMessage, closeExpiredPoll];

export const messageEventHooks: readonly EventHook[] = [
  ...crosspostEventHooks,
  ...nameEventHooks,
  ...greetingEventHooks,
];
