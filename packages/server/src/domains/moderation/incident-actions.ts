// Switching off what floods a guild. Source: protocol: moderation 5.
import { limits } from "@antechamber/contract";
import { setIncidentActions } from "@antechamber/contract/guilds";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { emitGuildChange } from "../guilds/events.ts";
import { guilds, type GuildRecord } from "../guilds/guild.ts";
import { endOf, type Pause } from "../guilds/incidents.ts";
import { managerIn } from "../guilds/standing.ts";

type Wish = Static<(typeof setIncidentActions)["body"]>;

const pauses = ["invites_disabled_until", "dms_disabled_until"] as const;

/** The end of a pause as it is kept. @throws InvalidForm for one that is too far off */
function endFrom(ctx: Context, pause: Pause, given: string | null): string | null {
  const at = given === null ? undefined : parseTimestamp(given);
  if (at === undefined || at <= ctx.now) return null;
  if (at <= ctx.now + limits.incidentPause.value) return timestamp(at);
  const message = "A pause lasts for 24 hours at most.";
  throw invalidForm({ path: [pause], code: "INCIDENT_ACTION_TOO_LONG", message });
}

/** Sets or ends pauses; those that are not named stay. @throws InvalidForm */
async function pauseIn(ctx: Context, guild: GuildRecord, wish: Wish): Promise<GuildRecord> {
  const given = pauses.flatMap((pause) => {
    const until = wish[pause];
    return until === undefined ? [] : [[pause, endFrom(ctx, pause, until)] as const];
  });
  const known = pauses.map((pause) => [pause, endOf(guild, pause)] as const);
  const incidents_data = { ...guild.incidents_data, ...Object.fromEntries([...known, ...given]) };
  const after = { ...guild, incidents_data };
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
