export * from "./gateway-answers.ts";
export * from "./gateway-events.ts";
export * from "./opcodes.ts";
export * from "./voice-opcodes.ts";
