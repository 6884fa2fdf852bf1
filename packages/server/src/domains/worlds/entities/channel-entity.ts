// Channels and threads of a world that runs.
import {
  ageKey,
  LinkedChannelAgeRestricted,
  UnknownChannel,
  type channelEntity,
  type Static,
} from "@antechamber/contract";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { announceChannel } from "../../guilds/announcements.ts";
import { asInCategory, followCategory } from "../../guilds/categories.ts";
import { channels, type ChannelRecord } from "../../guilds/guild.ts";
import type { Draft } from "../draft.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { channelEntry } from "../exporting/export-guilds.ts";
import { guildNamed, NO_PLACE } from "./guild-entity.ts";
import { removeChannel } from "../guild-removals.ts";
import { liveDraft, liveGuild, settle } from "../live-draft.ts";
import { loadChannel } from "../loading/load-channels.ts";
import { present } from "../present.ts";

async function channelWith(
  ctx: ReadContext,
  id: string,
): Promise<ChannelRecord & { guild_id: string }> {
  const channel = await ctx.tx.get(channels, ageKey(id));
  if (channel?.guild_id === undefined) throw new ApiError(UnknownChannel);
  return { ...channel, guild_id: channel.guild_id };
}

const channelShown = (channel: ChannelRecord & { readonly guild_id: string }) => ({
  guild: channel.guild_id,
  ...channelEntry(channel, NO_PLACE),
});

async function putChannel(
  ctx: Context,
  form: Static<(typeof channelEntity)["create"]["body"]>,
  known?: ChannelRecord,
): Promise<ChannelRecord & { guild_id: string }> {
  const { guild: reference, ...entry } = form;
  const draft = await liveDraft(ctx, form);
  const guild = await liveGuild(ctx, draft, await guildNamed(ctx, draft, reference));
  const all = await ctx.tx.find(channels, { index: "guild", value: guild.id });
  const others = all.filter((channel) => channel.id !== known?.id);
  loadChannel(draft, guild, { entry, others });
  keepRest(draft, known);
  if (known === undefined && entry.permission_overwrites === undefined) {
    draft.tables[channels.name] = draft.all(channels).map((each) => asInCategory(each, others));
  }
  await settle(
    ctx,
    draft,
    ...(known === undefined ? [] : [{ table: channels, key: ageKey(known.id) }]),
  );
  const [channel] = draft.all(channels);
  if (channel?.guild_id === undefined) throw new Error("a channel that was loaded is missing");
  announceChannel(ctx, channel, known === undefined ? "new" : "known");
  const placed = { ...channel, guild_id: channel.guild_id };
  if (known !== undefined) await followCategory(ctx, known, placed);
  return placed;
}

/**
 * A link, and the number of a thread's messages, stay through every change.
 *
 * @throws LinkedChannelAgeRestricted
 */
function keepRest(draft: Draft, known: ChannelRecord | undefined): void {
  const { linked_lobby, total_message_sent } = known ?? {};
  const rest = present({ linked_lobby, total_message_sent });
  const kept = draft.all(channels).map((channel) => ({ ...channel, ...rest }));
  if (linked_lobby !== undefined && kept.some((channel) => channel.nsfw === true)) {
    throw new ApiError(LinkedChannelAgeRestricted);
  }
  draft.tables[channels.name] = kept;
}

export const channelVerbs: EntityVerbs<typeof channelEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    return channelShown(await putChannel(ctx, { ...form, id }));
  },

  show: async (ctx, { channel_id: id }) => channelShown(await channelWith(ctx, id)),

  async edit(ctx, { channel_id: id }, changes) {
    const before = await channelWith(ctx, id);
    return channelShown(await putChannel(ctx, { ...channelShown(before), ...changes() }, before));
  },

  remove: async (ctx, { channel_id: id }) => removeChannel(ctx, await channelWith(ctx, id)),
};
