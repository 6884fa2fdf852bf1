// Applications and access tokens of a running world.
import { UnknownToken } from "@antechamber/contract";
import {
  EntityInUse,
  applicationEntity,
  tokenEntity,
  type WorldAccessToken,
} from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import { recordAuthorization } from "../../domains/oauth/authorization.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { storedSecret } from "../../platform/crypto.ts";
import {
  applications,
  hasFlag,
  type ApplicationRecord,
} from "../../domains/applications/application.ts";
import type { EndpointCheck } from "../../domains/applications/endpoint-check.ts";
import { authorizations } from "../../domains/applications/authorization.ts";
import { guildInstalls, userInstalls } from "../../domains/applications/installs.ts";
import { applicationOf } from "../../domains/applications/operations.ts";
import { referencedApplication } from "../../domains/applications/references.ts";
import { CANDIDATES_READ, onlyCandidate } from "../../domains/users/references.ts";
import { accessTokens, type AccessTokenRecord } from "../../domains/applications/tokens.ts";
import { ensureEntryPoint, refreshBadge } from "../../domains/commands/operations.ts";
import { emitInstall } from "../../domains/guilds/events.ts";
import { users } from "../../domains/users/user.ts";
import { dropListedIdentities } from "../../domains/oauth/accounts/cascade-delete.ts";
import { emitUserChange } from "../../domains/guilds/members/user-changes.ts";
import { applicationEntry, applicationWithCommands } from "../world-file/export/applications.ts";
import { accessTokenEntry } from "../world-file/export.ts";
import {
  accessTokenForms,
  loadAccessToken,
  loadApplication,
} from "../world-file/load/applications.ts";
import {
  agreeWithCounts,
  countsIn,
  renamedKeys,
  type Counts,
} from "../world-file/shown-applications.ts";
import { loadParent } from "../world-file/load/partners.ts";
import { loadCommands } from "../world-file/load/commands.ts";
import { loadSales } from "../world-file/load/sales.ts";
import { loadCommandPermissions } from "../world-file/load/permissions.ts";
import { checkDerived } from "../world-file/derived-fields.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import type { BeforeEdit, EntityVerbs } from "./entity-verbs.ts";
import { avoidTaken, liveBuilder, storeBuilt, withSecrets } from "./live-builder.ts";
import { removeApplication, revokeBotSessions, revokeToken } from "./remove.ts";

/** The default owner of an application: the store's first user who is not a bot. */
export async function firstPerson(ctx: ReadContext): Promise<string | undefined> {
  const people = await ctx.tx.find(users, { limit: PEOPLE_LOOKED_AT });
  return people.find((user) => user.bot !== true)?.id;
}

/** How many users are searched for one who is not a bot. */
const PEOPLE_LOOKED_AT = 1000;

/** @throws UnknownApplication, InvalidForm when several have the name */
function knownApplication(ctx: ReadContext, text: string): Promise<ApplicationRecord> {
  return referencedApplication(ctx, { text, path: ["application"] });
}

async function entryOf(ctx: ReadContext, application: ApplicationRecord) {
  const bot = await ctx.tx.get(users, snowflakeKey(application.id));
  return applicationWithCommands(ctx, application, bot);
}

