// The lists from which everything that is generated or checked follows.
import type { EndpointDeclaration } from "./endpoint.ts";
import * as errorDeclarations from "./error.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { EventDeclaration } from "./event.ts";
import { worldEndpoints } from "./control.ts";
import { applicationEndpoints } from "./resources/applications.ts";
import { commandEndpoints } from "./resources/commands.ts";
import { gatewayEndpoints, gatewayEvents } from "./resources/gateway.ts";
import { guildEndpoints } from "./resources/guilds.ts";
import { interactionEvents } from "./resources/interaction-events.ts";
import { interactionEndpoints } from "./resources/interactions.ts";
import { lobbyEndpoints } from "./resources/lobbies.ts";
import { lobbyEvents } from "./resources/lobby-events.ts";
import { messageEndpoints, messageEvents } from "./resources/messages.ts";
import { userEndpoints } from "./resources/users.ts";

/** Every endpoint of both planes. */
export const endpoints: readonly EndpointDeclaration[] = [
  ...gatewayEndpoints,
  ...userEndpoints,
  ...applicationEndpoints,
  ...guildEndpoints,
  ...messageEndpoints,
  ...commandEndpoints,
  ...interactionEndpoints,
  ...lobbyEndpoints,
  ...worldEndpoints,
];

/** Every event that the gateway sends. */
export const events: readonly EventDeclaration[] = [
  ...gatewayEvents,
  ...interactionEvents,
  ...messageEvents,
  ...lobbyEvents,
];

const general = Object.values<unknown>(errorDeclarations).filter(
  (each): each is ErrorDeclaration => typeof each === "object" && each !== null,
);

/** Every refusal, those that one resource declares for itself included. */
export const errors: readonly ErrorDeclaration[] = [
  ...new Set([...general, ...endpoints.flatMap((each) => each.errors)]),
];
