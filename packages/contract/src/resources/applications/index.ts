export * from "./application-emojis.ts";
export * from "./applications.ts";
export * from "./role-connection-metadata.ts";
export * from "./role-connections.ts";
export * from "./teams.ts";