export const applicationVerbs: EntityVerbs<typeof applicationEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    const owner = form.owner ?? (await firstPerson(ctx));
    const named = { name: `Application ${id}`, ...form, id };
    const entry = owner === undefined ? named : { ...named, owner };
    const builder = await liveBuilder(ctx, applicationEntity, entry);
    agreeWithCounts(builder, entry, { counts: countsIn(builder, id), place: [] });
    const application = loadParent(builder, loadApplication(builder, entry, []), {
      entry,
      place: [],
    });
    await checkParent(ctx, builder, application);
    loadCommands(builder, [entry], [application]);
    loadCommandPermissions(builder, [entry], [application]);
    loadSales(builder, [entry], [application]);
    await storeBuilt(ctx, builder);
    return withSecrets(await entryOf(ctx, application), builder, entry);
  },

  async show(ctx, { application }) {
    return entryOf(ctx, await knownApplication(ctx, application));
  },

  async edit(ctx, { application: reference }, changes) {
    const before = await knownApplication(ctx, reference);
    const { id } = before;
    const bot = await ctx.tx.get(users, snowflakeKey(id));
    const stored = applicationEntry(before, bot);
    const { verify_key, ...changed } = renamedKeys(changes());
    const entry = {
      ...stored,
      ...changed,
      ...mergeObject("bot", stored, changed),
      ...mergeObject("event_webhooks", stored, changed),
    };
    const builder = await liveBuilder(ctx, applicationEntity, entry);
    const loaded = loadParent(builder, loadApplication(builder, entry, []), {
      entry,
      place: [],
    });
    await checkParent(ctx, builder, loaded);
    checkDerived(builder, ["verify_key"], { given: verify_key, own: before.verify_key });
    agreeWithCounts(builder, changed, { counts: await countsOf(ctx, id), place: [] });
    if (changed.external_identities !== undefined) await dropListedIdentities(ctx, id);
    if (!loaded.hasBot) await refuseWhileInstalled(ctx, id);
    await storeApplication(ctx, builder, before);
    await ensureEntryPointOf(ctx, before);
    await emitApplication(ctx, before);
    return withSecrets(await entryOf(ctx, await applicationOf(ctx, id)), builder, entry);
  },

  async remove(ctx, { application }) {
    await removeApplication(ctx, await knownApplication(ctx, application));
  },
};

/** Counts an application's installations and authorizations. */
async function countsOf(ctx: ReadContext, id: string): Promise<Counts> {
  const own = { index: "application", value: id } as const;
  return {
    approximate_guild_count: await ctx.tx.count(guildInstalls, own),
    approximate_user_install_count: await ctx.tx.count(userInstalls, own),
    approximate_user_authorization_count: await ctx.tx.count(authorizations, own),
  };
}

/**
 * New endpoint URLs must answer a PING, as when the application sets them itself. URLs given when
 * an application is created are not checked: its endpoint cannot verify signatures before the reply
 * brings it the public key.
 */
export function newEndpointsAnswer(check: EndpointCheck): BeforeEdit<typeof applicationEntity> {
  return async (work, { application: reference }, changes) => {
    const application = await work.read((ctx) => knownApplication(ctx, reference));
    const requested = renamedKeys(changes());
    const { interactions_endpoint_url: interactions, event_webhooks: events } = requested;
    await check.require(work, application, {
      interactions: { url: interactions, path: ["interactions_endpoint_url"] },
      events: { url: events?.url, path: ["event_webhooks", "url"] },
    });
  };
}

/** Merges a changed object into the shown one field by field; null removes the object. */
function mergeObject<K extends "bot" | "event_webhooks">(
  key: K,
  stored: { readonly [P in K]?: object | null },
  changed: { readonly [P in K]?: object | null },
): { [P in K]?: object } {
  const change = changed[key];
  if (change === undefined || change === null) return {};
  return { [key]: { ...stored[key], ...change } } as { [P in K]?: object };
}

/** Reports a child application that is given children of its own, or a child as its parent. */
async function checkParent(
  ctx: ReadContext,
  builder: WorldBuilder,
  { id, parent_id }: ApplicationRecord,
): Promise<void> {
  if (parent_id === undefined) return;
  const parent = await ctx.tx.get(applications, snowflakeKey(parent_id));
  const all = await ctx.tx.find(applications);
  const hasChildren = all.some((each) => each.parent_id === id);
  if (parent?.parent_id !== undefined || hasChildren) {
    builder.issue(["parent"], "a child application cannot be a parent");
  }
}

async function refuseWhileInstalled(ctx: ReadContext, id: string): Promise<void> {
  const installs = await ctx.tx.find(guildInstalls, { index: "application", value: id });
  if (!installs.some((install) => install.scopes.includes("bot"))) return;
  throw new ApiError(EntityInUse, { message: "The bot is in guilds" });
}

/** Stores a changed application, which keeps the key that signs its deliveries. */
async function storeApplication(
  ctx: Context,
  builder: WorldBuilder,
  before: ApplicationRecord,
): Promise<void> {
  const key = snowflakeKey(before.id);
  const userBefore = await ctx.tx.get(users, key);
  await storeBuilt(ctx, builder, { table: applications, key }, { table: users, key });
  const after = await applicationOf(ctx, before.id);
  const { signingSeed, verify_key } = before;
  ctx.tx.put(applications, { ...after, signingSeed, verify_key });
  if (!after.hasBot) ctx.tx.delete(users, key);
  const userAfter = await ctx.tx.get(users, key);
  if (userBefore && userAfter) await emitUserChange(ctx, userBefore, userAfter);
  if (before.botTokenDigest !== undefined && before.botTokenDigest !== after.botTokenDigest) {
    revokeBotSessions(ctx, before.id);
  }
}

