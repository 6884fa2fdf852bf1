// Decides whether a user may use a command, and explains why: a pure function.
// Source: protocol: commands-and-interactions 4.4.
import {
  accessSteps,
  type Denial,
  type Situation,
  type TraceStep,
  type Verdict,
} from "./access-rules.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

export type DecisionTrace = readonly TraceStep[];

export interface Decision {
  /** Undefined when the user may use the command. */
  readonly denial: Denial | undefined;
  /** The permissions that a denied user needs; none when others would not help. */
  readonly needs: readonly string[];
  readonly trace: DecisionTrace;
}

/**
 * Decides step by step whether a user may use a command; the first step with an outcome decides.
 *
 * @returns the denial, if any, and all steps up to the deciding one
 */
export function decide(situation: Situation): Decision {
  const trace: TraceStep[] = [];
  for (const { step, source, subject, verdict } of accessSteps) {
    const answer = verdict(situation);
    trace.push({ step, subject: subject(situation), ...verdictFields(answer), source });
    const { outcome } = answer;
    if (outcome === "ALLOWED") return { denial: undefined, needs: [], trace };
    if (outcome !== undefined) {
      return { denial: outcome, needs: answer.needs?.(situation) ?? [], trace };
    }
  }
  throw new Error("the last step always decides");
}

/** The fields of a verdict in the trace. */
function verdictFields({
  rule,
  result,
  outcome,
  overwrite,
}: Verdict): Omit<TraceStep, "step" | "subject" | "source"> {
  const isDenial = outcome !== undefined && outcome !== "ALLOWED";
  return {
    rule,
    outcome: result,
    decided: outcome === undefined ? null : isDenial ? "denies" : "allows",
    ...(isDenial ? { denial: outcome } : {}),
    ...definedFields({ overwrite }),
  };
}

/** A decision, with the step that made it. */
export interface Outcome {
  readonly denial: Denial | undefined;
  readonly step: number;
}

/** Like `decide`, without a trace, for many commands at once. */
export function outcomeOf(situation: Situation): Outcome {
  for (const { step, verdict } of accessSteps) {
    const { outcome } = verdict(situation);
    if (outcome === undefined) continue;
    return { denial: outcome === "ALLOWED" ? undefined : outcome, step };
  }
  throw new Error("the last step always decides");
}

/** True when a user may use the command, without details. */
export function isAllowed(situation: Situation): boolean {
  return outcomeOf(situation).denial === undefined;
}
