// What generated calls have in common: types of their input, their addresses, the reading of replies.

/** What an endpoint takes, as the generated files describe it. */
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

/** Where a call goes, before its types are looked at. */
export interface LooseAddress {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Plain | readonly Plain[]>>;
}

/** The address of a call, from the template of its path. */
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

/** What of an answer's headers is read. */
export interface AnswerHeaders {
  /** The value of a header, null where the answer has none of its name. */
  get(name: string): string | null;
}

/** JSON as values, anything else as text, nothing as undefined. */
export function replyValue(
  { headers }: { readonly headers: AnswerHeaders },
  text: string,
): unknown {
  if (text === "") return undefined;
  const type = headers.get("content-type") ?? "";
  // Lines of JSON (`application/jsonl`) are none.
  return /^application\/json(;|$)/.test(type) ? JSON.parse(text) : text;
}
