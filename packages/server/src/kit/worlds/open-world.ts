// How a test gets a world of its own from a service.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ControlClient, type ServerAddress } from "../control-client.ts";
import { ControlRefusal } from "../errors.ts";
import { takeLock } from "../servers/lock-file.ts";
import type { CompleteWorld } from "./recipe.ts";

/** Where a world is reached by clients of any language. */
export interface OpenedWorld {
  readonly name: string;
  /** The address of everything of it. */
  readonly url: string;
  /** What clients take for `https://discord.com/api`. */
  readonly api: string;
  readonly control: ControlClient;
  close(): Promise<void>;
}

interface MadeWorld {
  readonly name: string;
  readonly url: string;
}

/** How long the service's only world may be another test's. */
const TURN_LIMIT_MS = 60_000;

/** Makes a world beside those that are there. */
export async function openWorld(
  server: ServerAddress,
  world: CompleteWorld,
  seed: string,
): Promise<OpenedWorld> {
  const main = new ControlClient(server);
  try {
    const body = { from: { world: world.file }, seed };
    const made = await main.call<MadeWorld>("POST /worlds", { body });
    return {
      name: made.name,
      url: made.url,
      api: `${made.url}/api`,
      control: new ControlClient(server, made.name),
      async close() {
        await main.call(`DELETE /worlds/${made.name}`);
      },
    };
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.status !== 404) throw error;
    return takeMainWorld(server, main, world);
  }
}

/** A service that has one world alone lends it to one test after the other. */
async function takeMainWorld(
  { url }: ServerAddress,
  control: ControlClient,
  world: CompleteWorld,
): Promise<OpenedWorld> {
  const lock = join(tmpdir(), `antechamber-world-${new URL(url).port}.lock`);
  const release = await takeLock(lock, TURN_LIMIT_MS);
  try {
    await control.call("PUT /world", { body: world.file });
  } catch (error) {
    await release();
    throw error;
  }
  return { name: "main", url, api: `${url}/api`, control, close: release };
}
