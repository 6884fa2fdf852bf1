// All documented scopes: descriptions for people, and which applications may request them.
// Source: protocol: gateway-oauth-limits 5.2, 5.12.

/**
 * `open`: for all applications. `approved`: for applications whose `approved_scopes` contain it.
 * `client`: only for the client credentials grant.
 */
type Availability = "open" | "approved" | "client";

interface ScopeRule {
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

const rules: Readonly<Record<string, ScopeRule>> = {
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
};

/** The fields of an application that its available scopes depend on. */
interface ScopeHolder {
  readonly approved_scopes?: readonly string[];
  readonly team_id?: string;
}

/** True for a scope that the reference documents. */
export function isScope(scope: string): boolean {
  return Object.hasOwn(rules, scope);
}

/** Whether scopes are requested of a user or, by the client credentials grant, for the client. */
export type ScopeUse = "user" | "client";

/** The scope that gives the application a webhook in a channel that the person chooses. */
export const WEBHOOK_SCOPE = "webhook.incoming";

/** Scopes that install the application or require a person to choose a guild or channel. */
const personalScopes: ReadonlySet<string> = new Set([
  "bot",
  "applications.commands",
  WEBHOOK_SCOPE,
]);

/** The open scopes that a team's application may request for itself without approval. */
const teamScopes: ReadonlySet<string> = new Set(["identify", "applications.commands.update"]);

function ruleOf(scope: string): ScopeRule | undefined {
  return Object.hasOwn(rules, scope) ? rules[scope] : undefined;
}

/** True when the application may request the scope for this use. */
export function mayRequest(application: ScopeHolder, scope: string, use: ScopeUse): boolean {
  const isApproved = application.approved_scopes?.includes(scope) ?? false;
  const isOfTeam = application.team_id !== undefined;
  switch (ruleOf(scope)?.availability) {
    case "open":
      if (use === "user") return true;
      if (personalScopes.has(scope)) return false;
      return !isOfTeam || isApproved || teamScopes.has(scope);
    case "approved":
      return isApproved;
    case "client":
      return use === "client";
    case undefined:
      return false;
  }
}

/**
 * Parses scopes that are separated by spaces; repeated ones count once.
 *
 * @returns undefined when there is none, or one is unknown or not available to the application
 */
export function requestedScopes(
  application: ScopeHolder,
  text: string | undefined,
  use: ScopeUse,
): readonly string[] | undefined {
  // HTML forms may send other white space than links.
  const scopes = [...new Set((text ?? "").split(/\s+/).filter((each) => each !== ""))];
  if (scopes.length === 0) return undefined;
  return scopes.every((scope) => mayRequest(application, scope, use)) ? scopes : undefined;
}

/** The description of a scope for people. */
export function scopeDescription(scope: string): string {
  return ruleOf(scope)?.words ?? scope;
}

/** The listed scopes that the application may request of a person. */
export function eligibleScopes(application: ScopeHolder): readonly string[] {
  return Object.entries(rules)
    .filter(
      ([scope, { isUnlisted }]) => isUnlisted !== true && mayRequest(application, scope, "user"),
    )
    .map(([scope]) => scope);
}

/** True for the scopes of the client SDK, which require a verified account. */
export function isSdkScope(scope: string): boolean {
  return scope.startsWith("sdk.");
}
