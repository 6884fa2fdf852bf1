// What the operator asks for, by flags and by environment variables, read once. Source: product.md,
// Commands. Nothing else reads the environment.
import { limitsProfiles, type LimitsProfile } from "@antechamber/contract";

/** A setting that cannot be; the message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type StoreChoice =
  | { readonly kind: "sqlite"; /** A path, or `:memory:`. */ readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

export type BusChoice =
  | { readonly kind: "local" }
  | { readonly kind: "redis"; readonly url: string };

export interface Config {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly store: StoreChoice;
  readonly bus: BusChoice;
  /**
   * Path of a world file; absent: the demo world, outside of production mode, when the store is
   * empty.
   */
  readonly worldFile: string | undefined;
  readonly reset: boolean;
  readonly controlKey: string;
  /** Without a slash at the end; absent: derived from the address that the service listens on. */
  readonly publicUrl: string | undefined;
  readonly mode: "development" | "production";
  /** Absent when neither flag nor variable names one: see `limitsInForce`. */
  readonly limits: LimitsProfile | undefined;
  readonly log: "pretty" | "json";
}

/** The settings by flag, in the order of the help. Each is also a variable: see `variableOf`. */
export const settings = {
  port: { value: "number", says: "port to listen on; 0 picks a free one", otherwise: "8010" },
  host: { value: "address", says: "address to listen on", otherwise: "127.0.0.1" },
  store: {
    value: "url",
    says: "sqlite:<file>, sqlite::memory: or postgres://…",
    otherwise: "sqlite:.antechamber/data.db",
  },
  bus: { value: "url", says: "local or redis://…", otherwise: "local" },
  world: {
    value: "file",
    says: "world file (JSON or YAML) to load into an empty store",
    otherwise: "the demo world",
  },
  reset: { value: undefined, says: "empty the store before loading", otherwise: "off" },
  "control-key": {
    value: "key",
    says: "secret of the control plane",
    otherwise: "antechamber on loopback, required elsewhere",
  },
  "public-url": {
    value: "url",
    says: "address that clients are told to use",
    otherwise: "derived from host and port",
  },
  mode: {
    value: "mode",
    says: "development or production",
    otherwise: "development on loopback, production elsewhere",
  },
  limits: {
    value: "profile",
    says: "rate limits: production, unapproved or off",
    otherwise: "what the world file says, else production",
  },
  log: { value: "format", says: "pretty or json", otherwise: "pretty on a terminal, else json" },
} as const;

export type SettingName = keyof typeof settings;

/** Flags as they were given, by name; a switch that stands there is true. */
export type GivenFlags = Readonly<Partial<Record<SettingName, string | boolean>>>;

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when stdout is a terminal. */
  readonly isTty: boolean;
}

/** The surroundings of this process. */
export function processSurroundings(): Surroundings {
  return { env: process.env, isTty: process.stdout.isTTY };
}

