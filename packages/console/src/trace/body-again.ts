// The body of a call as it is offered to be changed and sent again: the journal may not have it whole.
import type { types } from "@antechamber/sdk/control";

/** Stands where the journal leaves a secret out. */
const REDACTED = "[redacted]";

export interface OfferedBody {
  readonly text: string;
  /** What it lacks; undefined where it is what was sent. */
  readonly lacks: string | undefined;
}

export function offeredBody({
  cut: isCut,
  request,
}: Pick<types.WholeEntry, "cut" | "request">): OfferedBody {
  const body = request?.body;
  if (isCut === true) {
    const text = typeof body === "string" ? body : body === undefined ? "" : written(body);
    return { text, lacks: "The journal kept this call cut: its body may not be whole here." };
  }
  if (body === undefined) return { text: "{}", lacks: "This call had no body." };
  const text = written(body);
  const lacks = text.includes(REDACTED)
    ? `${REDACTED} stands where the journal leaves a secret out.`
    : undefined;
  return { text, lacks };
}

/** Why a body cannot be sent as it was typed; undefined where it can. */
export function refusalOf(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return "This is no JSON yet.";
  }
  return text.includes(REDACTED)
    ? `Write the secret in the place of ${REDACTED}: that would be sent as it stands.`
    : undefined;
}

function written(body: unknown): string {
  return JSON.stringify(body, null, 2);
}
