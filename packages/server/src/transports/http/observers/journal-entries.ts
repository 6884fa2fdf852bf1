// Journal entries of calls: begun before the first step, and completed before the reply is sent.
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

/** Begins the entry of a call; undefined where none is written. */
export type BeginEntry = (request: FastifyRequest) => OpenEntry | undefined;

/** Receives the entry of each call as it begins. */
export interface EntryWatch {
  begun(request: FastifyRequest, entry: OpenEntry): void;
}

export function entryOpener(
  endpoint: EndpointDeclaration,
  watch: EntryWatch,
): BeginEntry | undefined {
  if (!isRecorded(endpoint)) return undefined;
  return (request) => begun(request, endpoint.id, watch);
}

/** Calls of the control plane are recorded only if they change something or act. */
function isRecorded({ plane, method, readsOnly }: EndpointDeclaration): boolean {
  return plane !== "control" || (method !== "GET" && readsOnly !== true);
}

function begun(request: FastifyRequest, name: string, watch: EntryWatch): OpenEntry | undefined {
  const entry = request.world.journal?.begin({ kind: "request", name });
  if (entry !== undefined) watch.begun(request, entry);
  return entry;
}

/** Names the caller in a call's entry. */
export function nameCaller(entry: OpenEntry, caller: Caller): void {
  const application =
    caller.kind === "bot" || caller.kind === "bearer" ? caller.application_id : undefined;
  entry.actFor(callerUserId(caller), application);
}

/** A reply that is about to be sent. */
export interface OutgoingReply {
  readonly status: number | undefined;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** Length of the body in bytes. */
  readonly bytes: number;
}

/** Ends the entry of a call whose reply is about to be sent. */
export function endEntry(request: FastifyRequest, answer: OutgoingReply): void {
  const { entry, call } = request;
  if (entry === undefined) return;
  request.entry = undefined;
  if (call?.caller !== undefined) nameCaller(entry, call.caller);
  const isGone = request.raw.socket.destroyed;
  const { bytes } = answer;
  // A reply that nobody receives has no status.
  const status = isGone ? undefined : answer.status;
  const facts = refusalOf(request);
  entry.end({
    status,
    bytes,
    request: crossed(request),
    response: answer,
    refusal: facts,
    note: isGone ? "caller disconnected" : status === undefined ? "cut off" : undefined,
  });
  if (facts === undefined) return;
  // Only after `end`, which finds the secrets in the request.
  const name = request.route?.endpoint?.id ?? "unknown";
  entry.note({ kind: "refusal", name }, { status, refusal: facts });
}

function refusalOf(request: FastifyRequest): RefusalFacts | undefined {
  const { closed, refusal } = request;
  if (closed !== undefined) return { step: "entrance", error: entranceError(closed) };
  if (refusal === undefined) return undefined;
  return refusalFacts(request.route?.endpoint, refusal);
}

/** The entrance rejects calls before a declared error could apply. */
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
  const bytes = observedBody.toBuffer();
  const isCut =
    bytes.length >= OBSERVED_BODY_MAX_BYTES ||
    Number(headers["content-length"] ?? 0) > OBSERVED_BODY_MAX_BYTES;
  return { body: bytes.toString("utf8"), isCut };
}

/** The headers of a reply as a list in which names and values alternate. */
export function headerList(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => (each === undefined ? [] : [name, String(each)]));
  });
}

interface JournalledPaths {
  /** Literal segments of their paths are known not to be secrets. */
  readonly endpoints: readonly Pick<EndpointDeclaration, "path">[];
  readonly watch: EntryWatch;
}

/**
 * Records calls of routes that are not endpoints and calls that were not admitted, and ends the
 * entries of those of endpoints.
 *
 * @returns begins such an entry before the reply, which then can name it
 */
export function journalCalls(
  app: FastifyInstance,
  { endpoints, watch }: JournalledPaths,
): BeginEntry {
  app.decorateRequest("entry", undefined);
  app.decorateRequest("safeUrl", undefined);
  const words = knownWords(endpoints);
  function begin(request: FastifyRequest): OpenEntry | undefined {
    if (!isBegunHere(request)) return request.entry;
    // An unknown path may contain anything.
    if (isUnrouted(request)) request.safeUrl = unknownPath(request.url, words);
    return (request.entry ??= begun(request, nameOf(request), watch));
  }
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.world.journal === undefined) return done(null, payload);
    begin(request);
    const isJson = reply.getHeader("content-type") === "application/json";
    // Pages contain what their visitors type and sign in with, and files are large.
    const body = isJson && typeof payload === "string" ? payload : undefined;
    endEntry(request, {
      status: reply.statusCode,
      headers: headerList(reply.getHeaders()),
      body,
      bytes: body === undefined ? 0 : Buffer.byteLength(body),
    });
    done(null, payload);
  });
  return begin;
}

/** True for calls whose entry was not begun before their first step, as those of endpoints are. */
function isBegunHere({ closed, route, method, call, routeOptions }: FastifyRequest): boolean {
  if (closed !== undefined) return true;
  if (method === "OPTIONS") return false;
  const endpoint = route?.endpoint;
  // One that has no call was refused before its first step.
  if (endpoint !== undefined) return call === undefined && isRecorded(endpoint);
  return routeOptions.config.isQuiet !== true;
}

function nameOf(request: FastifyRequest): string {
  return request.route?.endpoint?.id ?? declaredPath(request) ?? "unknown";
}

declare module "fastify" {
  interface FastifyRequest {
    /** The journal entry of the call, until its reply is sent. */
    entry: OpenEntry | undefined;
    /** The URL to show instead of the real one. */
    safeUrl: string | undefined;
  }
}
