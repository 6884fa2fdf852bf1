// The entities that the select menus of a message have as default values, in their present state.
// Source: protocol: commands-and-interactions 6.5.
import { ChannelType } from "@antechamber/contract/guilds";
import type { Message, MessageResolved } from "@antechamber/contract/messages";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import type { ReadContext } from "../../../platform/context.ts";
import {
  bareMemberView,
  channels,
  channelView,
  members,
  roles,
  roleView,
} from "../../guilds/guild.ts";
import { users, userView } from "../../users/user.ts";
import { everyComponent, isComponent } from "./component-tree.ts";

type Resolved = Static<typeof MessageResolved>;
type Part = { readonly [P in keyof Resolved]?: NonNullable<Resolved[P]>[string] };

interface DefaultValue {
  readonly id: string;
  readonly type: "user" | "role" | "channel";
}

/** The parts of a stored message that matter here: its components, and its guild. */
interface Written {
  readonly components: readonly unknown[];
  readonly guild_id?: string;
}

/** A message's view with the users, members, roles and channels that its select menus preselect. */
export async function withChosen<V extends Static<typeof Message>>(
  ctx: ReadContext,
  { components, guild_id }: Written,
  view: V,
): Promise<V> {
  const chosen = everyComponent(components).flatMap(({ component }) => defaultsOf(component));
  const resolved: Record<string, Record<string, unknown>> = {};
  for (const { id, type } of chosen) {
    const found = await finders[type](ctx, id, guild_id);
    for (const [part, entity] of Object.entries(found)) {
      resolved[part] = { ...resolved[part], [id]: entity };
    }
  }
  return Object.keys(resolved).length === 0 ? view : { ...view, resolved };
}

function defaultsOf(component: unknown): readonly DefaultValue[] {
  const values = isComponent(component) ? component["default_values"] : undefined;
  return Array.isArray(values) ? (values as DefaultValue[]) : [];
}

type Finder = (ctx: ReadContext, id: string, guildId: string | undefined) => Promise<Part>;

const finders: Readonly<Record<DefaultValue["type"], Finder>> = {
  async user(ctx, id, guildId) {
    const user = await ctx.tx.get(users, snowflakeKey(id));
    const member = guildId && (await ctx.tx.get(members, compoundKey(guildId, id)));
    if (user === undefined) return {};
    if (!member) return { users: userView(user) };
    const { deaf: _deaf, mute: _mute, ...view } = bareMemberView(member);
    return { users: userView(user), members: view };
  },
  async role(ctx, id, guildId) {
    const role = guildId && (await ctx.tx.get(roles, compoundKey(guildId, id)));
    return role ? { roles: roleView(role) } : {};
  },
  async channel(ctx, id, guildId) {
    const channel = guildId && (await ctx.tx.get(channels, snowflakeKey(id)));
    // Others read the message too, and private threads are unknown to those who cannot see them.
    const isShown =
      channel && channel.guild_id === guildId && channel.type !== ChannelType.PRIVATE_THREAD;
    return isShown ? { channels: channelView(channel) } : {};
  },
};
