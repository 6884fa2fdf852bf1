// The events of an application's users and purchases, sent to its event webhook, and the state of
// their delivery. Source: protocol: lobbies-and-sdk 10.
import { event } from "../../event.ts";
import { object, Snowflake, word } from "../../schema/values.ts";

/** Every type of event that an application may subscribe to. */
export const webhookEventTypes = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "ENTITLEMENT_CREATE",
  "ENTITLEMENT_UPDATE",
  "ENTITLEMENT_DELETE",
  "QUEST_USER_ENROLLMENT",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE",
  "GAME_DIRECT_MESSAGE_CREATE",
  "GAME_DIRECT_MESSAGE_UPDATE",
  "GAME_DIRECT_MESSAGE_DELETE",
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Whether an application's events are delivered. Source: protocol: lobbies-and-sdk 10.1. */
export const EventWebhooksStatus = { DISABLED: 1, ENABLED: 2, DISABLED_BY_SERVICE: 3 } as const;

/** The purpose of a webhook request: a check of the endpoint, or an event. */
export const WebhookRequestType = { PING: 0, EVENT: 1 } as const;

const WebhookEventTypeName = word(webhookEventTypes);

export const WebhookEventRecorded = event({
  name: "WEBHOOK_EVENT_RECORDED",
  source: "protocol: lobbies-and-sdk 10",
  summary: "A webhook event was queued for delivery to an application.",
  scope: "nobody",
  payload: object({ application_id: Snowflake, type: WebhookEventTypeName }),
});

/** Why the service stopped trying to deliver an event. */
export const givenUpReasons = ["unacknowledged", "disabled", "queue full"] as const;

export const WebhookEventGivenUp = event({
  name: "WEBHOOK_EVENT_GIVEN_UP",
  source: "protocol: lobbies-and-sdk 10.1, 13 (17)",
  summary: "The delivery of a webhook event to an application failed for the last time.",
  scope: "nobody",
  payload: object({
    application_id: Snowflake,
    id: Snowflake,
    type: WebhookEventTypeName,
    reason: word(givenUpReasons),
  }),
});

export const ApplicationEndpointDisabled = event({
  name: "APPLICATION_ENDPOINT_DISABLED",
  source: "protocol: lobbies-and-sdk 10.1, commands-and-interactions 7",
  summary:
    "An application's endpoint was disabled because it accepted an invalid signature or failed too often.",
  scope: "nobody",
  payload: object({
    application_id: Snowflake,
    endpoint: word(["interactions", "events"]),
    reason: word(["wrong signature accepted", "too many failures"]),
  }),
});