/** The environment variable of a setting: `ANTECHAMBER_CONTROL_KEY`. */
export function variableOf(name: SettingName): string {
  return `ANTECHAMBER_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** The control key on loopback addresses when none is given. */
const LOOPBACK_CONTROL_KEY = "antechamber";
const PRODUCTION_KEY_LENGTH = 32;

/**
 * Puts flags, variables and defaults together; a flag wins over its variable.
 *
 * @throws ConfigError for the first setting that cannot be
 */
export function readConfig(flags: GivenFlags, { env, isTty }: Surroundings): Config {
  const given = settingReader(flags, env);
  const host = given("host", hostName, "127.0.0.1");
  const defaultMode = isLoopback(host) ? "development" : "production";
  const mode = given("mode", oneOf("development", "production"), defaultMode);
  const reset = given("reset", switchState, false);
  if (reset && mode === "production") {
    throw new ConfigError("--reset is refused in production mode: it would delete everything");
  }
  return {
    host,
    port: given("port", portNumber, 8010),
    store: given("store", storeChoice, { kind: "sqlite", file: ".antechamber/data.db" }),
    bus: given("bus", busChoice, { kind: "local" }),
    worldFile: given("world", (text) => text, undefined),
    reset,
    controlKey: controlKey(given("control-key", headerText, undefined), { host, mode }),
    publicUrl: given("public-url", publicUrl, undefined),
    mode,
    limits: given("limits", oneOf(...limitsProfiles), undefined),
    log: given("log", oneOf("pretty", "json"), isTty ? "pretty" : "json"),
  };
}

/** Reads a setting's text; undefined when the text means nothing. */
type ReadSetting<T> = ((text: string) => T | undefined) & { readonly wants?: string };

function settingReader(flags: GivenFlags, env: Surroundings["env"]) {
  return <T, D extends T | undefined>(
    name: SettingName,
    read: ReadSetting<T>,
    otherwise: D,
  ): T | D => {
    const flag = flags[name];
    const text = flag === undefined ? env[variableOf(name)] : String(flag);
    // An empty variable is how shells and compose files leave one out; an empty flag is a slip.
    if (text === undefined || (flag === undefined && text === "")) return otherwise;
    const value = text === "" ? undefined : read(text);
    if (value !== undefined) return value;
    const source = flag === undefined ? variableOf(name) : `--${name}`;
    const shown = name === "control-key" ? "the key" : JSON.stringify(text);
    throw new ConfigError(`${source}: ${shown} is not ${read.wants ?? settings[name].says}`);
  };
}

function wanting<T>(wants: string, read: (text: string) => T | undefined): ReadSetting<T> {
  return Object.assign((text: string) => read(text), { wants });
}

function oneOf<const W extends readonly string[]>(...words: W): ReadSetting<W[number]> {
  const listed = `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
  return wanting(listed, (text) => words.find((word) => word === text));
}

const portNumber = wanting("a port from 0 to 65535", (text) =>
  /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
);

/** A name or an address; brackets around an IPv6 address are for URLs alone. */
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

const storeChoice = wanting(
  "sqlite:<file>, sqlite::memory: or postgres://…",
  (text): StoreChoice | undefined => {
    if (/^sqlite:./.test(text)) return { kind: "sqlite", file: text.slice("sqlite:".length) };
    return /^postgres(ql)?:\/\/./.test(text) ? { kind: "postgres", url: text } : undefined;
  },
);

const busChoice = wanting("local or redis://…", (text): BusChoice | undefined => {
  if (text === "local") return { kind: "local" };
  return /^rediss?:\/\/./.test(text) ? { kind: "redis", url: text } : undefined;
});

const publicUrl = wanting("an http or https address without query", (text) => {
  const isAddress = /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/i.test(text) && URL.canParse(text);
  return isAddress ? text.replace(/\/+$/, "") : undefined;
});

/** True for names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return (
    /^(.+\.)?localhost$/.test(name) ||
    /^(::ffff:)?127(\.[0-9]{1,3}){3}$/.test(name) ||
    /^(0{0,4}:){2,7}0{0,3}1$/.test(name)
  );
}

function controlKey(
  given: string | undefined,
  { host, mode }: Pick<Config, "host" | "mode">,
): string {
  const isProduction = mode === "production";
  if (given === undefined && (isProduction || !isLoopback(host))) {
    const wanted = isProduction ? `, ${PRODUCTION_KEY_LENGTH} characters or more` : "";
    const where = isProduction ? "in production mode" : `on the host ${host}`;
    throw new ConfigError(`--control-key is required ${where}${wanted}`);
  }
  if (isProduction && (given ?? "").length < PRODUCTION_KEY_LENGTH) {
    throw new ConfigError(
      `--control-key: the key must have ${PRODUCTION_KEY_LENGTH} characters or more in production mode`,
    );
  }
  return given ?? LOOPBACK_CONTROL_KEY;
}

/**
 * The rate-limit profile: what the operator names, else what the world names, else none on a frozen
 * clock, where a client would wait for ever.
 *
 * @param world the world that the store was loaded from, and its clock
 */
export function limitsInForce(
  asked: LimitsProfile | undefined,
  world: { readonly limits?: LimitsProfile | undefined; readonly frozen: boolean },
): LimitsProfile {
  return asked ?? world.limits ?? (world.frozen ? "off" : "production");
}
