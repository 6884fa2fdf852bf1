import type { ServerResponse } from "node:http";

/** What is known of a request before the first step. */
export interface RequestFacts {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
  /** Path and query as they were routed. */
  readonly url: string;
  /** Whether the headers announce a body. */
  readonly announcesBody: boolean;
  /** The connection to the caller; absent: it never closes. */
  readonly reply?: Pick<ServerResponse, "closed" | "once">;
}

/** The value of the Authorization header. */
export function authorizationOf({ headers }: Pick<RequestFacts, "headers">): string | undefined {
  const header = headers["authorization"];
  return typeof header === "string" ? header : undefined;
}

/** The world named in a query; of several, the last one. */
export function worldNamed({ world }: RequestFacts["query"]): string | undefined {
  const named = [world].flat().at(-1);
  return typeof named === "string" ? named : undefined;
}
