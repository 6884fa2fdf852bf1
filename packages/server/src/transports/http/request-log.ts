// One line for each call in development; in production for calls of paths that nobody knows alone.
// Tokens stand in paths, and anybody may write anything there: only what is known to be no secret
// is shown.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../platform/context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/log.ts";

/** Stands for what is not shown. */
const HIDDEN = "…";

const ID = /^[0-9]{1,20}$/;

/** Parameters that may be names too, as the control plane takes them. */
const nameParameters = new Set(["user", "application", "guild", "channel", "role", "member"]);
const NAME = /^[a-z0-9_.]{1,32}$/i;

/** A word that somebody may have mistyped; tokens are longer, or hold more than letters. */
const WORD = /^[a-z]{1,20}$/;

const SEGMENTS_MAX = 12;

/** In production nobody fills the log by calling what does not exist. */
const PRODUCTION_LINES = 60;
const PRODUCTION_WINDOW_MS = 60_000;

export interface RequestLogDeps {
  readonly log: Logger;
  readonly clock: Pick<Clock, "real">;
  readonly production: boolean;
  /** Their words may stand in paths. */
  readonly declared: readonly Pick<EndpointDeclaration, "path">[];
}

/** Writes the line of a call that took so many milliseconds. */
export type WriteRequest = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Builds what writes the lines. */
export function requestLog({ log, clock, production, declared }: RequestLogDeps): WriteRequest {
  const words = new Set(["api", "control", "v1", "v9", "v10", ...declared.flatMap(wordsOf)]);
  const isQuiet = !log.isLevelEnabled("info");
  let windowEndsAt = -Infinity;
  let lines = 0;

  /** True while a line more is no flood. */
  function hasRoom(): boolean {
    const now = clock.real();
    if (now >= windowEndsAt) {
      windowEndsAt = now + PRODUCTION_WINDOW_MS;
      lines = 0;
    }
    lines += 1;
    return lines <= PRODUCTION_LINES;
  }

  function pathOf(request: FastifyRequest): string {
    const { config, url } = request.routeOptions;
    if (config.shownPath !== undefined) return config.shownPath(request.params as Params);
    return request.is404 || url === undefined ? unknownPath(request.url, words) : url;
  }

  return (request, reply, took) => {
    if (isQuiet || (production && !(request.is404 && hasRoom()))) return;
    const { method } = request;
    const path = pathOf(request);
    const status = reply.raw.statusCode;
    const ms = Math.round(took * 10) / 10;
    const caller = callerName(request.caller);
    log.info(
      { method, path, status, ms, caller },
      `${method} ${path} ${status} ${ms} ms ${caller}`,
    );
  };
}

type Params = Readonly<Record<string, string>>;

/** The words of a path, parameters left out. */
function wordsOf({ path }: Pick<EndpointDeclaration, "path">): string[] {
  return path.split("/").filter((each) => each !== "" && !each.includes("{"));
}

/** Compiles how the path of a declared endpoint is shown. */
export function shownPath(template: string): (params: Params) => string {
  const parts = template.split(/\{(\w+)\}/);
  return (params) => parts.map((part, i) => (i % 2 === 0 ? part : shown(part, params))).join("");
}

function shown(name: string, params: Params): string {
  const value = params[name] ?? "";
  return ID.test(value) || (nameParameters.has(name) && NAME.test(value)) ? value : HIDDEN;
}

function unknownPath(url: string, words: ReadonlySet<string>): string {
  const [path = ""] = url.split("?");
  const segments = path.split("/").slice(1, SEGMENTS_MAX);
  const isPlain = (each: string) =>
    words.has(each) || WORD.test(each) || each === "" || ID.test(each);
  return segments.map((each) => `/${isPlain(each) ? each : HIDDEN}`).join("");
}

function callerName(caller: Caller | undefined): string {
  switch (caller?.kind) {
    case "bot":
      return `bot ${caller.application_id}`;
    case "bearer": {
      const application = `application ${caller.application_id}`;
      return caller.user_id === undefined
        ? application
        : `user ${caller.user_id} of ${application}`;
    }
    case "user":
      return `user ${caller.user_id}`;
    case "control":
      return "control";
    case "nobody":
    case undefined:
      return "nobody";
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The path as it may be shown to anybody. */
    shownPath?: (params: Params) => string;
  }
  interface FastifyRequest {
    /** Who calls, once it is known. */
    caller: Caller | undefined;
  }
}
