export * from "./channel-endpoints.ts";
export * from "./channel-errors.ts";
export * from "./channel-forms.ts";
export * from "./thread-errors.ts";
