// Opens a world for a test in a service.
import { ControlClient, segment, type ServerAddress } from "../client/control-client.ts";
import { wholeList } from "../client/whole-list.ts";
import type { KnownApplication, WrittenApplication } from "./recipe.ts";

/** The URLs of a world, for clients in any language. */
export interface OpenedWorld {
  readonly name: string;
  /** The base URL of the world. */
  readonly url: string;
  /** The API's URL, which clients use in place of `https://discord.com/api`. */
  readonly api: string;
  readonly gateway: string;
  readonly control: ControlClient;
  close(): Promise<void>;
}

/** The origin of a world. Source: product.md, Control plane. */
export type WorldOrigin = { readonly world: object } | { readonly fork: string };

/** Opens an additional world. The same seed gives the same ids. */
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

/** An application with the key that only the opened world can tell. */
export async function knownApplication(
  control: ControlClient,
  written: WrittenApplication,
): Promise<KnownApplication> {
  const route = `GET /applications/${segment(written.id)}/key`;
  const { verify_key: publicKey } = await control.call<{ verify_key: string }>(route);
  return { ...written, publicKey };
}

/** The APIs of all worlds of a service. */
export async function apisOf(control: ControlClient): Promise<readonly string[]> {
  return (await wholeList<{ api: string }>(control, "GET /worlds")).map(({ api }) => api);
}

/** The longest seed that the control plane accepts. */
const SEED_MAX = 1000;
