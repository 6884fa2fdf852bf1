// Replies to calls of known paths with a method that no endpoint has there.
import { MethodNotAllowed } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isParameter, segmentsOf, type KnownPath, type KnownPaths } from "./known-paths.ts";
import { answerNotBuilt } from "./not-built.ts";
import { corsHeaders, send } from "../replies/responses.ts";

/** What is declared at a path. */
export type Declared = Pick<KnownPath<unknown>, "url" | "methods" | "missing">;

/** Called for each call of an operation that is not built. */
type NotBuilt = (operationId: string) => void;

/**
 * Replies 405 with the allowed methods to a known path with another method, and also to one that
 * only the reference has; if the reference has that operation, replies that it is not built.
 */
export function answerOtherMethod(
  path: Declared,
  request: FastifyRequest,
  reply: FastifyReply,
  notBuilt: NotBuilt,
): void {
  request.knownPath = path.url;
  const allow = [...path.methods].join(", ");
  if (path.url.startsWith("/api")) reply.headers(corsHeaders(request));
  const missing = path.missing.get(request.method === "HEAD" ? "GET" : request.method);
  if (missing !== undefined) {
    notBuilt(missing.id);
    return answerNotBuilt(reply, missing, allow);
  }
  const { status, code, message } = MethodNotAllowed;
  send(reply.header("allow", allow), status, JSON.stringify({ message, code }));
}

/** The known path of a call without a route; undefined if the path is unknown. */
export function pathOfOtherMethod<Route>(
  paths: KnownPaths<Route>,
  { url }: FastifyRequest,
): KnownPath<Route> | undefined {
  return paths.at(segmentsOf(url));
}

/**
 * Adds replies to paths that would otherwise match a parameter: without one, `/users/@me` would
 * match `/users/:user_id` for methods that only the latter has.
 */
export function giveOwnAnswers<Route>(
  paths: KnownPaths<Route>,
  answerAt: (path: Declared) => Route,
): void {
  // Only the few paths with parameters can match others.
  const wide = paths.all.filter(({ segments }) => segments.some(isParameter));
  const byLength = Map.groupBy(wide, ({ segments }) => segments.length);
  for (const path of paths.all) {
    const { segments, methods } = path;
    const others = (byLength.get(segments.length) ?? []).filter(
      (each) => each !== path && covers(each.segments, segments),
    );
    const taken = others.flatMap((each) => [...each.methods]);
    for (const method of taken) {
      if (!methods.has(method)) path.routes.set(method, answerAt(path));
    }
  }
}

function covers(wide: readonly string[], narrow: readonly string[]): boolean {
  return wide.every((each, i) => each === narrow[i] || isParameter(each));
}

declare module "fastify" {
  interface FastifyRequest {
    /** The path of a call whose method no endpoint has there. */
    knownPath: string | undefined;
  }
}
