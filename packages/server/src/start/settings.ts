// The settings of `antechamber start`, as shown in its help, which needs no other code.
// Source: product.md, Commands.

export interface Setting {
  /** The placeholder of the value in the help; undefined for a switch. */
  readonly value: string | undefined;
  readonly says: string;
  readonly otherwise: string;
  /** The possible values, where they are few; `parts` for the elements of a list. */
  readonly words?: readonly string[] | { readonly parts: readonly string[] };
  /** Whether the flag may be repeated; its values are a comma-separated list. */
  readonly repeats?: true;
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
  bus: {
    value: "url",
    says: "what connects several processes on PostgreSQL: local (nothing) or redis://…, the nodes of a cluster separated by commas",
    otherwise: "local",
  },
  world: {
    value: "file",
    says: "world file (JSON or YAML) to load into an empty store",
    otherwise: "the demo world",
  },
  reset: { value: undefined, says: "empty the store before loading", otherwise: "off" },
  "rotate-secrets": {
    value: undefined,
    says: "in production mode, replace all secrets of a store that was made in development",
    otherwise: "off",
  },
  "control-key": {
    value: "key",
    says: "secret of the control plane; other programs see it among the arguments, so prefer the variable or the file",
    otherwise: "antechamber where only this machine can call, required elsewhere",
  },
  "control-key-file": {
    value: "file",
    says: "file that holds the secret of the control plane",
    otherwise: "none",
  },
  "public-url": {
    value: "url",
    says: "address that clients are told to use, without a path",
    otherwise: "derived from host and port",
  },
  "resume-url": {
    value: "url",
    says: "address that leads to this process alone, without a path: gateway sessions that begin here are resumed there",
    otherwise: "that of --public-url",
  },
  mode: {
    value: "mode",
    says: "development or production",
    otherwise:
      "development, but production with a --host or --public-url that is not loopback's, or with --trusted-proxies",
    words: ["development", "production"],
  },
  "allow-origin": {
    value: "origin",
    says: "origin whose pages may call in development mode beside loopback's and --public-url's; * for all; may be repeated",
    otherwise: "none",
    repeats: true,
  },
  "trusted-proxies": {
    value: "addresses",
    says: "addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For or PROXY protocol v2 header names the caller, separated by commas",
    otherwise: "none",
    repeats: true,
  },
  limits: {
    value: "profile",
    says: "rate limits: production, unapproved or off",
    otherwise: "what the world file says, else production",
    words: ["production", "unapproved", "off"],
  },
  "retain-events": {
    value: "duration",
    says: "how long the event log keeps what every reader has passed, from PT1S to P30D",
    otherwise: "PT15M",
  },
  roles: {
    value: "roles",
    says: "what this process does, when several share a store on PostgreSQL: api, gateway, worker, separated by commas",
    otherwise: "all of them",
    words: { parts: ["api", "gateway", "worker"] },
    repeats: true,
  },
  console: {
    value: "when",
    says: "the web console at /console/: auto (on in development mode), on (in production mode it only reads) or off",
    otherwise: "auto",
    words: ["auto", "on", "off"],
  },
  log: {
    value: "format",
    says: "pretty or json",
    otherwise: "pretty on a terminal, else json",
    words: ["pretty", "json"],
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

/** The given flags by name; a switch that is given is true. */
export type GivenFlags = Readonly<Partial<Record<SettingName, string | boolean>>>;

export interface ProcessEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal. */
  readonly isTty: boolean;
  /** The text of a file. @throws Error */
  readonly textOf: (path: string) => string;
}

/** The environment variable of a setting: `ANTECHAMBER_CONTROL_KEY`. */
export function variableOf(name: SettingName): string {
  return `ANTECHAMBER_${name.replaceAll("-", "_").toUpperCase()}`;
}
