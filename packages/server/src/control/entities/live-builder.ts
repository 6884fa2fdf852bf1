// Loads one entity at a time into a running world, with the builder that loads world files, to
// which the entities of the store that it refers to are added first. Source: product.md, Control
// plane.
import {
  referencesIn,
  snowflakeKey,
  type EntityKind,
  type TSchema,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import { storedSecret } from "../../platform/crypto.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import type { AnyTable } from "../../platform/store.ts";
import { applications } from "../../domains/applications/application.ts";
import { botIdOf, channels, guilds, type GuildRecord } from "../../domains/guilds/guild.ts";
import { rolesOf } from "../../domains/guilds/operations.ts";
import { teams, type TeamRecord } from "../../domains/applications/teams.ts";
import { isId } from "../../domains/users/references.ts";
import { users } from "../../domains/users/user.ts";
import type { Directory } from "../world-file/directory.ts";
import type { SecretForms, TokenKind } from "../world-file/secrets.ts";
import { WorldBuilder } from "../world-file/world-builder.ts";
import type { GuildBuilder } from "../world-file/guild-builder.ts";
import { guildBuilder } from "../world-file/load/guilds.ts";
import { setAt, valueAt } from "../world-file/json-path.ts";
import { takenIssues, type ReplacedRecord } from "./claims.ts";

/** The schema of a kind of entity, as the contract declares it. */
interface EntityForm {
  readonly create: { readonly body: TSchema };
}

/**
 * Opens a builder for a given entity, and adds everything that the entity refers to according to
 * its schema, except roles and channels: `liveGuild` adds those of a guild.
 */
export async function liveBuilder(
  ctx: Context,
  { create: { body: schema } }: EntityForm,
  form: object,
): Promise<WorldBuilder> {
  const deps = {
    systemNow: ctx.now,
    production: ctx.settings.production,
    random: ctx.random,
    nextId: () => ctx.id(),
    claims: [],
  };
  const builder = new WorldBuilder(
    { given: form, reading: { world: {}, issues: [] } },
    deps,
    ctx.now,
  );
  const seen = new Set<string>();
  for (const { kind, reference } of referencesIn(schema, form)) {
    const introduceTo = introductions[kind];
    if (introduceTo === undefined || seen.has(`${kind} ${reference}`)) continue;
    seen.add(`${kind} ${reference}`);
    await introduceTo(ctx, builder, reference);
  }
  return builder;
}

interface CandidateSearch<R extends { readonly id: string }> {
  readonly into: Directory;
  readonly table: AnyTable;
  readonly index: string;
  readonly reference: string;
  readonly found?: (record: R) => void;
}

/** Adds what a reference can mean: the entity with that id, and up to two with that name. */
async function addCandidates<R extends { readonly id: string }>(
  ctx: ReadContext,
  { into, table, index, reference, found }: CandidateSearch<R>,
  nameOf: (record: R) => string,
): Promise<void> {
  const byId = isId(reference) ? await ctx.tx.get<R>(table, snowflakeKey(reference)) : undefined;
  const named = await ctx.tx.find<R>(table, { index, value: reference, limit: 2 });
  for (const record of byId === undefined ? named : [byId, ...named]) {
    if (!into.has(record.id)) into.add(record.id, nameOf(record));
    found?.(record);
  }
}

function introducePerson(
  ctx: ReadContext,
  builder: WorldBuilder,
  reference: string,
): Promise<void> {
  const of = { into: builder.people, table: users, index: "username", reference };
  return addCandidates<{ id: string; username: string }>(ctx, of, (user) => user.username);
}

function introduceApplication(
  ctx: ReadContext,
  builder: WorldBuilder,
  reference: string,
): Promise<void> {
  const found = (application: { id: string; hasBot: boolean }) => {
    if (application.hasBot) builder.bots.add(application.id);
  };
  const of = { into: builder.applications, table: applications, index: "name", reference, found };
  return addCandidates<{ id: string; name: string; hasBot: boolean }>(ctx, of, (each) => each.name);
}

function introduceGuild(ctx: ReadContext, builder: WorldBuilder, reference: string): Promise<void> {
  const of = { into: builder.guilds, table: guilds, index: "name", reference };
  return addCandidates<GuildRecord>(ctx, of, (guild) => guild.name);
}

async function introduceTeam(ctx: ReadContext, builder: WorldBuilder, reference: string) {
  const found = (team: TeamRecord) => builder.teamOwners.set(team.id, team.owner_user_id);
  const of = { into: builder.teams, table: teams, index: "name", reference, found };
  return addCandidates<TeamRecord>(ctx, of, (team) => team.name);
}

type IntroduceTo = (ctx: ReadContext, builder: WorldBuilder, reference: string) => Promise<void>;

/** Kinds of entity that are looked up independently of a guild or an application. */
const introductions: Partial<Record<EntityKind, IntroduceTo>> = {
  team: introduceTeam,
  user: introducePerson,
  application: introduceApplication,
  guild: introduceGuild,
};

/** Adds a guild of the store with its roles and channels, as loading needs it. */
export async function liveGuild(
  ctx: ReadContext,
  builder: WorldBuilder,
  guild: GuildRecord,
): Promise<GuildBuilder> {
  const guildEntry = guildBuilder(builder, { id: guild.id, ownerId: guild.owner_id, place: [] });
  for (const role of await rolesOf(ctx, guild.id)) {
    guildEntry.roles.add(role.id, role.name);
    guildEntry.rolePlaces.next = Math.max(guildEntry.rolePlaces.next, role.position + 1);
    const botId = botIdOf(role);
    if (botId !== undefined) guildEntry.botRoles.set(botId, role.id);
  }
  const itsChannels = await ctx.tx.find(channels, { index: "guild", value: guild.id });
  for (const channel of itsChannels) guildEntry.channels.add(channel.id, channel.name ?? undefined);
  return guildEntry;
}

/**
 * Stores the builder's records, if it has no issues.
 *
 * @throws InvalidForm with every issue, including ids, names and secrets that are taken in the
 *   store
 */
export async function storeBuilt(
  ctx: Context,
  builder: WorldBuilder,
  ...replaced: readonly ReplacedRecord[]
): Promise<void> {
  const taken = await takenIssues({ ctx, replaced }, builder.deps.claims ?? []);
  const issues = [...builder.issues, ...taken].map(withoutIndex);
  if (issues.length > 0) throw invalidForm(...issues);
  for (const [table, records] of builder.everything()) {
    for (const record of records) ctx.tx.put(table, record);
  }
}

/**
 * Commands are loaded from a list of applications; for one application alone, its index is removed
 * from the path.
 */
function withoutIndex(issue: ValidationIssue): ValidationIssue {
  const isListed = issue.path[0] === "applications" && issue.path[1] === 0 && issue.path.length > 2;
  return isListed ? { ...issue, path: issue.path.slice(2) } : issue;
}

/**
 * Excludes the forms of a secret that are taken in the store, so that the builder generates
 * another.
 */
export async function avoidTaken(
  builder: WorldBuilder,
  { kind, form }: { readonly kind: TokenKind; readonly form: SecretForms },
  isTaken: (digest: string) => Promise<boolean>,
): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    const digest = storedSecret(form(nth));
    if (!(await isTaken(digest))) return;
    builder.avoidSecret(kind, digest);
  }
}

/** A shown entity with the plain text of the secrets that were given or generated for it. */
export function withSecrets<E extends object>(view: E, builder: WorldBuilder, form: object): E {
  const answer = structuredClone(view);
  for (const { place } of builder.secrets) {
    const issued = builder.issued.find((each) => each.place.join(".") === place.join("."));
    const plain = issued?.secret ?? valueAt(form, place);
    if (typeof plain === "string") setAt(answer, place, plain);
  }
  return answer;
}
