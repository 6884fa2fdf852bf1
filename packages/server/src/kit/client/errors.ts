// Errors of a test, as opposed to failures of the application.

/** A user cannot do what the test asks: a mistake in the test, not in the application. */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}

/** The lines of a stack, without the message. */
export function framesOf({ stack = "" }: { readonly stack?: string }): string {
  return stack.split("\n").slice(1).join("\n");
}

/** The error for a name of several entities. */
export function severalCalled(written: string, ids: readonly string[]): CannotDo {
  return new CannotDo(`several are named "${written}": ${ids.join(", ")}; use the id`);
}

/** A call that was refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  /** The message of the API: `Unknown Channel`. */
  readonly reason: string;
  /** The validation errors in the API's form, a tree by field. */
  readonly errors: unknown;

  constructor(call: string, status: number, body: RefusalBody) {
    const places = body.errors === undefined ? "" : `: ${faultLines(body.errors).join("; ")}`;
    super(`${call} was refused with ${status}: ${body.message}${places}`);
    this.status = status;
    this.code = body.code;
    this.reason = body.message;
    this.errors = body.errors;
  }
}

/** Thrown when the control plane refused a call of the kit. */
export class ControlRefusal extends Refusal {
  override readonly name = "ControlRefusal";
}

/** Thrown when the API refused what a player or a user does as the client of a game or of a site. */
export class ApiRefusal extends Refusal {
  override readonly name = "ApiRefusal";

  /** @param text the body of the response, which is no JSON where an injected fault has a page */
  static of(call: string, status: number, text: string): ApiRefusal {
    try {
      return new ApiRefusal(call, status, JSON.parse(text) as RefusalBody);
    } catch {
      return new ApiRefusal(call, status, { code: 0, message: text });
    }
  }
}

/** The body of a refusal. */
export interface RefusalBody {
  readonly code: number;
  readonly message: string;
  readonly errors?: unknown;
}

/** `data.embeds[0].fields: at most 25` for each error in the API's tree of errors. */
export function faultLines(tree: unknown, path = ""): readonly string[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (key === "_errors") return messagesOf(value).map((text) => `${path || "body"}: ${text}`);
    const step = /^[0-9]+$/.test(key) ? `[${key}]` : `${path === "" ? "" : "."}${key}`;
    return faultLines(value, path + step);
  });
}

function messagesOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly { readonly message?: unknown }[]).map(({ message }) => String(message));
}
