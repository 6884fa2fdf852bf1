// Client libraries that run inside the test: their options for a world, and signing in.
import { after, pause, realNow } from "./client/environment.ts";
import { CannotDo } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";
import { WAIT_MAX_MS } from "./actors/acts.ts";
import type { Cleanups } from "./cleanups.ts";
import type { WorldClock } from "./client/clock.ts";
import { replaceTimers } from "./replaced-timers.ts";
import type { WorkerEnvironment } from "./serve.ts";
import type { KnownApplication } from "./worlds/recipe.ts";

// Bots are imported after the kit, and their libraries keep the timers that they find at that time.
replaceTimers();

/** Milliseconds of real time between two checks whether a client is ready. */
const LOOK_MS = 2;

/**
 * Real milliseconds that a client has to connect if its test ends meanwhile. discord.js, signed out
 * before it is connected, connects all the same, and cannot be signed out after that.
 */
const ENTERING_MAX_MS = 2000;

/** What to do when a client asks for privileged intents that its application does not have. */
const switchedOff =
  "switch on those that are privileged where the test's world describes the application: " +
  'bot: { intents: ["GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT"] }';

/** Which bot a client signs in as. */
export interface LoginOptions {
  /** The application of the bot; absent: the first. */
  readonly as?: string;
}

/** Options of signing a client in. */
export interface SignInOptions extends LoginOptions {
  /**
   * With `world.clock`, dates and timers of the application's own files follow the world's clock,
   * and so do the collectors and relative times of discord.js; those of libraries remain real
   * otherwise.
   */
  readonly time?: WorldClock;
}

/** Libraries whose options the kit can provide. */
export type Library = "discord.js" | "oceanic.js";

/** The options to create each library's client with, in addition to the bot's own. */
export interface LibraryOptions {
  "discord.js": { rest: { api: string } };
  "oceanic.js": { auth: string; rest: { baseURL: string } };
}

/** @throws CannotDo for a library whose options the kit cannot provide */
export function libraryOptions<L extends Library>(
  library: L,
  { api, botToken }: { readonly api: string; readonly botToken: string },
): LibraryOptions[L] {
  const all: LibraryOptions = {
    "discord.js": { rest: { api } },
    "oceanic.js": { auth: `Bot ${botToken}`, rest: { baseURL: `${api}/v10` } },
  };
  if (Object.hasOwn(all, library)) return all[library];
  const others = "use world.api, world.gateway and world.env() for any other";
  throw new CannotDo(
    `no options of "${library}"${suggestion(library, Object.keys(all))}; ${others}`,
  );
}

/** Environment variables of a program that uses a world, by name. */
export type ProgramEnvironment = Readonly<
  Record<keyof WorkerEnvironment | "DISCORD_GATEWAY" | "DISCORD_CLIENT_SECRET", string>
>;

/** The environment variables of a program that is an application of a world. */
export function environmentOf(
  { id, botToken, clientSecret, publicKey }: KnownApplication,
  { api, gateway }: { readonly api: string; readonly gateway: string },
): ProgramEnvironment {
  return {
    DISCORD_API: api,
    DISCORD_GATEWAY: gateway,
    DISCORD_TOKEN: botToken,
    DISCORD_APPLICATION_ID: id,
    DISCORD_PUBLIC_KEY: publicKey,
    DISCORD_CLIENT_SECRET: clientSecret,
  };
}

/** A client of discord.js, or an object with these methods around another library. */
export interface LoginClient {
  login(token: string): Promise<unknown>;
  isReady(): boolean;
  destroy(): Promise<void> | void;
}

/** A client of oceanic.js. */
export interface ConnectClient {
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
  readonly ready: boolean;
}

/** Libraries' clients emit events; each types its own. */
interface Emitter {
  on(event: string, listener: (...args: readonly unknown[]) => void): unknown;
}

function isEmitter(client: object): client is Emitter {
  return "on" in client && typeof client.on === "function";
}

/** A client that the kit can sign in. */
export type AnyClient = LoginClient | ConnectClient;

interface SignInDeps {
  /** Receives errors of the client that are not handled. */
  readonly failed: (error: unknown) => void;
  /** Signs the client out at the end. */
  readonly cleanups: Cleanups;
  /** The API of the world. */
  readonly api: string;
  /** Returns the APIs of all worlds of the service. */
  readonly apis: () => Promise<readonly string[]>;
}

/**
 * Signs a client in, and waits until it is ready.
 *
 * @throws CannotDo if its world has ended, or if it cannot connect because it uses another URL
 */
export async function signIn(
  client: AnyClient,
  botToken: string,
  { failed, cleanups, api, apis }: SignInDeps,
): Promise<void> {
  if (!("login" in client) && !("connect" in client)) {
    throw new CannotDo(
      "a client that is signed in has login(token), isReady() and destroy() as discord.js's has, or connect(), disconnect() and ready as oceanic.js's",
    );
  }
  const called = apiOf(client);
  // A fork has the same tokens, so the client would be signed in to the other world.
  if (isElsewhere(called, api) && (await apis()).some((each) => !isElsewhere(called, each))) {
    throw elsewhere(client, called, "it belongs to another world");
  }
  if (isEmitter(client)) client.on("error", (error) => failed(error));
  if (cleanups.haveEnded) throw new CannotDo("the world has ended with its test");
  const end = realNow() + WAIT_MAX_MS;
  const entering = enter(client, botToken);
  // Added before the client is connected, since the test may end meanwhile, and a client would
  // retry for ever.
  cleanups.add(async () => {
    await settledWithin(ENTERING_MAX_MS, entering);
    if ("login" in client) await client.destroy();
    else client.disconnect(false);
  });
  await entering.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (/disallowed intents/i.test(reason)) throw new CannotDo(`${reason}: ${switchedOff}`);
    if (!isElsewhere(called, api)) throw error;
    throw elsewhere(client, called, reason);
  });
  while (!isReady(client)) {
    if (cleanups.haveEnded) throw new CannotDo("the world has ended with its test");
    if (realNow() >= end) throw new Error(`the client was not ready within ${WAIT_MAX_MS} ms`);
    await pause(LOOK_MS);
  }
}

/** Whether a client is signed in. */
export function isReady(client: AnyClient): boolean {
  return "login" in client ? client.isReady() : client.ready;
}

/** The options of a client: the API's URL in discord.js, the URL and version in oceanic.js. */
interface Configured {
  readonly options?: { readonly rest?: { readonly api?: unknown; readonly baseURL?: unknown } };
}

/** The API's URL that a client was created with; undefined for a client without such options. */
function apiOf(client: AnyClient): string | undefined {
  const { rest } = (client as Configured).options ?? {};
  const called = rest?.api ?? rest?.baseURL;
  return typeof called === "string" ? called : undefined;
}

function isElsewhere(called: string | undefined, api: string): called is string {
  return called !== undefined && !called.startsWith(api);
}

function elsewhere(client: AnyClient, called: string, reason: string): CannotDo {
  const isDiscordJs = (client as Configured).options?.rest?.api !== undefined;
  const library: Library = isDiscordJs ? "discord.js" : "oceanic.js";
  const instead = `create it in the test, with world.options("${library}")`;
  return new CannotDo(`the client calls ${called}, not this world; ${instead} (${reason})`);
}

async function enter(client: AnyClient, botToken: string): Promise<void> {
  await ("login" in client ? client.login(botToken) : client.connect());
}

/** Resolves once a promise is settled, or after some real milliseconds. */
function settledWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(ms, resolve);
    const settled = () => {
      cancel();
      resolve();
    };
    promise.then(settled, settled);
  });
}
