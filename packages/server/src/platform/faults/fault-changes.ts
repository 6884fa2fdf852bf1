// What processes tell one another of planned faults. Another version may have faults that this one
// does not know, which it leaves out: injected without all that they say, they would be other ones.
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

/** A fault on its way between processes. */
const Sent = object({
  id: Snowflake,
  target: object({
    applicationId: optional(Snowflake),
    userId: optional(Snowflake),
    endpointIds: optional(list(text())),
  }),
  /** With how often it is left to be injected. */
  form: FaultForm,
});
export type SentFault = Static<typeof Sent>;

const read = parserOf(Sent);

/** What becomes different in the plans of all processes, as one tells the others. */
export interface FaultChange {
  readonly planned?: SentFault;
  readonly removed?: string;
  readonly isCleared?: true;
  /** A fault was injected once. */
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

/** What is planned at a process, as it answers. */
export interface SentPlan {
  /** None where it does not know the question. */
  readonly planned: readonly SentFault[];
  /** The number of the last steering that it has heeded; 0 where its version does not say so. */
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
