// Applications, their installations for users and their access tokens.
import { ApplicationFlag } from "@antechamber/contract/applications";
import {
  bitsOf,
  WorldAccessToken,
  WorldApplication,
  type WorldBot,
  WorldUserInstall,
  WorldApplicationEmoji,
  WorldRoleConnection,
} from "@antechamber/contract/control";
import { IntentBit, privilegedIntents } from "@antechamber/contract/gateway";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { verifyKeyOf } from "../../../platform/crypto.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { withoutKeys } from "../../../platform/without-keys.ts";
import { roleConnections } from "../../../domains/guilds/linked-roles/linked-role.ts";
import {
  applicationEmojiConstants,
  applicationEmojis,
} from "../../../domains/applications/application-emojis.ts";
import {
  applications,
  flagBits,
  type ApplicationRecord,
} from "../../../domains/applications/application.ts";
import { kindsOf } from "../../../domains/applications/change.ts";
import { isScope } from "../../../domains/applications/scopes.ts";
import { isWellFormed } from "../../../domains/oauth/redirects.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { userInstalls } from "../../../domains/applications/installs.ts";
import { ACCESS_TOKEN_LIFETIME_MS, accessTokens } from "../../../domains/applications/tokens.ts";
import { checkDerived, checkEachDerived } from "../derived-fields.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { agreeWithApplication, writtenApplication } from "../shown-applications.ts";
import { personId } from "../people.ts";
import {
  checkParents,
  checkParentTokens,
  loadListedIdentities,
  loadParent,
  partnerFields,
} from "./partners.ts";
import { loadAuthorizations, loadRefreshToken } from "./authorizations.ts";
import type { Place } from "../json-path.ts";
import { forEachEntry } from "./placed-entries.ts";
import { firstUser, loadBotUser } from "./users.ts";
import { accessToken, botToken, clientSecret, signingSeed, type SecretForms } from "../secrets.ts";

type ApplicationEntry = Static<typeof WorldApplication>;
type BotEntry = Static<typeof WorldBot>;

/** The defaults of an application. */
export const applicationDefaults = {
  description: "",
  icon: null,
  integration_types: [0, 1],
  redirect_uris: [],
  approved_scopes: [],
  interactions_endpoint_url: null,
  event_webhooks_url: null,
  event_webhooks_types: [],
  cover_image: null,
  custom_install_url: null,
  terms_of_service_url: null,
  privacy_policy_url: null,
  install_params: null,
  integration_types_config: null,
  role_connections_verification_url: null,
  bot_public: true,
  bot_require_code_grant: false,
  tags: [],
  rpc_origins: [],
  explicit_content_filter: 0,
  max_participants: null,
  role_connections_metadata: [],
  requestsPerSecond: 50,
} as const satisfies Partial<ApplicationRecord>;

/** The keys of an application's entry that its record does not have, or has in another form. */
const notPlain = [
  "client_secret",
  "flags",
  "flags_new",
  "public_client",
  "bot",
  "commands",
  "command_permissions",
  "skus",
  "entitlements",
  "subscriptions",
  "event_webhooks",
  "event_webhooks_url",
  "event_webhooks_status",
  "event_webhooks_types",
  "oidc",
  "unity_project_id",
  "parent",
  "team",
  "owner",
  "external_identities",
  "emojis",
  "role_connections",
  "requests_per_second",
  "verify_key",
  "summary",
  "type",
  "eligible_oauth2_scopes",
  "approximate_guild_count",
  "approximate_user_install_count",
  "approximate_user_authorization_count",
] as const satisfies readonly (keyof ApplicationEntry)[];

/** Loads the file's applications with their bots. @returns the records at their entries' indexes */
export function loadApplications(
  builder: WorldBuilder,
  entries: readonly (ApplicationEntry | undefined)[],
): readonly (ApplicationRecord | undefined)[] {
  const loaded = entries.map((entry, i) =>
    entry === undefined ? undefined : loadApplication(builder, entry, ["applications", i]),
  );
  const whole = entries.map((entry, i) => {
    const application = loaded[i];
    if (entry === undefined || application === undefined) return undefined;
    return loadParent(builder, application, { entry, place: ["applications", i] });
  });
  checkParents(builder);
  return whole;
}

