// Clients of the control plane for each world, used by pages and by the worker.
import { ControlClient } from "@antechamber/sdk/control";
import { consoleHeaders } from "./session.ts";

/** The first world of a service. */
export const MAIN = "main";

/** The client for a world. */
export function controlOf(world: string): ControlClient {
  return new ControlClient({
    baseUrl: location.origin,
    headers: consoleHeaders,
    ...(world === MAIN ? {} : { world }),
  });
}
