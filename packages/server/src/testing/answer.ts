// An HTTP response in a form that tests can inspect.

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body, or undefined. */
  readonly body: unknown;
  /** The value at a path in the body: `at("members", 0, "id")`. */
  at(...path: readonly (string | number)[]): unknown;
  /** The id of the object in the body. */
  readonly id: string;
}

/** The value at a path in a JSON value, or undefined. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined),
    value,
  );
}

/** Reads a response with its whole body. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json" && text !== "";
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    at: (...path) => valueAt(body, path),
    id: String(valueAt(body, ["id"])),
  };
}

/** A request body with its headers: forms and text as they are, anything else as JSON. */
export function requestBody(body: unknown): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FormData | string;
} {
  if (body === undefined) return { headers: {} };
  if (body instanceof URLSearchParams) {
    return {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
    };
  }
  if (body instanceof FormData || typeof body === "string") return { headers: {}, body };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
