import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ConfigError,
  isLoopback,
  limitsInForce,
  readConfig,
  variableOf,
  type Config,
  type GivenFlags,
  type SettingName,
} from "./config.ts";

const KEY = "k".repeat(32);

/** The line with which a configuration is refused, or undefined. */
function refusal(flags: GivenFlags, env: Record<string, string> = {}): string | undefined {
  try {
    read(flags, env);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

function read(flags: GivenFlags, env: Record<string, string> = {}, isTty = false): Config {
  return readConfig(flags, { env, isTty });
}

test("without a word, it is a development server on loopback", () => {
  expect(read({})).toEqual({
    host: "127.0.0.1",
    port: 8010,
    store: { kind: "sqlite", file: ".antechamber/data.db" },
    bus: { kind: "local" },
    worldFile: undefined,
    reset: false,
    controlKey: "antechamber",
    publicUrl: undefined,
    mode: "development",
    limits: undefined,
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
  { name: "world", text: "w.yaml", gives: { worldFile: "w.yaml" } },
  { name: "reset", text: "true", gives: { reset: true } },
  { name: "reset", text: "0", gives: { reset: false } },
  { name: "control-key", text: "other", gives: { controlKey: "other" } },
  {
    name: "public-url",
    text: "https://chat.example/",
    gives: { publicUrl: "https://chat.example" },
  },
  { name: "public-url", text: "http://h:1/a", gives: { publicUrl: "http://h:1/a" } },
  { name: "mode", text: "development", gives: { mode: "development" } },
  { name: "limits", text: "production", gives: { limits: "production" } },
  { name: "limits", text: "unapproved", gives: { limits: "unapproved" } },
  { name: "limits", text: "off", gives: { limits: "off" } },
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

const faults: readonly (readonly [GivenFlags, Record<string, string>, string])[] = [
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
  [
    { "public-url": "chat.example" },
    {},
    '--public-url: "chat.example" is not an http or https address without query',
  ],
  [
    { "public-url": "http://h/?a" },
    {},
    '--public-url: "http://h/?a" is not an http or https address without query',
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

test.each(faults)("%j %j is refused in one line", (flags, env, message) => {
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

test("development mode on an open host needs a key of its own", () => {
  expect(() => read({ host: "0.0.0.0", mode: "development" })).toThrow(
    "--control-key is required on the host 0.0.0.0",
  );
  expect(read({ host: "0.0.0.0", mode: "development", "control-key": "mine" })).toMatchObject({
    mode: "development",
    controlKey: "mine",
  });
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
    fc.property(flags, (given) => {
      const some = Object.fromEntries(
        Object.entries(given).filter(([, each]) => each !== undefined),
      );
      expect(refusal(some) ?? "fine").not.toContain("\n");
    }),
  );
});

test.each([
  { asked: undefined, limits: undefined, frozen: false, gives: "production" },
  { asked: undefined, limits: undefined, frozen: true, gives: "off" },
  { asked: undefined, limits: "unapproved", frozen: true, gives: "unapproved" },
  { asked: undefined, limits: "off", frozen: false, gives: "off" },
  { asked: "production", limits: "off", frozen: true, gives: "production" },
  { asked: "off", limits: "production", frozen: false, gives: "off" },
] as const)(
  "limits: asked $asked, world $limits, frozen $frozen gives $gives",
  ({ asked, gives, ...world }) => {
    expect(limitsInForce(asked, world)).toBe(gives);
  },
);
