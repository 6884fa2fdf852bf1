// Channels and threads of a running world.
import { channelEntity } from "@antechamber/contract/control";
import { LinkedChannelAgeRestricted } from "@antechamber/contract/channels";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { emitChannel } from "../../domains/guilds/events.ts";
import { followCategory } from "../../domains/guilds/categories.ts";
import {
  channels,
  type ChannelRecord,
  type GuildChannelRecord,
} from "../../domains/guilds/guild.ts";
import { isThread } from "../../domains/guilds/operations.ts";
import { referencedGuildChannel } from "../../domains/guilds/references.ts";
import { threadMemberIds } from "../../domains/guilds/thread-fields.ts";
import { emitJoin } from "../../domains/guilds/threads/membership.ts";
import { voiceChannels } from "../../domains/guilds/voice/voice-state.ts";
import { checkDerived } from "../world-file/derived-fields.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import { channelEntry } from "../world-file/export/guilds.ts";
import { loadChannel } from "../world-file/load/channels.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { guildNamed, NO_PLACE } from "./guild-entity.ts";
import { removeChannel } from "../../domains/channels/operations.ts";
import { liveBuilder, liveGuild, storeBuilt } from "./live-builder.ts";

/** @throws UnknownChannel, InvalidForm when several have the name */
function channelAt(ctx: ReadContext, text: string) {
  return referencedGuildChannel(ctx, { text, path: ["channel"] });
}

export const showChannel = (channel: GuildChannelRecord) => ({
  guild: channel.guild_id,
  ...channelEntry(channel, NO_PLACE),
});

async function putChannel(
  ctx: Context,
  form: Static<(typeof channelEntity)["create"]["body"]>,
  existing?: ChannelRecord,
): Promise<ChannelRecord & { guild_id: string }> {
  const { guild: _guild, ...entry } = form;
  const builder = await liveBuilder(ctx, channelEntity, form);
  const guild = await liveGuild(ctx, builder, await guildNamed(ctx, builder, form));
  const all = await ctx.tx.find(channels, { index: "guild", value: guild.id });
  const others = all.filter((channel) => channel.id !== existing?.id);
  loadChannel(builder, guild, { entry, others });
  copyOtherFields(builder, form, existing);
  await copyVoiceFields(ctx, builder);
  const replaced = existing && { table: channels, key: snowflakeKey(existing.id) };
  await storeBuilt(ctx, builder, ...(replaced === undefined ? [] : [replaced]));
  const [channel] = builder.all(channels);
  if (channel?.guild_id === undefined) throw new Error("a channel that was loaded is missing");
  emitChannel(ctx, channel, existing === undefined ? "new" : "known");
  const placed = { ...channel, guild_id: channel.guild_id };
  if (existing === undefined && isThread(channel)) {
    for (const userId of threadMemberIds(channel)) await emitJoin(ctx, placed, userId);
  }
  if (existing !== undefined) await followCategory(ctx, existing, placed);
  return placed;
}

/**
 * Keeps the fields that no form changes: the linked lobby, and the number of a thread's messages.
 *
 * @throws LinkedChannelAgeRestricted
 */
function copyOtherFields(
  builder: WorldBuilder,
  form: Static<(typeof channelEntity)["create"]["body"]>,
  existing: ChannelRecord | undefined,
): void {
  const { linked_lobby, total_message_sent } = existing ?? {};
  const rest = definedFields({ linked_lobby, total_message_sent });
  const loaded = builder.all(channels).map((channel) => ({ ...channel, ...rest }));
  checkDerived(builder, ["linked_lobby"], {
    given: form.linked_lobby ?? undefined,
    own: linked_lobby,
  });
  if (linked_lobby !== undefined && loaded.some((channel) => channel.nsfw === true)) {
    throw new ApiError(LinkedChannelAgeRestricted);
  }
  for (const channel of loaded) builder.replace(channels, channel);
}

/** Fields of a voice channel that the form leaves out keep their stored values. */
async function copyVoiceFields(ctx: ReadContext, builder: WorldBuilder): Promise<void> {
  const [loadedVoice] = builder.all(voiceChannels);
  const stored = loadedVoice && (await ctx.tx.get(voiceChannels, snowflakeKey(loadedVoice.id)));
  if (stored === undefined) return;
  const { status, voice_start_time } = stored;
  const { voice_start_time: start = null } = loadedVoice ?? {};
  builder.replace(voiceChannels, {
    ...stored,
    status: loadedVoice?.status ?? status,
    voice_start_time: start ?? voice_start_time,
  });
}

export const channelVerbs: EntityVerbs<typeof channelEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    return showChannel(await putChannel(ctx, { ...form, id }));
  },

  show: async (ctx, at) => showChannel(await channelAt(ctx, at.channel)),

  async edit(ctx, at, changes) {
    const before = await channelAt(ctx, at.channel);
    // Given explicitly, so that a channel with overwrites of its own does not inherit its
    // category's.
    const { permission_overwrites: overwrites } = before;
    const own = overwrites === undefined ? {} : { permission_overwrites: [...overwrites] };
    const form = { ...showChannel(before), ...own, ...changes() };
    return showChannel(await putChannel(ctx, form, before));
  },

  remove: async (ctx, at) => removeChannel(ctx, await channelAt(ctx, at.channel)),
};
