// Known paths that are asked with a method which no endpoint has there. They are no routes of their own,
// four for each endpoint, which a start would wait for: they are looked for where no route was found.
import { MethodNotAllowed, type EndpointDeclaration } from "@antechamber/contract";
import type { MissingOperation } from "@antechamber/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotBuilt } from "./not-built.ts";
import { corsHeaders, send } from "./responses.ts";

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

interface KnownPath {
  /** As the router has it: `/api/v10/lobbies/:lobby_id`. */
  readonly url: string;
  readonly segments: readonly string[];
  readonly methods: Set<string>;
  /** What the reference has there and this service lacks, by method. */
  readonly missing: Map<string, MissingOperation>;
}

interface OtherMethodsDeps {
  readonly endpoints: readonly EndpointDeclaration[];
  readonly missingOperations: readonly MissingOperation[];
  readonly urlOf: (each: EndpointDeclaration | MissingOperation) => string;
  /** Called for each call of what is not built. */
  readonly notBuilt: (operationId: string) => void;
  /** Stands where a call never comes. */
  readonly unreachable: () => never;
}

/** Answers a call for which there is no route, if its path is known; else it gives false. */
export type AnswerOtherMethod = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * A known path with another method answers 405 and says which ones it knows; so does one that only
 * the reference knows, and what the reference would do there says that it is not built.
 */
export function otherMethods(app: FastifyInstance, means: OtherMethodsDeps): AnswerOtherMethod {
  app.decorateRequest("knownPath", undefined);
  const paths = knownPaths(means);

  function answer(path: KnownPath, request: FastifyRequest, reply: FastifyReply): void {
    request.knownPath = path.url;
    const allow = [...path.methods].join(", ");
    if (path.url.startsWith("/api")) reply.headers(corsHeaders(request));
    const missing = path.missing.get(request.method === "HEAD" ? "GET" : request.method);
    if (missing !== undefined) {
      means.notBuilt(missing.id);
      return answerNotBuilt(reply, missing, allow);
    }
    const { status, code, message } = MethodNotAllowed;
    send(reply.header("allow", allow), status, JSON.stringify({ message, code }));
  }

  // Few have words where others have a parameter, and only these are looked through.
  const wide = paths.all.filter(({ segments }) => segments.some((each) => each.startsWith(":")));
  const byLength = Map.groupBy(wide, ({ segments }) => segments.length);
  for (const path of paths.all) {
    const others = (byLength.get(path.segments.length) ?? []).filter(
      (each) => each !== path && matches(each, path.segments),
    );
    const methods = allMethods.filter((method) => isTakenByAnother(path, method, others));
    if (methods.length === 0) continue;
    app.route({
      method: methods,
      url: path.url,
      onRequest: (request, reply) => answer(path, request, reply),
      handler: means.unreachable,
    });
  }

  return (request, reply) => {
    const path = paths.at(request.url);
    if (path === undefined || !isAnswered(path, request.method)) return false;
    answer(path, request, reply);
    return true;
  };
}

function isAnswered({ missing }: KnownPath, method: string): boolean {
  if (method === "HEAD") return missing.has("GET");
  return allMethods.some((each) => each === method);
}

/** The router would take `/users/@me` for a `/users/:user_id` that has the method. */
function isTakenByAnother(path: KnownPath, method: string, others: readonly KnownPath[]): boolean {
  return !path.methods.has(method) && others.some((each) => each.methods.has(method));
}

function knownPaths({ endpoints, missingOperations, urlOf }: OtherMethodsDeps) {
  const byShape = new Map<string, KnownPath>();
  const known = (declared: EndpointDeclaration | MissingOperation): KnownPath => {
    const url = urlOf(declared);
    // Routes that differ in the names of their parameters alone are one path.
    const shape = url.replaceAll(/:\w+/g, ":");
    const path = byShape.get(shape) ?? emptyPath(url);
    byShape.set(shape, path);
    return path;
  };
  for (const each of endpoints) known(each).methods.add(each.method);
  for (const each of missingOperations) known(each).missing.set(each.method, each);
  const all = [...byShape.values()];
  return {
    all,
    /** Words win over parameters, the first that differ decide. */
    at(url: string): KnownPath | undefined {
      const segments = segmentsOf(url);
      const found = all.filter((each) => matches(each, segments));
      return found.toSorted((a, b) => (shapeKey(a) < shapeKey(b) ? -1 : 1))[0];
    },
  };
}

function emptyPath(url: string): KnownPath {
  return { url, segments: segmentsOf(url), methods: new Set(), missing: new Map() };
}

function segmentsOf(url: string): readonly string[] {
  const [path = ""] = url.split("?");
  return path.replace(/\/$/, "").split("/");
}

function matches({ segments }: KnownPath, asked: readonly string[]): boolean {
  if (segments.length !== asked.length) return false;
  return segments.every((each, i) => each === asked[i] || each.startsWith(":"));
}

function shapeKey({ segments }: KnownPath): string {
  return segments.map((each) => (each.startsWith(":") ? "1" : "0")).join("");
}

declare module "fastify" {
  interface FastifyRequest {
    /** The path of a call for whose method there is no route. */
    knownPath: string | undefined;
  }
}
