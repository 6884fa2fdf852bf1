// INTERACTION_CREATE as the application receives it, top-level keys in alphabetical order as the
// reference has them. Source: protocol: commands-and-interactions 5.1 to 5.4.
import type {
  Entitlement,
  Interaction,
  InteractionChannel,
  InteractionData,
  InteractionMember,
  Static,
} from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import { bareMemberView, channelView } from "../guilds/guild.ts";
import { fileSizeLimit } from "../messages/file-sizes.ts";
import type { MessageRecord } from "../messages/message.ts";
import { viewerOf } from "../messages/readable.ts";
import { userView } from "../users/user.ts";
import type { Scene } from "./scene.ts";
import { partialChannel } from "./resolved.ts";

/** What an invocation adds to the scene that it takes place in. */
export interface Delivery {
  readonly id: string;
  readonly type: number;
  readonly token: string;
  readonly data: Static<typeof InteractionData>;
  readonly message?: MessageRecord;
  readonly owners: Readonly<Record<string, string>>;
  /** What the user, and the guild around them, have of what the application sells. */
  readonly entitlements: Static<typeof Entitlement>[];
}

/**
 * The version of the payload's shape, not of the command. Source: protocol:
 * commands-and-interactions 5.1.
 */
const PAYLOAD_VERSION = 1;

function memberView(scene: Scene): Static<typeof InteractionMember> | undefined {
  const member = scene.inGuild?.member;
  return (
    member && {
      ...bareMemberView(member),
      permissions: scene.permissions.toString(),
      unusual_dm_activity_until: null,
      user: userView(scene.user),
    }
  );
}

function placeView(scene: Scene): Static<typeof InteractionChannel> {
  return scene.inGuild === undefined
    ? channelView(scene.channel, scene.recipients)
    : partialChannel(scene.channel, scene.permissions);
}

function guildFields(scene: Scene) {
  if (scene.inGuild === undefined) return {};
  const { id, features, preferred_locale: locale } = scene.inGuild.guild;
  return { guild: { features, id, locale }, guild_id: id, guild_locale: locale };
}

/** The whole payload. In a guild it names the member, elsewhere the user. */
export function interactionPayload(
  ctx: ReadContext,
  scene: Scene,
  delivery: Delivery,
): Static<typeof Interaction> {
  const member = memberView(scene);
  return {
    app_permissions: scene.appPermissions.toString(),
    application_id: scene.application.id,
    attachment_size_limit: fileSizeLimit({ guild: scene.inGuild?.guild, user: scene.user }),
    authorizing_integration_owners: delivery.owners,
    channel: placeView(scene),
    channel_id: scene.channel.id,
    context: scene.context,
    data: delivery.data,
    entitlement_sku_ids: [...new Set(delivery.entitlements.map(({ sku_id }) => sku_id))],
    entitlements: delivery.entitlements,
    ...guildFields(scene),
    id: delivery.id,
    locale: scene.user.locale,
    ...(member === undefined ? {} : { member }),
    ...(delivery.message === undefined
      ? {}
      : { message: viewerOf(ctx, scene.application)(delivery.message) }),
    token: delivery.token,
    type: delivery.type,
    ...(member === undefined ? { user: userView(scene.user) } : {}),
    version: PAYLOAD_VERSION,
  };
}
