import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { isLoopback } from "../platform/network/loopback.ts";
import { readConfig, type Config } from "./config.ts";
import { variableOf, type GivenFlags, type SettingName } from "./settings.ts";

const KEY = "k".repeat(32);

/** The error message for a configuration; undefined if it is valid. */
function refusal(flags: GivenFlags, env: Record<string, string> = {}): string | undefined {
  try {
    read(flags, env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const files: Readonly<Record<string, string>> = { "key.txt": `${KEY}\n`, "empty.txt": "\n" };

function textOf(path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error("ENOENT: no such file");
  return text;
}

function read(flags: GivenFlags, env: Record<string, string> = {}, isTty = false): Config {
  return readConfig(flags, { env, isTty, textOf });
}

test("without a word, it is a development server on loopback", () => {
  expect(read({})).toEqual({
    host: "127.0.0.1",
    port: 8010,
    store: { kind: "sqlite", file: ".antechamber/data.db" },
    bus: { kind: "local" },
    worldFile: undefined,
    reset: false,
    rotateSecrets: false,
    controlKey: "antechamber",
    publicUrl: undefined,
    trustedProxies: [],
    allowedOrigins: [],
    mode: "development",
    modeReason: "since only this machine can call 127.0.0.1",
    openBecause: undefined,
    isOnNetwork: false,
    limits: undefined,
    retainEventsMs: 900_000,
    roles: ["api", "gateway", "worker"],
    log: "json",
  });
});

interface Case {
  readonly name: SettingName;
  readonly text: string;
  readonly gives: Partial<Config>;
}

const cases: readonly Case[] = [
  { name: "port", text: "0", gives: { port: 0 } },
  { name: "port", text: "65535", gives: { port: 65_535 } },
  { name: "host", text: "localhost", gives: { host: "localhost" } },
  { name: "host", text: "[::1]", gives: { host: "::1" } },
  {
    name: "store",
    text: "sqlite::memory:",
    gives: { store: { kind: "sqlite", file: ":memory:" } },
  },
  {
    name: "store",
    text: "sqlite:/a b/c.db",
    gives: { store: { kind: "sqlite", file: "/a b/c.db" } },
  },
  {
    name: "store",
    text: "postgres://u:p@h/d",
    gives: { store: { kind: "postgres", url: "postgres://u:p@h/d" } },
  },
  {
    name: "store",
    text: "postgresql://h/d",
    gives: { store: { kind: "postgres", url: "postgresql://h/d" } },
  },
  { name: "bus", text: "local", gives: { bus: { kind: "local" } } },
  { name: "bus", text: "redis://h:6379", gives: { bus: { kind: "redis", url: "redis://h:6379" } } },
  {
    name: "bus",
    text: "rediss://u:p@h:1,i:2",
    gives: { bus: { kind: "redis", url: "rediss://u:p@h:1,rediss://i:2" } },
  },
  { name: "resume-url", text: "http://127.0.0.1:1/", gives: { resumeUrl: "http://127.0.0.1:1" } },
  { name: "world", text: "w.yaml", gives: { worldFile: "w.yaml" } },
  { name: "reset", text: "true", gives: { reset: true } },
  { name: "reset", text: "0", gives: { reset: false } },
  { name: "control-key", text: "other", gives: { controlKey: "other" } },
  { name: "control-key-file", text: "key.txt", gives: { controlKey: KEY } },
  {
    name: "public-url",
    text: "https://bots.localhost/",
    gives: { publicUrl: "https://bots.localhost" },
  },
  { name: "public-url", text: "http://[::1]:1", gives: { publicUrl: "http://[::1]:1" } },
  { name: "allow-origin", text: "*", gives: { allowedOrigins: ["*"] } },
  {
    name: "allow-origin",
    text: "HTTPS://App.example:443, tauri://localhost",
    gives: { allowedOrigins: ["https://app.example", "tauri://localhost"] },
  },
  { name: "mode", text: "development", gives: { mode: "development" } },
  { name: "limits", text: "production", gives: { limits: "production" } },
  { name: "limits", text: "unapproved", gives: { limits: "unapproved" } },
  { name: "limits", text: "off", gives: { limits: "off" } },
  { name: "retain-events", text: "PT1S", gives: { retainEventsMs: 1_000 } },
  { name: "retain-events", text: "P30D", gives: { retainEventsMs: 2_592_000_000 } },
  { name: "roles", text: "api", gives: { roles: ["api"] } },
  { name: "roles", text: "worker, gateway", gives: { roles: ["worker", "gateway"] } },
  { name: "log", text: "pretty", gives: { log: "pretty" } },
  { name: "log", text: "json", gives: { log: "json" } },
];

test.each(cases)("$name $text, by flag and by variable", ({ name, text, gives }) => {
  expect(read({ [name]: text })).toMatchObject(gives);
  expect(read({}, { [variableOf(name)]: text })).toMatchObject(gives);
});

test("a flag wins over its variable", () => {
  expect(read({ port: "1" }, { ANTECHAMBER_PORT: "2" }).port).toBe(1);
  expect(read({ reset: true }, { ANTECHAMBER_RESET: "false" }).reset).toBe(true);
  expect(read({ limits: "off" }, { ANTECHAMBER_LIMITS: "rubbish" }).limits).toBe("off");
});

test("an empty variable counts as left out", () => {
  expect(read({}, { ANTECHAMBER_PORT: "", ANTECHAMBER_CONTROL_KEY: "" })).toEqual(read({}));
});

test("the log is for people on a terminal", () => {
  expect(read({}, {}, true).log).toBe("pretty");
});

const issues: readonly (readonly [GivenFlags, Record<string, string>, string])[] = [
  [{ port: "abc" }, {}, '--port: "abc" is not a port from 0 to 65535'],
  [{ port: "65536" }, {}, '--port: "65536" is not a port from 0 to 65535'],
  [{ port: "-1" }, {}, '--port: "-1" is not a port from 0 to 65535'],
  [{ port: "" }, {}, '--port: "" is not a port from 0 to 65535'],
  [{}, { ANTECHAMBER_PORT: "80.5" }, 'ANTECHAMBER_PORT: "80.5" is not a port from 0 to 65535'],
  [{ host: "http://x" }, {}, '--host: "http://x" is not a host name or address'],
  [
    { store: "mysql://x" },
    {},
    '--store: "mysql://x" is not sqlite:<file>, sqlite::memory: or postgres://…',
  ],
  [
    { store: "sqlite:" },
    {},
    '--store: "sqlite:" is not sqlite:<file>, sqlite::memory: or postgres://…',
  ],
  [{ bus: "nats://x" }, {}, '--bus: "nats://x" is not local or redis://…'],
  [{}, { ANTECHAMBER_RESET: "maybe" }, 'ANTECHAMBER_RESET: "maybe" is not true or false'],
  ...[
    "chat.example",
    "http://h/?a",
    "https://h/sub",
    "https://h/sub/",
    "https://a@h",
    "ftp://h",
  ].map(
    (url) =>
      [
        { "public-url": url },
        {},
        `--public-url: "${url}" is not an http or https address without path or query`,
      ] as const,
  ),
  ...["null", "app.example", "https://a/b", "https://a,", "https://a b"].map(
    (origin) =>
      [
        { "allow-origin": origin },
        {},
        `--allow-origin: "${origin}" is not an origin such as https://app.example, or *`,
      ] as const,
  ),
  ...["15", "PT0.5S", "P31D", "P1M"].map(
    (duration) =>
      [
        { "retain-events": duration },
        {},
        `--retain-events: "${duration}" is not a duration from PT1S to P30D, such as PT15M`,
      ] as const,
  ),
  ...["shard", "api,", "api;worker"].map(
    (list) =>
      [
        { roles: list },
        {},
        `--roles: "${list}" is not api, gateway or worker, or several of them separated by commas`,
      ] as const,
  ),
  ...["localhost", "10.0.0.0/33", "10.0.0.1,", "2001:db8::/200"].map(
    (list) =>
      [
        { "trusted-proxies": list },
        {},
        `--trusted-proxies: "${list}" is not addresses or networks such as 10.0.0.0/8, separated by commas`,
      ] as const,
  ),
  [
    { "control-key-file": "nowhere" },
    {},
    "--control-key-file: cannot read it: ENOENT: no such file",
  ],
  [
    { "control-key-file": "empty.txt" },
    {},
    "--control-key-file: empty.txt does not hold visible ASCII text, as a header can carry it",
  ],
  [
    { "control-key-file": "key.txt" },
    { ANTECHAMBER_CONTROL_KEY: "other" },
    "--control-key and --control-key-file are both given: leave one out",
  ],
  [{ mode: "test" }, {}, '--mode: "test" is not development or production'],
  [{ limits: "none" }, {}, '--limits: "none" is not production, unapproved or off'],
  [{ log: "xml" }, {}, '--log: "xml" is not pretty or json'],
  [
    { "control-key": "a b" },
    {},
    "--control-key: the key is not visible ASCII text, as a header can carry it",
  ],
];

test.each(issues)("%j %j is refused in one line", (flags, env, message) => {
  expect(() => read(flags, env)).toThrow(new ConfigError(message));
});

describe("hosts", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.10",
    "localhost",
    "LOCALHOST",
    "app.localhost",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
  ])("%s is loopback", (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(read({ host }).mode).toBe("development");
  });

  test.each([
    "0.0.0.0",
    "::",
    "192.168.1.1",
    "example.com",
    "localhost.example.com",
    "127.0.0.1.example.com",
    "::2",
    "1::1",
  ])("%s is not", (host) => {
    expect(isLoopback(host)).toBe(false);
    expect(() => read({ host })).toThrow(
      "--control-key is required in production mode, 32 characters or more",
    );
    expect(read({ host, "control-key": KEY }).mode).toBe("production");
  });
});

