// Joins the background work of all domains: event hooks, deadlines of records, and jobs.
import { entitlementDeadlines } from "../domains/entitlements/subscribing.ts";
import { guildSettingsEventHooks } from "../domains/guild-settings/event-hooks.ts";
import { commandDeadlines } from "../domains/commands/daily-create-quota.ts";
import { stageDeadlines, stageEventHooks } from "../domains/channels/stages/life.ts";
import { auditLogDeadlines } from "../domains/guilds/audit-log/entry.ts";
import {
  scheduledEventDeadlines,
  scheduledEventHooks,
} from "../domains/guilds/scheduled-events/automation.ts";
import { threadDeadlines } from "../domains/guilds/threads/archiving.ts";
import { interactionDeadlines } from "../domains/interactions/deadlines.ts";
import { inviteDeadlines } from "../domains/invites/operations.ts";
import { lobbyEventHooks } from "../domains/lobbies/event-hooks.ts";
import { lobbyDeadlines } from "../domains/lobbies/idle-timeout.ts";
import {
  messageDeadlines,
  messageEventHooks,
  messageJobs,
} from "../domains/messages/background-work.ts";
import { oauthDeadlines, oauthJobs } from "../domains/oauth/jobs.ts";
import { searchJobs } from "../domains/search/backfill.ts";
import { finishedDeliveryDeadline } from "../domains/webhooks/finished.ts";
import type { AnyJob } from "../platform/context.ts";
import type { EventHook } from "../platform/event-hooks.ts";
import type { Deadline } from "../platform/schedule/deadlines.ts";
import { clearOrphanedRecords } from "./orphaned-records.ts";

/** Hooks that run in the transaction that emits an event. */
export const eventHooks: readonly EventHook[] = [
  ...messageEventHooks,
  ...lobbyEventHooks,
  ...guildSettingsEventHooks,
  ...stageEventHooks,
  ...scheduledEventHooks,
];

export const jobKinds: readonly AnyJob[] = [
  ...oauthJobs,
  ...messageJobs,
  ...searchJobs,
  clearOrphanedRecords,
];

/** Callbacks for the deadlines of records. */
export const deadlines: readonly Deadline[] = [
  ...oauthDeadlines,
  ...messageDeadlines,
  ...threadDeadlines,
  ...stageDeadlines,
  ...scheduledEventDeadlines,
  ...auditLogDeadlines,
  ...inviteDeadlines,
  ...entitlementDeadlines,
  ...commandDeadlines,
  ...interactionDeadlines,
  ...lobbyDeadlines,
  finishedDeliveryDeadline,
];
