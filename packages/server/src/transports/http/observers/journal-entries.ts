// Calls as the journal has them: begun before the first step, and whole before the answer leaves.
// Source: product.md, Journal.
import { Buffer } from "node:buffer";
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerUserId } from "../../../domains/users/operations.ts";
import type { Caller } from "../../../platform/context.ts";
import type {
  CrossedMessage,
  CrossedRequest,
  OpenEntry,
  RefusalFacts,
} from "../../../platform/journal.ts";
import { OBSERVED_BODY_MAX_BYTES } from "./call-observer.ts";
import type { Closed } from "../guards/entrance.ts";
import { knownWords, unknownPath } from "./request-log.ts";
import { declaredPath, isUnrouted } from "../calls/route.ts";
import { refusalFacts } from "./refusal-facts.ts";

/** Begins the entry of a call; undefined for calls of which none is written. */
export type BeginEntry = (request: FastifyRequest) => OpenEntry | undefined;

/** Takes note of the entry of each call, as it begins. */
export interface EntryWatch {
  begun(request: FastifyRequest, entry: OpenEntry): void;
}

/** Of the control plane, only what changes or acts is written down. */
export function entryOpener(
  { id, plane, method, readsOnly }: EndpointDeclaration,
  watch: EntryWatch,
): BeginEntry | undefined {
  const isReading = plane === "control" && (method === "GET" || readsOnly === true);
  if (isReading) return undefined;
  return (request) => begun(request, id, watch);
}

function begun(request: FastifyRequest, name: string, watch: EntryWatch): OpenEntry | undefined {
  const entry = request.world.journal?.begin({ kind: "request", name });
  if (entry !== undefined) watch.begun(request, entry);
  return entry;
}

/** Says in a call's entry who calls. */
export function nameCaller(entry: OpenEntry, caller: Caller): void {
  const application =
    caller.kind === "bot" || caller.kind === "bearer" ? caller.application_id : undefined;
  entry.actFor(callerUserId(caller), application);
}

/** An answer that is about to leave. */
export interface LeavingAnswer {
  readonly status: number | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** Those of the body. */
  readonly bytes: number;
}

/** Ends the entry of a call whose answer is about to leave. */
export function endEntry(request: FastifyRequest, answer: LeavingAnswer): void {
  const { entry, call } = request;
  if (entry === undefined) return;
  request.entry = undefined;
  if (call?.caller !== undefined) nameCaller(entry, call.caller);
  const { status, bytes } = answer;
  const facts = refusalOf(request);
  entry.end({
    status,
    bytes,
    request: crossed(request),
    response: answer,
    refusal: facts,
    note: status === undefined ? "cut off" : undefined,
  });
  if (facts === undefined) return;
  // Once it is known what was secret in the request.
  const name = request.route?.endpoint?.id ?? "unknown";
  entry.note({ kind: "refusal", name }, { status, refusal: facts });
}

function refusalOf(request: FastifyRequest): RefusalFacts | undefined {
  const { closed, refusal } = request;
  if (closed !== undefined) return { step: "entrance", error: entranceError(closed) };
  if (refusal === undefined) return undefined;
  return refusalFacts(request.route?.endpoint, refusal);
}

/** Nothing is known of such a call, so that no declared error answers it. */
function entranceError({ name, source }: Closed): RefusalFacts["error"] {
  return { name, code: 0, source };
}

function crossed(request: FastifyRequest): CrossedRequest {
  const { raw, originalUrl: url, safeUrl: shownUrl, method } = request;
  const { body, isCut } = bodyOf(request);
  return { method, url, shownUrl, headers: raw.rawHeaders, body, isCut };
}

function bodyOf({ observedBody, headers }: FastifyRequest): Partial<CrossedMessage> {
  if (observedBody === undefined) return {};
  const bytes = observedBody.whole();
  const isCut =
    bytes.length >= OBSERVED_BODY_MAX_BYTES ||
    Number(headers["content-length"] ?? 0) > OBSERVED_BODY_MAX_BYTES;
  return { body: bytes.toString("utf8"), isCut };
}

/** Headers of an answer, names and values in turn. */
export function headerList(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => (each === undefined ? [] : [name, String(each)]));
  });
}

interface JournalledPaths {
  /** Their words may stand in paths. */
  readonly endpoints: readonly Pick<EndpointDeclaration, "path">[];
  readonly watch: EntryWatch;
}

/**
 * Writes down the calls of routes that are no endpoints, and those that were not let in, and ends
 * those of endpoints.
 */
export function journalCalls(app: FastifyInstance, { endpoints, watch }: JournalledPaths): void {
  app.decorateRequest("entry", undefined);
  app.decorateRequest("safeUrl", undefined);
  const words = knownWords(endpoints);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.world.journal === undefined) return done(null, payload);
    if (isBegunHere(request)) {
      request.entry ??= begun(request, nameOf(request), watch);
      // Anything may stand in a path that nobody knows.
      if (isUnrouted(request)) request.safeUrl = unknownPath(request.url, words);
    }
    const isJson = reply.getHeader("content-type") === "application/json";
    // Pages hold what their visitors type and sign in with, and files are large.
    const body = isJson && typeof payload === "string" ? payload : undefined;
    endEntry(request, {
      status: reply.statusCode,
      headers: headerList(reply.getHeaders()),
      body,
      bytes: body === undefined ? 0 : Buffer.byteLength(body),
    });
    done(null, payload);
  });
}

/** Calls of endpoints that were let in are begun before their first step. */
function isBegunHere(request: FastifyRequest): boolean {
  if (request.closed !== undefined) return true;
  if (request.route?.endpoint !== undefined || request.method === "OPTIONS") return false;
  return request.routeOptions.config.isQuiet !== true;
}

function nameOf(request: FastifyRequest): string {
  return request.route?.endpoint?.id ?? declaredPath(request) ?? "unknown";
}

declare module "fastify" {
  interface FastifyRequest {
    /** What is written down of it, until its answer leaves. */
    entry: OpenEntry | undefined;
    /** What is shown in place of its address. */
    safeUrl: string | undefined;
  }
}
