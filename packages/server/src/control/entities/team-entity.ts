// Teams of a running world, and the applications that they own.
import { NotFound } from "@antechamber/contract";
import { EntityInUse, teamEntity } from "@antechamber/contract/control";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { applications, type ApplicationRecord } from "../../domains/applications/application.ts";
import { teams, type TeamRecord } from "../../domains/applications/teams.ts";
import { isId, onlyCandidate } from "../../domains/users/references.ts";
import { teamEntry } from "../world-file/export.ts";
import { loadTeam } from "../world-file/load/teams.ts";
import type { ReplacedRecord } from "./claims.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { liveBuilder, storeBuilt } from "./live-builder.ts";

/** A team by its id or its name. @throws NotFound, InvalidForm when several have the name */
async function teamAt(ctx: ReadContext, text: string): Promise<TeamRecord> {
  const byId = isId(text) ? await ctx.tx.get(teams, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const named = await ctx.tx.find(teams, { index: "name", value: text });
  const team = onlyCandidate(named, { text, path: ["team"] }, ({ id }) => id);
  if (team === undefined) throw new ApiError(NotFound);
  return team;
}

/** Stores the team that a form describes. @throws InvalidForm */
async function putTeam(
  ctx: Context,
  form: Static<(typeof teamEntity)["create"]["body"]>,
  ...replaced: readonly ReplacedRecord[]
): Promise<TeamRecord> {
  const builder = await liveBuilder(ctx, teamEntity, form);
  loadTeam(builder, form, []);
  await storeBuilt(ctx, builder, ...replaced);
  const [team] = builder.all(teams);
  if (team === undefined) throw new Error("a team that was loaded is missing");
  return team;
}

async function applicationsOf(
  ctx: ReadContext,
  { id }: TeamRecord,
): Promise<readonly ApplicationRecord[]> {
  return (await ctx.tx.find(applications)).filter(({ team_id }) => team_id === id);
}

export const teamVerbs: EntityVerbs<typeof teamEntity> = {
  create: async (ctx, form) => teamEntry(await putTeam(ctx, form)),

  show: async (ctx, at) => teamEntry(await teamAt(ctx, at.team)),

  async edit(ctx, at, changes) {
    const before = await teamAt(ctx, at.team);
    const stored = teamEntry(before);
    const changed = changes();
    // The new owner is removed from the members; the former owner becomes one only if the form says
    // so.
    const members = (stored.members ?? []).filter(({ user }) => user !== changed.owner);
    const form = { ...stored, members, ...changed };
    const team = await putTeam(ctx, form, { table: teams, key: snowflakeKey(before.id) });
    if (team.owner_user_id !== before.owner_user_id) {
      for (const application of await applicationsOf(ctx, team)) {
        ctx.tx.put(applications, { ...application, owner_id: team.owner_user_id });
      }
    }
    return teamEntry(team);
  },

  async remove(ctx, at) {
    const team = await teamAt(ctx, at.team);
    const [own] = await applicationsOf(ctx, team);
    if (own !== undefined) {
      throw new ApiError(EntityInUse, { message: `The team owns the application ${own.id}` });
    }
    ctx.tx.delete(teams, snowflakeKey(team.id));
  },
};
