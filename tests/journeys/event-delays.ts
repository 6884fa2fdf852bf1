// Measures how long events take from one process to sessions at another.
import type { GatewayClient } from "../../packages/server/src/testing/clients/gateway-client.ts";
import type { TestProcess } from "../../packages/server/src/testing/processes/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";

/**
 * Milliseconds from the response to a call at one process to its event at a session of another, the
 * shortest first.
 */
export async function eventDelays(
  from: TestProcess,
  session: GatewayClient,
  count: number,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const sent = await from.asBot(`POST /channels/${demo.generalId}/messages`, {
      content: `${nth}`,
    });
    const at = performance.now();
    const { d } = await session.nextEvent("MESSAGE_CREATE");
    if ((d as { readonly id: string }).id !== sent.id) throw new Error("another message came");
    found.push(performance.now() - at);
  }
  return found.toSorted((a, b) => a - b);
}
