// Incident actions: pausing invites and direct messages of a guild. Source: protocol: moderation 5.
import { limits } from "@antechamber/contract";
import { setIncidentActions } from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { emitGuildChange } from "../guilds/events.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { endOf } from "../guilds/incidents.ts";
import { managerIn } from "../guilds/caller-permissions.ts";

type IncidentActionsForm = Static<(typeof setIncidentActions)["body"]>;

const pauses = ["invites_disabled_until", "dms_disabled_until"] as const;

/** The end of a pause as it is stored; null if it is past, or not given. */
function endFrom(ctx: Context, end: string | null): string | null {
  const at = end === null ? undefined : parseTimestamp(end);
  return at === undefined || at <= ctx.now ? null : timestamp(at);
}

/** @throws InvalidForm for pauses that are too long */
function requireShort(ctx: Context, form: IncidentActionsForm): void {
  const farthest = ctx.now + limits.incidentPause.value;
  const tooLong = pauses.filter((pause) => (parseTimestamp(form[pause] ?? "") ?? 0) > farthest);
  const message = "A pause lasts for 24 hours at most.";
  const code = "INCIDENT_ACTION_TOO_LONG";
  if (tooLong.length > 0) {
    throw invalidForm(...tooLong.map((pause) => ({ path: [pause], code, message })));
  }
}

/** Sets or ends the pauses that the form names; others stay unchanged. @throws InvalidForm */
async function pauseIn(
  ctx: Context,
  guild: GuildRecord,
  form: IncidentActionsForm,
): Promise<GuildRecord> {
  requireShort(ctx, form);
  const requested = pauses.flatMap((pause) => {
    const until = form[pause];
    return until === undefined ? [] : [[pause, endFrom(ctx, until)] as const];
  });
  const current = pauses.map((pause) => [pause, endOf(guild, pause)] as const);
  const incidents_data = {
    ...guild.incidents_data,
    ...Object.fromEntries([...current, ...requested]),
  };
  const after = { ...guild, incidents_data };
  if (pauses.every((pause) => endOf(after, pause) === endOf(guild, pause))) return guild;
  ctx.tx.put(guilds, after);
  await emitGuildChange(ctx, after);
  return after;
}

export const incidentHandlers: readonly Binding[] = [
  handle(setIncidentActions, async (ctx, { params, body }) => {
    const actor = await managerIn(ctx, params.guild_id);
    const after = await pauseIn(ctx, actor.guild, body());
    return reply(200, {
      invites_disabled_until: endOf(after, "invites_disabled_until"),
      dms_disabled_until: endOf(after, "dms_disabled_until"),
    });
  }),
];
