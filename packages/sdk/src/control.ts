// The control plane, for tests and tools: a door of its own, so that no game carries it.
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