/** Loads one application with its bot. */
export function loadApplication(
  builder: WorldBuilder,
  draft: ApplicationEntry,
  place: Place,
): ApplicationRecord {
  const entry = writtenApplication(builder, draft, place);
  const id = builder.id("application", entry.id, [...place, "id"]);
  const name = entry.name ?? `Application ${Number(place[1]) + 1}`;
  builder.once("application name", name, {
    path: [...place, "name"],
    message: "another application has this name",
  });
  builder.applications.add(id, name);
  const botEntry = entry.bot === undefined ? {} : entry.bot;
  checkRedirects(builder, entry, place);
  checkScopes(builder, entry.approved_scopes, [...place, "approved_scopes"]);
  const seed = signingSeed(builder.deps, id);
  const secret = builder.secret(entry.client_secret, [...place, "client_secret"], () =>
    clientSecret(builder.deps, name, id),
  );
  const application: ApplicationRecord = {
    ...applicationDefaults,
    ...withoutKeys(entry, notPlain),
    id,
    name,
    ...ownersOf(builder, entry, place),
    verify_key: verifyKeyOf(seed),
    signingSeed: seed,
    flags_new: flagsOf(entry, botEntry).toString(),
    ...webhooksOf(entry),
    ...kindsOfInstallation(entry),
    ...partnerFields(builder, entry, place),
    requestsPerSecond: entry.requests_per_second ?? applicationDefaults.requestsPerSecond,
    ...definedFields({ clientSecretDigest: secret }),
    ...loadBot(builder, { id, name }, { entry: botEntry, place: [...place, "bot"] }),
  };
  agreeWithApplication(builder, draft, { application, place });
  builder.put(applications, application);
  loadApplicationEmojis(builder, entry, { application_id: id, place });
  loadConnections(builder, entry, { application_id: id, place });
  loadListedIdentities(builder, entry, { application_id: id, place });
  return application;
}

/** Loads the emojis of an application. */
function loadApplicationEmojis(
  builder: WorldBuilder,
  { emojis }: ApplicationEntry,
  { application_id, place: above }: { readonly application_id: string; readonly place: Place },
): void {
  forEachEntry(emojis, [...above, "emojis"], ({ entry, place }) => {
    const { name, animated = false, image } = entry;
    const id = builder.id("emoji", entry.id, [...place, "id"]);
    const user = personId(builder.resolved(WorldApplicationEmoji, { entry, place }).user);
    const derived = { ...applicationEmojiConstants, user: application_id };
    checkEachDerived(builder, { given: { ...entry, user }, place }, derived);
    builder.put(applicationEmojis, {
      id,
      application_id,
      name,
      animated,
      ...definedFields({ image }),
    });
  });
}

/** Loads the role connections of an application's users. */
function loadConnections(
  builder: WorldBuilder,
  { role_connections: connections }: ApplicationEntry,
  { application_id, place }: { readonly application_id: string; readonly place: Place },
): void {
  forEachEntry(connections, [...place, "role_connections"], (at) => {
    const { user: user_id } = builder.resolved(WorldRoleConnection, at);
    if (user_id === undefined) return;
    const { user: _user, metadata = {}, ...names } = at.entry;
    builder.put(roleConnections, { user_id, application_id, ...names, metadata });
  });
}

function ownerOf(builder: WorldBuilder, { owner }: ApplicationEntry, place: Place) {
  const entry = definedFields({ owner });
  return personId(builder.resolved(WorldApplication, { entry, place }).owner);
}

/** The owner; for a team's application, the team and its owner. */
function ownersOf(builder: WorldBuilder, entry: ApplicationEntry, place: Place) {
  const { team } = entry;
  const named = { entry: definedFields({ team: team ?? undefined }), place };
  const team_id = personId(builder.resolved(WorldApplication, named).team ?? undefined);
  const owner_id = team_id === undefined ? undefined : builder.teamOwners.get(team_id);
  if (team_id !== undefined && owner_id !== undefined) return { team_id, owner_id };
  return { owner_id: ownerOf(builder, entry, place) ?? firstUser(builder) };
}

