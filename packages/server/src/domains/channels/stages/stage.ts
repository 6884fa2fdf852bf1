// Stage instances. Source: protocol: channels-and-threads 3.
import { limits } from "@antechamber/contract";
import { UnknownStageInstance, type StageInstance } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { tableOf } from "../../../platform/store.ts";

export type StageRecord = Static<typeof StageInstance> & {
  /** Since when the stage has no speakers; absent while it has any. */
  readonly quietSince?: Millis;
};

export const stageInstances = tableOf<StageRecord>()({
  name: "stage_instance",
  key: (stage) => snowflakeKey(stage.channel_id),
  indexes: {
    guild: (stage) => stage.guild_id,
    event: (stage) => stage.guild_scheduled_event_id ?? undefined,
  },
  deadline: ({ quietSince }) =>
    quietSince === undefined ? undefined : quietSince + limits.stageQuiet.value,
});

/** A stage as everyone is shown it. */
export function stageView({ quietSince: _since, ...stage }: StageRecord) {
  return stage;
}

/** The live stage of a channel, or undefined. */
export function stageOn(ctx: ReadContext, channelId: string): Promise<StageRecord | undefined> {
  return ctx.tx.get(stageInstances, snowflakeKey(channelId));
}

/** @throws UnknownStageInstance */
export async function liveStage(ctx: ReadContext, channelId: string): Promise<StageRecord> {
  const stage = await stageOn(ctx, channelId);
  if (stage === undefined) throw new ApiError(UnknownStageInstance);
  return stage;
}

/** The live stages of a guild. */
export function stagesOf(ctx: ReadContext, guildId: string): Promise<readonly StageRecord[]> {
  return ctx.tx.find(stageInstances, { index: "guild", value: guildId });
}
