// The jobs, deadlines and event hooks of messages.
import type { AnyJob } from "../../platform/context.ts";
import type { Deadline } from "../../platform/schedule/deadlines.ts";
import type { EventHook } from "../../platform/event-hooks.ts";
import { nameEventHooks } from "./auto-moderation/names.ts";
import { deliverCrosspost, disownCrossposts, refreshCrossposts } from "./crossposts/delivery.ts";
import { crosspostEventHooks } from "./crossposts/event-hooks.ts";
import { deleteEphemeralMessage } from "./ephemeral-message.ts";
import { greetingEventHooks } from "./greetings.ts";
import { deleteReactionsAndVotes } from "./range-deletion.ts";
import { deleteFiles, refreshAnswers } from "./jobs.ts";
import { closeExpiredPoll } from "./voting/closing.ts";

export const messageJobs: readonly AnyJob[] = [
  deleteFiles,
  refreshAnswers,
  deleteReactionsAndVotes,
  deliverCrosspost,
  refreshCrossposts,
  disownCrossposts,
];

export const messageDeadlines: readonly Deadline[] = [deleteEphemeralMessage, closeExpiredPoll];

export const messageEventHooks: readonly EventHook[] = [
  ...crosspostEventHooks,
  ...nameEventHooks,
  ...greetingEventHooks,
];
