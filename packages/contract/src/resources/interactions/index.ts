export * from "./activities.ts";
export * from "./interaction-events.ts";
export * from "./interaction-forms.ts";
export * from "./interaction-payload.ts";
export * from "./interaction-webhooks.ts";
export * from "./interactions.ts";
export * from "./modal-form.ts";
