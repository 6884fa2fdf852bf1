// The lists from which everything that is generated or checked follows.
import type { EndpointDeclaration } from "./endpoint.ts";
import * as errorDeclarations from "./error.ts";
import type { ErrorDeclaration } from "./error.ts";
import type { EventDeclaration } from "./event.ts";
import { faultEndpoints } from "./control-faults.ts";
import { limitEndpoints } from "./control-limits.ts";
import { worldEndpoints } from "./control.ts";
import { entityKinds } from "./control-entities.ts";
import { applicationEndpoints } from "./resources/applications.ts";
import { commandIndexEndpoints } from "./resources/command-index.ts";
import { commandEvents, commandPermissionEndpoints } from "./resources/command-permissions.ts";
import { commandEndpoints } from "./resources/commands.ts";
import { decisionEndpoints } from "./resources/decision.ts";
import { channelChangeEndpoints } from "./resources/channel-changes.ts";
import { channelEvents } from "./resources/channel-events.ts";
import { entitlementEvents } from "./resources/entitlement-events.ts";
import { activityEndpoints } from "./resources/activities.ts";
import { entitlementEndpoints } from "./resources/entitlements.ts";
import { gameMessageEndpoints, gameMessageEvents } from "./resources/game-messages.ts";
import { gatewayAnswers } from "./resources/gateway-answers.ts";
import { gatewayEndpoints, gatewayEvents } from "./resources/gateway.ts";
import { guildEvents } from "./resources/guild-events.ts";
import { guildEndpoints } from "./resources/guilds.ts";
import { integrationEvents } from "./resources/integration-events.ts";
import { interactionEvents } from "./resources/interaction-events.ts";
import { interactionEndpoints } from "./resources/interactions.ts";
import { connectionEndpoints } from "./resources/connections.ts";
import { emojiEndpoints, emojiEvents } from "./resources/emojis.ts";
import { ownMemberEndpoints } from "./resources/own-member.ts";
import { pinEndpoints, pinEvents } from "./resources/pins.ts";
import { scheduledEventEndpoints, scheduledEventNews } from "./resources/scheduled-events.ts";
import { inviteEvents } from "./resources/invite-events.ts";
import { inviteEndpoints } from "./resources/invites.ts";
import { lobbyEndpoints } from "./resources/lobbies.ts";
import { lobbyEvents } from "./resources/lobby-events.ts";
import { lobbyInviteEndpoints } from "./resources/lobby-invites.ts";
import { lobbyLinkingEndpoints } from "./resources/lobby-linking.ts";
import { lobbyMessageEndpoints, lobbyMessageEvents } from "./resources/lobby-messages.ts";
import { lobbyPlayerEndpoints } from "./resources/lobby-players.ts";
import { messageEndpoints } from "./resources/message-endpoints.ts";
import { searchEndpoints } from "./resources/message-search.ts";
import { messageEvents } from "./resources/messages.ts";
import { consentEndpoints } from "./resources/oauth-consent.ts";
import { oauthEndpoints } from "./resources/oauth.ts";
import { presenceEvents } from "./resources/presences.ts";
import { userEvents } from "./resources/user-events.ts";
import { voiceEvents } from "./resources/voice.ts";
import { userEndpoints } from "./resources/users.ts";
import { deauthorizationEndpoints } from "./resources/deauthorization.ts";
import { integrationEndpoints } from "./resources/integrations.ts";
import { partnerSdkEndpoints } from "./resources/partner-sdk.ts";
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
  ...new Set([...general, ...endpoints.flatMap((each) => each.errors)]),
];
