// A service whose demo application responds to interactions by HTTP with scripted callbacks.
import { replied, scriptedOutbound } from "./scripted-outbound.ts";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, type TestService, type TestServiceOptions } from "../start-service.ts";

export interface Sent {
  readonly type: number;
  readonly data: {
    readonly name?: string;
    readonly custom_id?: string;
    readonly values?: readonly string[];
    readonly options?: readonly { readonly name: string; readonly value: unknown }[];
    readonly components?: readonly unknown[];
  };
}

const PING = 1;

/** Starts a service whose application responds with the callbacks that `answer` returns. */
export async function anAnsweringApplication(
  answer: (interaction: Sent) => unknown,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const outbound = scriptedOutbound(({ body }) => {
    const interaction = JSON.parse(body) as Sent;
    return replied(200, interaction.type === PING ? { type: 1 } : answer(interaction));
  });
  const [application] = demoWorld.applications ?? [];
  const world = {
    ...demoWorld,
    applications: [{ ...application, interactions_endpoint_url: "http://127.0.0.1:9/" }],
  };
  return aService({ world, ...options, settings: { ...options.settings, outbound } });
}