describe("the mode", () => {
  const open: readonly GivenFlags[] = [
    { host: "0.0.0.0" },
    { "public-url": "https://id.example" },
    { "public-url": "http://192.168.1.2:8010" },
    { "public-url": "https://127.0.0.1.example" },
    { "trusted-proxies": "127.0.0.1" },
  ];

  test.each(open)("is production for %j, which wants a key", (flags) => {
    expect(read({ ...flags, "control-key": KEY })).toMatchObject({ mode: "production" });
    expect(refusal(flags)).toMatch(
      /^--control-key is required in production mode, 32 characters or more \(--/,
    );
    expect(refusal({ ...flags, "control-key": "short" })).toContain("32 characters or more");
  });

  test.each(open)("can be development for %j, if somebody says so and gives a key", (flags) => {
    const options = { ...flags, mode: "development" };
    expect(refusal(options)).toMatch(/^--control-key is required in development mode.* \(--/);
    const { mode, openBecause } = read({ ...options, "control-key": KEY });
    expect([mode, openBecause]).toEqual(["development", expect.stringContaining("--")]);
  });

  test("wants a long key in development on other machines' networks", () => {
    const flags = { host: "0.0.0.0", mode: "development" };
    expect(refusal({ ...flags, "control-key": "a" })).toBe(
      "--control-key: the key must have 32 characters or more in development mode (--host 0.0.0.0 is open to other machines)",
    );
    const name = { "public-url": "https://discord.com", mode: "development" };
    expect(read({ ...name, "control-key": "mine" }).controlKey).toBe("mine");
  });

  test.each<[GivenFlags, string]>([
    [{}, "since only this machine can call 127.0.0.1"],
    [{ mode: "development" }, "as --mode says"],
    [{ mode: "production", "control-key": KEY }, "as --mode says"],
    [
      { "public-url": "https://id.example", "control-key": KEY },
      "since --public-url https://id.example lets other machines call",
    ],
    [
      { "trusted-proxies": "10.0.0.1", "control-key": KEY },
      "since --trusted-proxies lets other machines call",
    ],
  ])("%j says why", (flags, why) => {
    expect(read(flags).modeReason).toBe(why);
  });
});

test("proxies and origins are lists", () => {
  const flags = { "trusted-proxies": "10.0.0.0/8, ::1", "control-key": KEY };
  expect(read(flags).trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
});

test("secrets are rotated in production mode alone", () => {
  const flags = { "rotate-secrets": true };
  expect(refusal(flags)).toMatch(/^--rotate-secrets is for production mode/);
  expect(read({ ...flags, mode: "production", "control-key": KEY }).rotateSecrets).toBe(true);
});

test("production mode wants a long key, on loopback too, and tells nobody the short one", () => {
  expect(() => read({ mode: "production" })).toThrow(
    "--control-key is required in production mode",
  );
  const short = "s".repeat(31);
  const line = refusal({ mode: "production", "control-key": short });
  expect(line).toContain("32 characters or more");
  expect(line).not.toContain(short);
  expect(read({ mode: "production", "control-key": KEY }).controlKey).toBe(KEY);
});

test("production mode refuses to reset", () => {
  const flags = { mode: "production", "control-key": KEY };
  expect(() => read({ ...flags, reset: true })).toThrow("--reset is refused in production mode");
  expect(() => read(flags, { ANTECHAMBER_RESET: "1" })).toThrow("--reset is refused");
});

test("whatever is given, the answer is a configuration or one line", () => {
  const text = fc.option(fc.string(), { nil: undefined });
  const flags = fc.record({
    port: text,
    host: text,
    store: text,
    bus: text,
    mode: text,
    limits: text,
    log: text,
    "public-url": text,
    "control-key": text,
  });
  fc.assert(
    fc.property(flags, (options) => {
      const some = Object.fromEntries(
        Object.entries(options).filter(([, each]) => each !== undefined),
      );
      expect(refusal(some) ?? "fine").not.toContain("\n");
    }),
  );
});
