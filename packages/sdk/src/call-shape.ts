// What generated calls share: the types of their input, their addresses, and how replies are read.

/** The input of an endpoint, as the generated files describe it. */
interface CallShape {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A part of a call that may be left out when nothing in it is required. */
type Part<Name extends string, T> =
  Partial<T> extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T };

type BodyPart<T> = undefined extends T ? { readonly body?: undefined } : Part<"body", T>;

/** Path, query and body of a call. */
export type InputOf<S extends CallShape> = Part<"path", S["path"]> &
  Part<"query", S["query"]> &
  BodyPart<S["body"]>;

type Plain = string | number | boolean | undefined;

/** The path and query parameters of a call, before their types are checked. */
export interface LooseAddress {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Plain | readonly Plain[]>>;
}

/** The address of a call, from its path template. */
export function callAddress(template: string, { path = {}, query = {} }: LooseAddress): URL {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const url = new URL(filled);
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === "object" ? value : [value];
    for (const each of values) {
      if (each !== undefined) url.searchParams.append(name, String(each));
    }
  }
  return url;
}

/** The part of a response's headers that is read. */
export interface AnswerHeaders {
  /** The value of a header, or null if the response does not have it. */
  get(name: string): string | null;
}

/** Reads a reply: JSON as a value, other content as text, an empty body as undefined. */
export function replyValue(
  { headers }: { readonly headers: AnswerHeaders },
  text: string,
): unknown {
  if (text === "") return undefined;
  const type = headers.get("content-type") ?? "";
  // Lines of JSON (`application/jsonl`) are returned as text.
  return /^application\/json(;|$)/.test(type) ? JSON.parse(text) : text;
}
