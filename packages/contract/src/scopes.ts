// All documented scopes of OAuth2: descriptions for people, and which applications may request them.
// Source: protocol: gateway-oauth-limits 5.2, 5.12.

/**
 * `open`: for all applications. `approved`: for applications whose `approved_scopes` contain it.
 * `client`: only for the client credentials grant.
 */
type Availability = "open" | "approved" | "client";

export interface ScopeRule {
  readonly words: string;
  readonly availability: Availability;
  /** The reference omits it from the scopes that it lists to applications as eligible. */
  readonly isUnlisted?: true;
}

const open = (words: string): ScopeRule => ({ words, availability: "open" });
const approved = (words: string): ScopeRule => ({ words, availability: "approved" });
const unlisted = (rule: ScopeRule): ScopeRule => ({ ...rule, isUnlisted: true });

const presenceWords =
  "Connect to the game's social features: know who you are, see and change your friends, and show what you are playing";

/** Endpoints name the scopes that open them in `bearer(…)`. */
export const oauthScopes = {
  identify: open("Know your username, avatar and banner"),
  email: open("Know your email address"),
  "identify.premium": unlisted(approved("Know whether you have a subscription")),
  openid: open("Sign you in"),
  connections: open("Know which accounts of other services you have connected"),
  guilds: open("Know which servers you are in"),
  "guilds.join": open("Join servers for you"),
  "guilds.members.read": open("Read your member information of the servers you are in"),
  "guilds.channels.read": unlisted(approved("See the channels of the servers you are in")),
  bot: open("Bring a bot into a server, with commands"),
  "applications.commands": open("Create commands"),
  "applications.commands.update": {
    words: "Change its own commands",
    availability: "client",
  },
  "applications.commands.permissions.update": open(
    "Change the permissions of its commands in servers that you manage",
  ),
  "applications.entitlements": open("Read the entitlements of your applications"),
  "applications.store.update": open("Read and change the store of your applications"),
  "applications.builds.read": open("Read the builds of your applications"),
  "applications.builds.upload": approved("Upload builds of your applications"),
  "role_connections.write": open("Update your connection and metadata for this application"),
  "webhook.incoming": open("Add a webhook to a channel"),
  "gdm.join": open("Join group messages for you"),
  "messages.read": open("Read the messages that your own client shows"),
  "relationships.read": approved("See your friends and who you blocked"),
  "relationships.write": unlisted(approved("Change your friends and who you blocked")),
  "lobbies.write": unlisted(approved("Create and join lobbies for you")),
  "gateway.connect": unlisted(approved("Connect as you, and receive what happens")),
  "application_identities.write": unlisted(approved("Use your identity in the game")),
  "activities.read": approved("See what you and your friends are playing"),
  "activities.write": approved("Show what you are playing"),
  "activities.invites.write": approved("Send invites to play for you"),
  "presences.read": unlisted(approved("See your friends' presence")),
  "presences.write": unlisted(approved("Change your presence")),
  "dm_channels.read": approved("See your direct messages"),
  "dm_channels.messages.read": unlisted(
    approved("Read the messages that you exchange with friends"),
  ),
  "dm_channels.messages.write": unlisted(approved("Send messages to your friends for you")),
  "account.global_name.update": unlisted(approved("Change your display name")),
  "payment_sources.country_code": unlisted(approved("Know the country that you pay from")),
  rpc: approved("Control your own client"),
  "rpc.activities.write": approved("Show what you are playing through your own client"),
  "rpc.notifications.read": approved("Read the notifications of your own client"),
  "rpc.voice.read": approved("Read your voice settings and listen for voice events"),
  "rpc.voice.write": approved("Change your voice settings"),
  "rpc.video.read": approved("Read your video settings"),
  "rpc.video.write": approved("Change your video settings"),
  "rpc.screenshare.read": approved("Know whether you share your screen"),
  "rpc.screenshare.write": approved("Share your screen"),
  voice: approved("Connect to voice for you"),
  "sdk.social_layer_presence": unlisted(open(presenceWords)),
  "sdk.social_layer": unlisted(
    open(
      `${presenceWords}; exchange messages with your friends, see your servers and their channels, and join lobbies`,
    ),
  ),
} satisfies Readonly<Record<string, ScopeRule>>;

export type ScopeName = keyof typeof oauthScopes;
