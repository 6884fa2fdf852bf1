export * from "./entitlement-events.ts";
export * from "./entitlements.ts";