function checkRedirects(
  builder: WorldBuilder,
  { redirect_uris: uris }: ApplicationEntry,
  place: Place,
) {
  for (const [i, uri] of (uris ?? []).entries()) {
    // Entries that are not strings or occur twice are reported already.
    if (typeof uri === "string" && !isWellFormed(uri)) {
      builder.issue([...place, "redirect_uris", i], "this is not a URL that a browser can open");
    }
  }
}

/** Reports names that are not scopes. */
export function checkScopes(
  builder: WorldBuilder,
  scopes: readonly (string | undefined)[] | undefined,
  place: Place,
): void {
  for (const [i, scope] of (scopes ?? []).entries()) {
    if (scope !== undefined && !isScope(scope)) {
      builder.issue([...place, i], `there is no scope "${scope}"`);
    }
  }
}

function webhooksOf({ event_webhooks: settings }: ApplicationEntry) {
  return {
    event_webhooks_url: settings?.url ?? null,
    ...(settings?.status === undefined ? {} : { event_webhooks_status: settings.status }),
    event_webhooks_types: [...new Set(settings?.types)],
  };
}

/** The kinds of installation by default: those that `integration_types_config` configures. */
function kindsOfInstallation({
  integration_types: types,
  integration_types_config: configured,
}: ApplicationEntry) {
  if (types !== undefined || configured === undefined || configured === null) return {};
  return { integration_types: kindsOf(configured) };
}

function loadBot(
  builder: WorldBuilder,
  application: { readonly id: string; readonly name: string },
  { entry, place }: { readonly entry: BotEntry | null; readonly place: Place },
): Pick<ApplicationRecord, "hasBot" | "botTokenDigest"> {
  if (entry === null) return { hasBot: false };
  checkDerived(builder, [...place, "id"], { given: entry.id, own: application.id });
  checkDerived(builder, [...place, "bot"], { given: entry.bot, own: true });
  checkDerived(builder, [...place, "email"], { given: entry.email, own: null });
  checkDerived(builder, [...place, "premium_type"], { given: entry.premium_type, own: 0 });
  const path = [...place, "token"];
  const digest = builder.secret(entry.token, path, () =>
    botToken(builder.deps, application.name, application.id),
  );
  checkBotToken(builder, entry.token, { id: application.id, path });
  if (digest !== undefined) {
    builder.once("bot token", digest, { path, message: "another bot has this token" });
  }
  builder.once("user", application.id, {
    path: [...place.slice(0, -1), "id"],
    message: "a user has this id, which the application's bot would have",
  });
  loadBotUser(builder, application, entry);
  return { hasBot: true, ...definedFields({ botTokenDigest: digest }) };
}

/**
 * Some clients read the application's id from the token, so it must not be another id. Source:
 * protocol: gateway-oauth-limits 5.11.
 */
function checkBotToken(
  builder: WorldBuilder,
  token: string | null | undefined,
  { id, path }: { readonly id: string; readonly path: Place },
): void {
  const [head = ""] = (token ?? "").split(".", 1);
  const named = Buffer.from(head, "base64url").toString();
  if (named === id || !/^[0-9]+$/.test(named)) return;
  builder.issue(path, `a bot's token begins with its id, in base64url, and not with ${named}`);
}

/**
 * The given flags, and those that follow from other keys. Source: protocol: gateway-oauth-limits
 * 1.10.
 */
