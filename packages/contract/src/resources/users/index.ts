export * from "./images.ts";
export * from "./user-events.ts";
export * from "./users.ts";
