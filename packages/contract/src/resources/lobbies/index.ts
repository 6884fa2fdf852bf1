export * from "./game-messages.ts";
export * from "./lobbies.ts";
export * from "./lobby-errors.ts";
export * from "./lobby-events.ts";
export * from "./lobby-invites.ts";
export * from "./lobby-linking.ts";
export * from "./lobby-messages.ts";
export * from "./lobby-players.ts";
