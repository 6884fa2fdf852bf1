// Client libraries that run inside the test: how they are pointed at a world, and signed in.
import { after } from "./environment.ts";
import { CannotDo } from "./errors.ts";
import { suggestion } from "./nearest.ts";
import { WAIT_MAX_MS } from "./actors/acts.ts";

/** Libraries whose options the kit knows. */
export type Library = "discord.js" | "oceanic.js";

/** What a client of each library is to be made with, beside what the bot itself wants. */
export interface LibraryOptions {
  "discord.js": { rest: { api: string } };
  "oceanic.js": { auth: string; rest: { baseURL: string } };
}

/** @throws CannotDo for a library whose options the kit does not know */
export function libraryOptions<L extends Library>(
  library: L,
  { api, botToken }: { readonly api: string; readonly botToken: string },
): LibraryOptions[L] {
  const all: LibraryOptions = {
    "discord.js": { rest: { api } },
    "oceanic.js": { auth: `Bot ${botToken}`, rest: { baseURL: `${api}/v10` } },
  };
  if (Object.hasOwn(all, library)) return all[library];
  const others = "world.api, world.gateway and world.env() lead any other here";
  throw new CannotDo(
    `no options of "${library}"${suggestion(library, Object.keys(all))}; ${others}`,
  );
}

/** A client as discord.js has it. */
export interface LoginClient {
  login(token: string): Promise<unknown>;
  isReady(): boolean;
  destroy(): Promise<void> | void;
}

/** A client as oceanic.js has it. */
export interface ConnectClient {
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
  readonly ready: boolean;
}

/** How both tell what happens; each types its own events. */
interface Emitter {
  on(event: string, listener: (...args: readonly unknown[]) => void): unknown;
  once(event: string, listener: (...args: readonly unknown[]) => void): unknown;
}

/** A client that the kit can sign in. */
export type AnyClient = LoginClient | ConnectClient;

/**
 * Signs a client in and waits until it is ready.
 *
 * @param failed receives the errors of the client that nobody handled
 * @returns how it is signed out
 */
export async function signIn(
  client: AnyClient,
  botToken: string,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const emitter = client as unknown as Emitter;
  emitter.on("error", (error) => failed(error));
  const isReady = () => ("login" in client ? client.isReady() : client.ready);
  const name = "login" in client ? "clientReady" : "ready";
  const ready = new Promise<void>((resolve, reject) => {
    const cancel = after(WAIT_MAX_MS, () =>
      reject(new Error(`the client was not ready within ${WAIT_MAX_MS} ms`)),
    );
    emitter.once(name, () => {
      cancel();
      resolve();
    });
  });
  // A refusal of the sign-in says more than that the client was not ready in time.
  ready.catch(() => undefined);
  await ("login" in client ? client.login(botToken) : client.connect());
  if (!isReady()) await ready;
  return async () => {
    if ("login" in client) await client.destroy();
    else client.disconnect(false);
  };
}