/**
 * Creates the command that launches the Activity for an application that becomes one. Source:
 * commands-and-interactions 2.4.
 */
async function ensureEntryPointOf(ctx: Context, before: ApplicationRecord): Promise<void> {
  const after = await applicationOf(ctx, before.id);
  if (hasFlag(after, "EMBEDDED") && !hasFlag(before, "EMBEDDED"))
    await ensureEntryPoint(ctx, after);
  await refreshBadge(ctx, { application_id: before.id });
}

/** Updates the integrations of guilds if what they show of the application has changed. */
async function emitApplication(ctx: Context, before: ApplicationRecord): Promise<void> {
  const after = await applicationOf(ctx, before.id);
  const profileOf = ({ name, icon, description }: ApplicationRecord) =>
    JSON.stringify([name, icon, description]);
  if (profileOf(before) === profileOf(after)) return;
  const installs = await ctx.tx.find(guildInstalls, { index: "application", value: before.id });
  for (const install of installs) await emitInstall(ctx, install, "known");
}

/** Finds a token by its plain text, its hash, or the last digits of its hash, which lists show. */
async function tokenOf(ctx: ReadContext, token: string): Promise<AccessTokenRecord> {
  const search = { index: "tail", value: token, limit: CANDIDATES_READ } as const;
  const reference = { text: token, path: ["token"] };
  const record =
    (await ctx.tx.get(accessTokens, storedSecret(token))) ??
    onlyCandidate(await ctx.tx.find(accessTokens, search), reference, ({ digest }) => digest);
  if (record === undefined) throw new ApiError(UnknownToken);
  return record;
}

/** Reports a child's token whose parent token does not exist. */
async function checkParentToken(ctx: ReadContext, builder: WorldBuilder): Promise<void> {
  const parent = builder.all(accessTokens)[0]?.parentDigest;
  if (parent === undefined || (await ctx.tx.get(accessTokens, parent)) !== undefined) return;
  builder.issue(["parent"], "no access token is the same");
}

/** Keeps generated tokens different from those in use. */
async function avoidTakenTokens(
  ctx: ReadContext,
  builder: WorldBuilder,
  { user, application }: Static<typeof WorldAccessToken>,
): Promise<void> {
  const of = {
    application_id: builder.applications.find(application, ["application"]),
    user_id: builder.people.find(user, ["user"]),
  };
  const kind = "access token";
  await avoidTaken(builder, { kind, form: accessTokenForms(builder, of) }, async (digest) => {
    return (await ctx.tx.get(accessTokens, digest)) !== undefined;
  });
}

export const tokenVerbs: EntityVerbs<typeof tokenEntity> = {
  async create(ctx, form) {
    const builder = await liveBuilder(ctx, tokenEntity, form);
    if (form.token === undefined) await avoidTakenTokens(ctx, builder, form);
    loadAccessToken(builder, form, []);
    await checkParentToken(ctx, builder);
    await storeBuilt(ctx, builder);
    const [record] = builder.all(accessTokens);
    if (record === undefined) throw new Error("a token that was loaded is missing");
    const { user_id } = record;
    if (user_id !== undefined) await recordAuthorization(ctx, { ...record, user_id });
    return withSecrets(accessTokenEntry(record), builder, form);
  },

  show: async (ctx, { token }) => accessTokenEntry(await tokenOf(ctx, token)),

  async edit(ctx, { token }, changes) {
    const before = await tokenOf(ctx, token);
    const entry = { ...accessTokenEntry(before), ...changes() };
    const builder = await liveBuilder(ctx, tokenEntity, entry);
    loadAccessToken(builder, entry, []);
    await storeBuilt(ctx, builder, { table: accessTokens, key: before.digest });
    return accessTokenEntry(await tokenOf(ctx, token));
  },

  remove: async (ctx, { token }) => revokeToken(ctx, await tokenOf(ctx, token)),
};
