export * from "./channel-webhooks.ts";
export * from "./crossposts.ts";
export * from "./github-webhook.ts";
export * from "./slack-webhook.ts";
export * from "./webhook-events.ts";
