// The lists from which everything that is generated or checked follows.
import type { EndpointDeclaration } from "./endpoint.ts";
import * as errorDeclarations from "./error.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { EventDeclaration } from "./event.ts";
import { errorsOf } from "./implied-errors.ts";
import { faultEndpoints } from "./control-faults.ts";
import { limitEndpoints } from "./control-limits.ts";
import { worldEndpoints } from "./control.ts";
import { entityKinds } from "./control-entities.ts";
import { applicationEndpoints } from "./resources/applications.ts";
import { commandIndexEndpoints } from "./resources/commands/command-index.ts";
import {
  commandEvents,
  commandPermissionEndpoints,
} from "./resources/commands/command-permissions.ts";
import { commandEndpoints } from "./resources/commands/commands.ts";
import { decisionEndpoints } from "./resources/interactions/decision.ts";
import { channelChangeEndpoints } from "./resources/guilds/channel-changes.ts";
import { channelEvents } from "./resources/guilds/channel-events.ts";
import { entitlementEvents } from "./resources/entitlement-events.ts";
import { activityEndpoints } from "./resources/interactions/activities.ts";
import { entitlementEndpoints } from "./resources/entitlements.ts";
import { gameMessageEndpoints, gameMessageEvents } from "./resources/messages/game-messages.ts";
import { gatewayAnswers } from "./resources/gateway-answers.ts";
import { gatewayEndpoints, gatewayEvents } from "./resources/gateway.ts";
import { guildEvents } from "./resources/guilds/guild-events.ts";
import { guildEndpoints } from "./resources/guilds/guilds.ts";
import { integrationEvents } from "./resources/guilds/integration-events.ts";
import { interactionEvents } from "./resources/interactions/interaction-events.ts";
import { interactionEndpoints } from "./resources/interactions/interactions.ts";
import { connectionEndpoints } from "./resources/oauth/connections.ts";
import { emojiEndpoints, emojiEvents } from "./resources/guilds/emojis.ts";
import { ownMemberEndpoints } from "./resources/guilds/own-member.ts";
import { pinEndpoints, pinEvents } from "./resources/messages/pins.ts";
import {
  scheduledEventEndpoints,
  scheduledEventNews,
} from "./resources/guilds/scheduled-events.ts";
import { inviteEvents } from "./resources/guilds/invite-events.ts";
import { inviteEndpoints } from "./resources/guilds/invites.ts";
import { lobbyEndpoints } from "./resources/lobbies/lobbies.ts";
import { lobbyEvents } from "./resources/lobbies/lobby-events.ts";
import { lobbyInviteEndpoints } from "./resources/lobbies/lobby-invites.ts";
import { lobbyLinkingEndpoints } from "./resources/lobbies/lobby-linking.ts";
import { lobbyMessageEndpoints, lobbyMessageEvents } from "./resources/lobbies/lobby-messages.ts";
import { lobbyPlayerEndpoints } from "./resources/lobbies/lobby-players.ts";
import { messageEndpoints } from "./resources/messages/message-endpoints.ts";
import { searchEndpoints } from "./resources/messages/message-search.ts";
import { messageEvents } from "./resources/messages/messages.ts";
import { consentEndpoints } from "./resources/oauth/oauth-consent.ts";
import { oauthEndpoints } from "./resources/oauth/oauth.ts";
import { presenceEvents } from "./resources/guilds/presences.ts";
import { userEvents } from "./resources/user-events.ts";
import { voiceEvents } from "./resources/guilds/voice.ts";
import { userEndpoints } from "./resources/users.ts";
import { deauthorizationEndpoints } from "./resources/oauth/deauthorization.ts";
import { integrationEndpoints } from "./resources/guilds/integrations.ts";
import { partnerSdkEndpoints } from "./resources/oauth/partner-sdk.ts";
import { webhookEventFacts } from "./resources/webhook-events.ts";

/** Every endpoint of both planes. */
export const endpoints: readonly EndpointDeclaration[] = [
  ...gatewayEndpoints,
  ...userEndpoints,
  ...applicationEndpoints,
  ...guildEndpoints,
  ...channelChangeEndpoints,
  ...inviteEndpoints,
  ...emojiEndpoints,
  ...scheduledEventEndpoints,
  ...ownMemberEndpoints,
  ...connectionEndpoints,
  ...pinEndpoints,
  ...messageEndpoints,
  ...searchEndpoints,
  ...entitlementEndpoints,
  ...commandEndpoints,
  ...commandPermissionEndpoints,
  ...commandIndexEndpoints,
  ...interactionEndpoints,
  ...activityEndpoints,
  ...decisionEndpoints,
  ...lobbyEndpoints,
  ...oauthEndpoints,
  ...consentEndpoints,
  ...lobbyPlayerEndpoints,
  ...lobbyMessageEndpoints,
  ...lobbyLinkingEndpoints,
  ...lobbyInviteEndpoints,
  ...gameMessageEndpoints,
  ...integrationEndpoints,
  ...partnerSdkEndpoints,
  ...deauthorizationEndpoints,
  ...worldEndpoints,
  ...entityKinds.flatMap((kind) => Object.values<EndpointDeclaration>(kind)),
  ...limitEndpoints,
  ...faultEndpoints,
];

/** Every event that the gateway sends. */
export const events: readonly EventDeclaration[] = [
  ...gatewayEvents,
  ...gatewayAnswers,
  ...guildEvents,
  ...channelEvents,
  ...inviteEvents,
  ...emojiEvents,
  ...scheduledEventNews,
  ...pinEvents,
  ...integrationEvents,
  ...userEvents,
  ...voiceEvents,
  ...presenceEvents,
  ...commandEvents,
  ...interactionEvents,
  ...messageEvents,
  ...entitlementEvents,
  ...lobbyEvents,
  ...lobbyMessageEvents,
  ...gameMessageEvents,
  ...webhookEventFacts,
];

const general = Object.values<unknown>(errorDeclarations).filter(
  (each): each is ErrorDeclaration => typeof each === "object" && each !== null,
);

/** Every refusal, those that one resource declares for itself included. */
export const errors: readonly ErrorDeclaration[] = [
  ...new Set([...general, ...endpoints.flatMap(errorsOf)]),
];
