// The calls for one record, by its kind. Their inputs differ from kind to kind, so only the service
// checks them.
import type { ControlCallId, ControlInput } from "@antechamber/sdk/control";
import type { Kind } from "./kinds.ts";

/** The id of one of the four calls for a kind of record. */
export function recordCallId(
  kind: Kind,
  verb: "create" | "get" | "edit" | "remove",
): ControlCallId {
  return `control.${kind}.${verb}` as ControlCallId;
}

interface RecordInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The input of such a call. */
export function recordInput(input: RecordInput): ControlInput<ControlCallId> {
  return input as unknown as ControlInput<ControlCallId>;
}
