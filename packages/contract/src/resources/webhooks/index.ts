export * from "./channel-webhooks.ts";
export * from "./webhook-events.ts";