function flagsOf(entry: ApplicationEntry, bot: BotEntry | null): bigint {
  const named = bitsOf(entry.flags ?? [], ApplicationFlag);
  const intents = bitsOf(bot?.intents ?? [], IntentBit);
  const granted = Object.entries(privilegedIntents).reduce(
    (bits, [intent, { limitedFlag }]) =>
      (intents & (1n << BigInt(IntentBit[intent as keyof typeof privilegedIntents]))) === 0n
        ? bits
        : bits | BigInt(limitedFlag),
    0n,
  );
  const publicClient = entry.public_client === true ? flagBits(["PUBLIC_OAUTH2_CLIENT"]) : 0n;
  const hasPlayers = (entry.oidc ?? undefined) !== undefined || entry.external_identities?.length;
  const integrated = hasPlayers ? flagBits(["SOCIAL_LAYER_INTEGRATION_LIMITED"]) : 0n;
  return named | granted | publicClient | integrated;
}

/** Loads installations for users. */
export function loadUserInstalls(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldUserInstall> | undefined)[],
): void {
  forEachEntry(entries, ["user_installs"], ({ entry, place }) =>
    loadUserInstall(builder, entry, place),
  );
}

/** Loads one installation for a user. */
export function loadUserInstall(
  builder: WorldBuilder,
  entry: Static<typeof WorldUserInstall>,
  place: Place,
): void {
  const { user: user_id, application: application_id } = builder.resolved(WorldUserInstall, {
    entry,
    place,
  });
  if (user_id === undefined || application_id === undefined) return;
  builder.once("user install", compoundKey(user_id, application_id), {
    path: [...place, "application"],
    message: "the user has installed this application already",
  });
  const scopes = entry.scopes ?? ["applications.commands"];
  checkScopes(builder, scopes, [...place, "scopes"]);
  if (scopes.includes("bot")) {
    builder.issue([...place, "scopes"], "a bot is installed in guilds, not for a user");
  }
  builder.put(userInstalls, { user_id, application_id, scopes });
}

/** Loads the access tokens of users and of applications. */
export function loadAccessTokens(
  builder: WorldBuilder,
  entries: readonly (Static<typeof WorldAccessToken> | undefined)[],
): void {
  forEachEntry(entries, ["access_tokens"], ({ entry, place }) =>
    loadAccessToken(builder, entry, place),
  );
  checkParentTokens(builder);
  loadAuthorizations(builder);
}

/** The forms of a generated access token. */
export function accessTokenForms(
  { deps, applications: named, people }: WorldBuilder,
  of: { readonly application_id: string | undefined; readonly user_id: string | undefined },
): SecretForms {
  const application = named.nameOf(of.application_id ?? "") ?? "";
  const user = people.nameOf(of.user_id ?? "") ?? "";
  return (nth) => accessToken(deps, { application, user }, nth);
}

/** Loads one access token. */
export function loadAccessToken(
  builder: WorldBuilder,
  entry: Static<typeof WorldAccessToken>,
  place: Place,
): void {
  const { user: user_id, application: application_id } = builder.resolved(WorldAccessToken, {
    entry,
    place,
  });
  const digest = builder.secret(entry.token, [...place, "token"], () =>
    builder.freeSecret("access token", accessTokenForms(builder, { application_id, user_id })),
  );
  if (application_id === undefined || digest === undefined) return;
  builder.once("access token", digest, {
    path: [...place, "token"],
    message: "another access token is the same",
  });
  checkScopes(builder, entry.scopes, [...place, "scopes"]);
  const expiry = entry.expires_at === undefined ? undefined : parseTimestamp(entry.expires_at);
  const { parent } = entry;
  const parentDigest = parent && builder.secret(parent, [...place, "parent"], () => parent);
  const isOwn = entry.user === undefined;
  builder.put(accessTokens, {
    ...(isOwn || entry.refresh_token !== undefined ? { grant: digest } : {}),
    ...(isOwn ? { isOwn } : {}),
    digest,
    application_id,
    ...definedFields({ user_id }),
    scopes: entry.scopes ?? [],
    issuedAt: parseTimestamp(entry.issued_at ?? "") ?? builder.now,
    expiresAt: expiry ?? builder.now + ACCESS_TOKEN_LIFETIME_MS,
    ...definedFields({ parentDigest }),
  });
  loadRefreshToken(builder, entry, place);
}
