// The category of a channel. Source: protocol: channels-and-threads 1.3, 5 (choice 4).
import { limits } from "@antechamber/contract";
import { ChannelType } from "@antechamber/contract/guilds";
import { invalidForm } from "../../platform/api-error.ts";
import type { ChannelRecord } from "../guilds/guild.ts";
import { isThread } from "../guilds/operations.ts";

interface Child {
  readonly id?: string;
  readonly type: number;
  readonly parent_id: string;
}

function refuse(code: string, message: string): never {
  throw invalidForm({ path: ["parent_id"], code, message });
}

/** Requires that a channel's category exists and has room for it. @throws InvalidForm */
export function requireCategory(all: readonly ChannelRecord[], child: Child): void {
  const category = all.find(({ id }) => id === child.parent_id);
  if (category === undefined) refuse("CHANNEL_PARENT_INVALID", "Category does not exist");
  if (category.type !== ChannelType.GUILD_CATEGORY)
    refuse("CHANNEL_PARENT_INVALID_TYPE", "Not a category");
  if (child.type === ChannelType.GUILD_CATEGORY)
    refuse("CHANNEL_PARENT_INVALID_PARENT", "Categories cannot have categories");
  const siblings = all.filter(
    (each) => each.parent_id === category.id && each.id !== child.id && !isThread(each),
  );
  const max = limits.channelsPerCategory.value;
  if (siblings.length >= max) {
    const message = `Maximum number of channels in category reached (${max})`;
    refuse("CHANNEL_PARENT_MAX_CHANNELS", message);
  }
}

/**
 * A channel moved to the category that a form names, or to none with null.
 *
 * @param all the guild's channels
 * @throws InvalidForm
 */
export function placedIn<C extends ChannelRecord>(
  all: readonly ChannelRecord[],
  channel: C,
  parentId: string | null | undefined,
): C {
  if (parentId === undefined || parentId === (channel.parent_id ?? null)) return channel;
  const { id, type } = channel;
  if (parentId !== null) requireCategory(all, { id, type, parent_id: parentId });
  return { ...channel, parent_id: parentId };
}
