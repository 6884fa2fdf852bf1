// The operator's settings, read once from flags and environment variables. Source: product.md,
// Commands. Nothing else reads the environment.
import { readFileSync } from "node:fs";
import { limitsProfiles, type LimitsProfile } from "@antechamber/contract/control";
import { durationMs } from "@antechamber/contract/schema";
import { ConfigError } from "./config-error.ts";
import { chosenMode, controlKey, type ModeChoice, type Reachability } from "./mode.ts";
import { isNetwork } from "../platform/network/networks.ts";
import { processRoles, type ProcessRole } from "../platform/processes/process-roles.ts";
import {
  settings,
  variableOf,
  type GivenFlags,
  type SettingName,
  type ProcessEnvironment,
} from "./settings.ts";

export type StoreChoice =
  | { readonly kind: "sqlite"; /** A path, or `:memory:`. */ readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

export type BusChoice =
  | { readonly kind: "local" }
  | { readonly kind: "redis"; /** Of a cluster several, with commas. */ readonly url: string };

export interface Config extends Reachability, ModeChoice {
  /** 0: a free port. */
  readonly port: number;
  readonly store: StoreChoice;
  readonly bus: BusChoice;
  /** The path of a world file; absent: the demo world in development mode, for an empty store. */
  readonly worldFile: string | undefined;
  readonly reset: boolean;
  /** Replace every secret of a store that was created in development mode. */
  readonly rotateSecrets: boolean;
  readonly controlKey: string;
  /** Origins that pages may call from in development mode; `*` for any. */
  readonly allowedOrigins: readonly string[];
  /** Absent when neither the flag nor the variable is set: see `profileFor`. */
  readonly limits: LimitsProfile | undefined;
  readonly retainEventsMs: number;
  readonly roles: readonly ProcessRole[];
  /** Whether the console is served; absent: in development mode only. */
  readonly console: boolean | undefined;
  readonly log: "pretty" | "json";
}

/** The environment, terminal and files of this process. */
export function processSurroundings(): ProcessEnvironment {
  const textOf = (path: string) => readFileSync(path, "utf8");
  return { env: process.env, isTty: process.stdout.isTTY, textOf };
}

/**
 * Combines flags, variables and defaults; a flag takes precedence over its variable.
 *
 * @throws ConfigError for the first invalid setting
 */
export function readConfig(flags: GivenFlags, surroundings: ProcessEnvironment): Config {
  const { env, isTty } = surroundings;
  const given = settingReader(flags, env);
  const reach = {
    host: given("host", hostName, "127.0.0.1"),
    publicUrl: given("public-url", publicUrl, undefined),
    resumeUrl: given("resume-url", publicUrl, undefined),
    trustedProxies: given("trusted-proxies", networkList, []),
  };
  const choice = chosenMode(given("mode", oneOf(...settings.mode.words), undefined), reach);
  const isProduction = choice.mode === "production";
  const reset = given("reset", switchState, false);
  if (reset && isProduction) {
    throw new ConfigError("--reset is refused in production mode: it would delete everything");
  }
  const rotateSecrets = given("rotate-secrets", switchState, false);
  if (rotateSecrets && !isProduction) {
    throw new ConfigError("--rotate-secrets is for production mode: development has no secrets");
  }
  return {
    ...reach,
    ...choice,
    port: given("port", portNumber, 8010),
    store: chosenStore(given),
    bus: given("bus", busChoice, { kind: "local" }),
    worldFile: given("world", (text) => text, undefined),
    reset,
    rotateSecrets,
    controlKey: controlKey(givenKey(given, surroundings), choice),
    allowedOrigins: given("allow-origin", originList, []),
    limits: given("limits", oneOf(...limitsProfiles), undefined),
    retainEventsMs: given("retain-events", retention, RETAIN_EVENTS_MS),
    roles: given("roles", roleList, [...processRoles]),
    console: given("console", consoleChoice, undefined)?.isOn,
    log: given("log", oneOf(...settings.log.words), isTty ? "pretty" : "json"),
  };
}

/** The port given by a flag. @throws ConfigError for anything else */
export function readPort(flag: string, text: string): number {
  const port = portNumber(text);
  if (port !== undefined) return port;
  throw new ConfigError(`${flag}: ${JSON.stringify(text)} is not ${portNumber.wants}`);
}

/** The store to use. @throws ConfigError when the setting is invalid */
export function readStoreChoice(
  flags: GivenFlags,
  { env }: Pick<ProcessEnvironment, "env">,
): StoreChoice {
  return chosenStore(settingReader(flags, env));
}

function chosenStore(given: ReturnType<typeof settingReader>): StoreChoice {
  return given("store", storeChoice, { kind: "sqlite", file: ".antechamber/data.db" });
}

/** The control key as it was given, or the content of its file. */
function givenKey(
  given: ReturnType<typeof settingReader>,
  { textOf }: ProcessEnvironment,
): string | undefined {
  const key = given("control-key", headerText, undefined);
  const file = given("control-key-file", (text) => text, undefined);
  if (file === undefined) return key;
  if (key !== undefined) {
    throw new ConfigError("--control-key and --control-key-file are both given: leave one out");
  }
  const text = keyIn(file, textOf).trim();
  if (headerText(text) !== undefined) return text;
  throw new ConfigError(`--control-key-file: ${file} does not hold ${headerText.wants}`);
}

function keyIn(file: string, textOf: ProcessEnvironment["textOf"]): string {
  try {
    return textOf(file);
  } catch (error) {
    throw new ConfigError(`--control-key-file: cannot read it: ${(error as Error).message}`);
  }
}

/** Parses a setting; undefined if the text is invalid. */
type ReadSetting<T> = (text: string) => T | undefined;

/** Also says what it accepts, for errors; otherwise, the help of the setting does. */
type NamedReadSetting<T> = ReadSetting<T> & { readonly wants: string };

function settingReader(flags: GivenFlags, env: ProcessEnvironment["env"]) {
  return <T, D extends T | undefined>(
    name: SettingName,
    read: ReadSetting<T> | NamedReadSetting<T>,
    otherwise: D,
  ): T | D => {
    const flag = flags[name];
    const text = flag === undefined ? env[variableOf(name)] : String(flag);
    // Shells and compose files leave a variable out by setting it to an empty text; an empty flag
    // is a mistake.
    if (text === undefined || (flag === undefined && text === "")) return otherwise;
    const value = text === "" ? undefined : read(text);
    if (value !== undefined) return value;
    const source = flag === undefined ? variableOf(name) : `--${name}`;
    const shown = name === "control-key" ? "the key" : JSON.stringify(text);
    throw new ConfigError(
      `${source}: ${shown} is not ${"wants" in read ? read.wants : settings[name].says}`,
    );
  };
}

function wanting<T>(wants: string, read: ReadSetting<T>): NamedReadSetting<T> {
  return Object.assign((text: string) => read(text), { wants });
}

function oneOf<const W extends readonly string[]>(...words: W): NamedReadSetting<W[number]> {
  const listed = `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
  return wanting(listed, (text) => words.find((word) => word === text));
}

const portNumber = wanting("a port from 0 to 65535", (text) =>
  /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
);

/**
 * A host name or an address; brackets around an IPv6 address are only for URLs, so they are
 * removed.
 */
const hostName = wanting("a host name or address", (text) => {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  return /^[A-Za-z0-9.:%_-]+$/.test(host) ? host : undefined;
});

const switchState = wanting("true or false", (text) => {
  const states: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };
  return states[text.toLowerCase()];
});

const headerText = wanting("visible ASCII text, as a header can carry it", (text) =>
  /^[!-~]+$/.test(text) ? text : undefined,
);

const RETAIN_EVENTS_MS = 900_000;
const RETAIN_EVENTS_MIN_MS = 1_000;
const RETAIN_EVENTS_MAX_MS = 30 * 86_400_000;

const retention = wanting("a duration from PT1S to P30D, such as PT15M", (text) => {
  const ms = durationMs(text) ?? 0;
  return ms >= RETAIN_EVENTS_MIN_MS && ms <= RETAIN_EVENTS_MAX_MS ? ms : undefined;
});

const storeChoice = wanting(
  "sqlite:<file>, sqlite::memory: or postgres://…",
  (text): StoreChoice | undefined => {
    if (/^sqlite:./.test(text)) return { kind: "sqlite", file: text.slice("sqlite:".length) };
    return /^postgres(ql)?:\/\/./.test(text) ? { kind: "postgres", url: text } : undefined;
  },
);

const consoleChoice = wanting(
  "auto, on or off",
  (text): { readonly isOn: boolean | undefined } | undefined => {
    if (text === "auto") return { isOn: undefined };
    return text === "on" || text === "off" ? { isOn: text === "on" } : undefined;
  },
);

const busChoice = wanting("local or redis://…", (text): BusChoice | undefined => {
  if (text === "local") return { kind: "local" };
  const [, scheme = ""] = /^(rediss?:\/\/)./.exec(text) ?? [];
  if (scheme === "") return undefined;
  // The nodes of a cluster share one scheme, which only the first need have.
  const urls = text.split(",").map((each) => (each.includes("://") ? each : scheme + each));
  const isGood = urls.every((url) => url.startsWith(scheme) && URL.canParse(url));
  return isGood ? { kind: "redis", url: urls.join(",") } : undefined;
});

/** An origin, since pages, cookies and the gateway require the root path. */
const publicUrl = wanting("an http or https address without path or query", (text) => {
  const isOrigin = /^https?:\/\/[^\s/?#@]+\/*$/i.test(text) && URL.canParse(text);
  return isOrigin ? text.replace(/\/+$/, "") : undefined;
});

/** Parses a comma-separated list; undefined if one of its parts is invalid. */
function listOf<T>(read: (text: string) => T | undefined): (text: string) => T[] | undefined {
  return (text) => {
    const values = text.split(",").map((each) => read(each.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  };
}

const networkList = wanting(
  "addresses or networks such as 10.0.0.0/8, separated by commas",
  listOf((text) => (isNetwork(text) ? text : undefined)),
);

const roleList = wanting(
  "api, gateway or worker, or several of them separated by commas",
  listOf((text) => processRoles.find((role) => role === text)),
);

/** Origins in the form that browsers send: lower case, without a default port. */
const originList = wanting(
  "an origin such as https://app.example, or *",
  listOf((text) => {
    if (text === "*") return text;
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+$/i.test(text) || !URL.canParse(text)) return undefined;
    const { origin } = new URL(text);
    return origin === "null" ? text.toLowerCase() : origin;
  }),
);
