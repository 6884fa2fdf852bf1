export * from "./connections.ts";
export * from "./oauth-consent.ts";
export * from "./oauth-errors.ts";
export * from "./oauth.ts";
export * from "./partner-errors.ts";
export * from "./partner-sdk.ts";
