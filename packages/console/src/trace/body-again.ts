// The body of a call, to edit and send again: the journal may not have it in full.
import type { types } from "@antechamber/sdk/control";

/** The journal's placeholder for a secret. */
const REDACTED = "[redacted]";

export interface OfferedBody {
  readonly text: string;
  /** What is missing; undefined if it is complete. */
  readonly lacks: string | undefined;
}

export function offeredBody({
  cut: isCut,
  request,
}: Pick<types.WholeEntry, "cut" | "request">): OfferedBody {
  const body = request?.body;
  if (isCut === true) {
    const text = typeof body === "string" ? body : body === undefined ? "" : written(body);
    return { text, lacks: "The journal truncated this call: its body may be incomplete." };
  }
  if (body === undefined) return { text: "{}", lacks: "This call had no body." };
  const text = written(body);
  const lacks = text.includes(REDACTED)
    ? `${REDACTED} marks a secret that the journal left out.`
    : undefined;
  return { text, lacks };
}

/** Why a body cannot be sent as typed; undefined if it can. */
export function refusalOf(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return "This is not valid JSON.";
  }
  return text.includes(REDACTED)
    ? `Replace ${REDACTED} with the secret: it would be sent literally.`
    : undefined;
}

function written(body: unknown): string {
  return JSON.stringify(body, null, 2);
}
