// The control plane, for tests and tools: a separate entry point, so that games do not bundle it.
export { callLine, type MadeCall } from "./call-line.ts";
export { ControlClient } from "./control-client.ts";
export type {
  Answer,
  ControlCallId,
  ControlInput,
  ControlOptions,
  ControlReply,
  FetchLike,
  FollowOptions,
  JournalEvent,
} from "./control-client.ts";
export type * as types from "./generated/control-types.ts";
export { NetworkError, RestError } from "./rest-errors.ts";
