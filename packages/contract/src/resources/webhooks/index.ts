export * from "./webhook-events.ts";
