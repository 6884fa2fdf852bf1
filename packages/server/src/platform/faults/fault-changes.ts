// Messages in which processes exchange injected faults. A fault with fields that this version lacks
// is left out: injected without them, it would be another fault.
import { FaultForm } from "@antechamber/contract/control";
import {
  list,
  object,
  optional,
  parserOf,
  Snowflake,
  text,
  unknownKeys,
  type Static,
} from "@antechamber/contract/schema";
import { definedFields } from "../defined-fields.ts";

/** A fault as it is sent to other processes. */
const Sent = object({
  id: Snowflake,
  target: object({
    applicationId: optional(Snowflake),
    userId: optional(Snowflake),
    endpointIds: optional(list(text())),
  }),
  /** Its count is the number of injections that are left. */
  form: FaultForm,
});
export type SentFault = Static<typeof Sent>;

const read = parserOf(Sent);

/** A change of the plans of all processes, as one sends it to the others. */
export interface FaultChange {
  readonly planned?: SentFault;
  readonly removed?: string;
  readonly isCleared?: true;
  /** The id of a fault that was injected once. */
  readonly used?: string;
}

/** The parts of a message that this version understands. */
export function readFaultChange(message: unknown): FaultChange {
  const { planned, removed, isCleared, used } = fieldsOf(message);
  return definedFields({
    planned: readSentFault(planned),
    removed: typeof removed === "string" ? removed : undefined,
    isCleared: isCleared === true ? isCleared : undefined,
    used: typeof used === "string" ? used : undefined,
  });
}

/** The plan of a process, as it answers. */
export interface SentPlan {
  /** Empty if its version does not support the question. */
  readonly planned: readonly SentFault[];
  /** The number of the last steering that it has applied; 0 if its version does not report it. */
  readonly steered: number;
}

export function readSentPlan(answer: unknown): SentPlan {
  const { planned, steered } = fieldsOf(answer);
  return {
    planned: Array.isArray(planned) ? planned.flatMap((each) => readSentFault(each) ?? []) : [],
    steered: typeof steered === "number" ? steered : 0,
  };
}

function readSentFault(value: unknown): SentFault | undefined {
  const found = read(value);
  return found.ok && unknownKeys(Sent, value).length === 0 ? found.value : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
