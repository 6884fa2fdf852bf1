// What goes wrong in a test, told apart from what goes wrong in the application.

/** A user cannot do what the test asks: a fault of the test, not of the application. */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}

/** The control plane refused a call of the kit. */
export class ControlRefusal extends Error {
  override readonly name = "ControlRefusal";
  readonly status: number;
  readonly code: number;
  /** What the API says of it: `Unknown Channel`. */
  readonly reason: string;
  /** Each fault at its place, as the API tells them. */
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

/** The body of a refusal. */
export interface RefusalBody {
  readonly code: number;
  readonly message: string;
  readonly errors?: unknown;
}

/** `data.embeds[0].fields: at most 25` for each fault of the API's tree of errors. */
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
