// Activities that interactions launch, and the users who launched them.
import { NotFound } from "@antechamber/contract";
import type { ActivityInstance } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { activityKey, expiryOf, interactions, type InteractionRecord } from "./interaction.ts";

type ActivityChannel = Pick<InteractionRecord, "application_id" | "channel_id"> &
  Partial<Pick<InteractionRecord, "guild_id">>;

/** A launch by which a user joined an activity instance. */
interface Launch {
  readonly interaction: InteractionRecord;
  readonly instanceId: string;
}

/** The application's launches in a channel whose tokens have not expired, in order. */
async function launchesIn(ctx: ReadContext, channel: ActivityChannel): Promise<Launch[]> {
  const value = activityKey(channel);
  const all = await ctx.tx.find(interactions, { index: "activity", value });
  return all.flatMap((interaction) => {
    const { progress } = interaction;
    const instanceId = progress.state === "responded" ? progress.activityInstanceId : undefined;
    const isOver = instanceId === undefined || ctx.now >= expiryOf(interaction);
    return isOver ? [] : [{ interaction, instanceId }];
  });
}

function locationOf({ channel_id, guild_id }: ActivityChannel) {
  return guild_id === undefined
    ? ({ id: `pc-${channel_id}`, kind: "pc", channel_id } as const)
    : ({ id: `gc-${guild_id}-${channel_id}`, kind: "gc", channel_id, guild_id } as const);
}

/**
 * The id of the instance that a launch joins: of the one that runs in the channel, otherwise of a
 * new one. The id names the launch and the channel: `i-<launch>-gc-<guild>-<channel>`, or `pc`
 * outside guilds. Source: assumed, as clients have seen them.
 */
export async function joinedInstance(ctx: Context, channel: ActivityChannel): Promise<string> {
  const [running] = await launchesIn(ctx, channel);
  return running?.instanceId ?? `i-${ctx.id()}-${locationOf(channel).id}`;
}

const INSTANCE = /^i-(?<launch>\d+)-[gp]c-(?:\d+-)?(?<channel>\d{1,20})$/;

/**
 * A running instance, with all users who launched it. Users do not leave an instance here: it
 * exists until the token of its last launch expires.
 *
 * @throws NotFound: the reference has no error number for an unknown instance
 */
export async function activityInstance(
  ctx: ReadContext,
  application_id: string,
  instance_id: string,
): Promise<Static<typeof ActivityInstance>> {
  const { launch: launch_id = "", channel: channel_id = "" } =
    INSTANCE.exec(instance_id)?.groups ?? {};
  const inChannel = await launchesIn(ctx, { application_id, channel_id });
  const launches = inChannel.filter(({ instanceId }) => instanceId === instance_id);
  const [first] = launches;
  if (first === undefined) throw new ApiError(NotFound);
  const users = [...new Set(launches.map(({ interaction }) => interaction.user_id))];
  return {
    application_id,
    instance_id,
    launch_id,
    location: locationOf(first.interaction),
    users: users.toSorted(compareSnowflakes),
  };
}
