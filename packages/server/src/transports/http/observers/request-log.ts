// One line for each call in development, up to a limit; in production only for calls of unknown
// paths.
// Paths may contain tokens, or anything that a client chooses: only parts known not to be secrets
// are shown.
import type { EndpointDeclaration } from "@antechamber/contract";
import type { Caller } from "../../../platform/context.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { CallObserver } from "./call-observer.ts";

/** Replaces what is not shown. */
const HIDDEN = "…";

const ID = /^[0-9]{1,20}$/;

/** Parameters of the control plane that accept names too. */
const nameParameters = new Set(["user", "application", "guild", "channel", "role", "member"]);
const NAME = /^[a-z0-9_.]{1,32}$/i;

/** A path segment that may be a typing error; tokens are longer, or contain more than letters. */
const WORD = /^[a-z]{1,20}$/;

const SEGMENTS_MAX = 12;

/** How many lines may be written per window. */
interface LineLimit {
  readonly lines: number;
  readonly windowMs: number;
}

/** More than anyone reads: under load, a line per call would cost a third of the throughput. */
const developmentLimit: LineLimit = { lines: 200, windowMs: 1000 };

/** Keeps clients from filling the log in production by calling unknown paths. */
const productionLimit: LineLimit = { lines: 60, windowMs: 60_000 };

export interface RequestLogDeps {
  readonly log: Logger;
  readonly clock: Pick<Clock, "real" | "after">;
  readonly production: boolean;
  /** Literal segments of their paths are known not to be secrets. */
  readonly declared: readonly Pick<EndpointDeclaration, "path">[];
}

/** Builds the observer that writes the lines; undefined where nothing is logged. */
export function requestLog({
  log,
  clock,
  production,
  declared,
}: RequestLogDeps): CallObserver | undefined {
  if (!log.isLevelEnabled("info")) return undefined;
  const words = knownWords(declared);
  const limit = production ? productionLimit : developmentLimit;
  const hasRoom = lineCounter(clock, limit, (missed) =>
    log.info({ missed }, `${missed} more calls were not shown`),
  );

  return {
    ended(call) {
      if ((production && call.route !== undefined) || !hasRoom()) return;
      const { method, status } = call;
      const path = call.shownPath ?? call.route ?? unknownPath(call.url, words);
      const ms = Math.round(call.ms * 10) / 10;
      const caller = callerName(call.caller);
      log.info(
        { method, path, status, ms, caller },
        `${method} ${path} ${status} ${ms} ms ${caller}`,
      );
    },
  };
}

/** Decides whether one more line may be written, and reports after a window how many were not. */
function lineCounter(
  clock: RequestLogDeps["clock"],
  { lines, windowMs }: LineLimit,
  reportMissed: (missed: number) => void,
): () => boolean {
  let windowEndsAt = -Infinity;
  let count = 0;

  function endWindow(): void {
    reportMissed(count - lines);
    count = 0;
    windowEndsAt = -Infinity;
  }

  return () => {
    const now = clock.real();
    // A window in which lines were dropped ends when that is logged.
    if (now >= windowEndsAt && count <= lines) {
      windowEndsAt = now + windowMs;
      count = 0;
    }
    count += 1;
    if (count === lines + 1) clock.after(windowEndsAt - now, endWindow);
    return count <= lines;
  };
}

type Params = Readonly<Record<string, string>>;

/** Path segments that are known not to be secrets. */
export function knownWords(declared: readonly Pick<EndpointDeclaration, "path">[]) {
  return new Set(["api", "control", "v1", "v9", "v10", ...declared.flatMap(wordsOf)]);
}

/** The literal segments of a path. */
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

/** An unknown path without anything that may be a token. */
export function unknownPath(url: string, words: ReadonlySet<string>): string {
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
