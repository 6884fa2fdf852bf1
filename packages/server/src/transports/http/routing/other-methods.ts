// Replies to calls of known paths with a method that no endpoint has there.
import { MethodNotAllowed } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/api-error.ts";
import { isParameter, segmentsOf, type KnownPath, type KnownPaths } from "./known-paths.ts";
import { NOT_BUILT_HEADER, notBuiltError } from "./not-built.ts";
import type { RefuseUnrouted } from "./refuse-unrouted.ts";

/** What is declared at a path. */
export type Declared = Pick<KnownPath<unknown>, "url" | "methods" | "missing">;

interface OtherMethodDeps {
  readonly refuse: RefuseUnrouted;
  /** Called for each call of an operation that is not built. */
  readonly notBuilt: (operationId: string) => void;
}

/**
 * Replies 405 with the allowed methods to a known path with another method, and also to one that
 * only the reference has; if the reference has that operation, replies that it is not built.
 */
export function otherMethodAnswer({ refuse, notBuilt }: OtherMethodDeps) {
  return (path: Declared, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    request.knownPath = path.url;
    reply.header("allow", [...path.methods].join(", "));
    const missing = path.missing.get(request.method === "HEAD" ? "GET" : request.method);
    if (missing === undefined) return refuse(request, reply, new ApiError(MethodNotAllowed));
    notBuilt(missing.id);
    return refuse(request, reply.header(NOT_BUILT_HEADER, missing.id), notBuiltError(missing));
  };
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
