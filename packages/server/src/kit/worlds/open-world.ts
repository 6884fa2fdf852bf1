// How a test gets a world of its own from a service.
import { ControlClient, segment, type ServerAddress } from "../client/control-client.ts";

/** Where a world is reached by clients of any language. */
export interface OpenedWorld {
  readonly name: string;
  /** The address of everything of it. */
  readonly url: string;
  /** What clients take for `https://discord.com/api`. */
  readonly api: string;
  readonly gateway: string;
  readonly control: ControlClient;
  close(): Promise<void>;
}

/** What a world is made from. Source: product.md, Control plane. */
export type WorldOrigin = { readonly world: object } | { readonly fork: string };

/** Makes a world beside those that are there. The same seed gives the same ids. */
export async function openWorld(
  server: ServerAddress,
  from: WorldOrigin,
  seed: string,
): Promise<OpenedWorld> {
  const main = new ControlClient(server);
  const body = { from, seed: seed.slice(0, SEED_MAX) };
  const made = await main.call<Pick<OpenedWorld, "name" | "url" | "api" | "gateway">>(
    "POST /worlds",
    { body },
  );
  return {
    ...made,
    control: new ControlClient(server, made.name),
    async close() {
      await main.call(`DELETE /worlds/${segment(made.name)}`);
    },
  };
}

/** The longest seed that the control plane takes. */
const SEED_MAX = 1000;
