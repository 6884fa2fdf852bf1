export * from "./thread-endpoints.ts";
export * from "./thread-members.ts";
