// Sends an interaction to its application: stores the record, and emits the events for both sides.
// Source: protocol: commands-and-interactions 5, 7.
import { ApplicationInteractionFailed, holds } from "@antechamber/contract";
import { IntegrationType } from "@antechamber/contract/applications";
import type { Entitlement } from "@antechamber/contract/entitlements";
import {
  InteractionCreate,
  InteractionCreated,
  InteractionPosting,
  InteractionSuccess,
  type InteractionData,
  type Interaction,
  type InteractionChannel,
  type InteractionMember,
} from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { newInteractionToken } from "../applications/interaction-token.ts";
import { entitlementsFor } from "../entitlements/operations.ts";
import type { MessageRecord } from "../messages/message.ts";
import { bareMemberView, channelView } from "../guilds/guild.ts";
import { fileSizeLimit } from "../messages/file-sizes.ts";
import { viewerOf } from "../messages/readable.ts";
import { userView } from "../users/user.ts";
import { interactions, tokenDigest, type InteractionRecord, type Response } from "./interaction.ts";
import type { InteractionContext } from "./interaction-context.ts";
import { partialChannel } from "./resolved.ts";

/** The fields of the record that say what the interaction is about. */
type About = Pick<
  InteractionRecord,
  "command" | "target" | "focusedType" | "sourceMessageId" | "opening" | "uploadIds"
>;

/** An interaction before it is sent. */
export interface Draft {
  readonly type: number;
  readonly owners: Readonly<Record<string, string>>;
  readonly nonce: string | number | undefined;
  readonly about: About;
}

/** The fields of the payload that are not part of the interaction's context. */
export interface Contents {
  readonly data: Static<typeof InteractionData>;
  /** The message of the component. */
  readonly message?: MessageRecord;
}

/**
 * Stores an interaction, and sends it to its application over the gateway or HTTP.
 *
 * @throws ApplicationInteractionFailed for an application that can be reached by neither
 */
export async function dispatch(
  ctx: Context,
  context: InteractionContext,
  { draft, contents }: { readonly draft: Draft; readonly contents: Contents },
): Promise<InteractionRecord> {
  const { application, channel } = context;
  const isByHttp = application.interactions_endpoint_url !== null;
  if (!isByHttp && !application.hasBot) throw new ApiError(ApplicationInteractionFailed);
  const { interaction, token } = createInteraction(ctx, context, draft);
  const { id, type, authorizing_integration_owners: owners } = interaction;
  ctx.tx.put(interactions, interaction);
  const entitlements = await entitlementsFor(ctx, application.id, {
    user_id: context.user.id,
    guild_id: channel.guild_id,
  });
  const delivery = { id, type, token, owners, entitlements, ...contents };
  const payload = await interactionPayload(ctx, context, delivery);
  if (isByHttp) {
    ctx.emit(InteractionPosting, { kind: "nobody" }, payload);
    return interaction;
  }
  const inGuild = definedFields({ guild_id: channel.guild_id });
  const scope = { kind: "application", application_id: application.id, ...inGuild } as const;
  ctx.emit(InteractionCreate, scope, payload);
  return interaction;
}

/** Stores an interaction that the service answers itself, without sending it to its application. */
export async function respondByService(
  ctx: Context,
  context: InteractionContext,
  {
    draft,
    respond,
  }: {
    readonly draft: Draft;
    readonly respond: (interaction: InteractionRecord) => Promise<Response>;
  },
): Promise<InteractionRecord> {
  const { interaction } = createInteraction(ctx, context, draft);
  const { id, user_id, nonce } = interaction;
  const answered = { ...interaction, progress: await respond(interaction) };
  ctx.tx.put(interactions, answered);
  const named = definedFields({ nonce });
  ctx.emit(InteractionSuccess, { kind: "user", user_id }, { id, ...named });
  return answered;
}

/** Makes the record of a new interaction, and emits its event to the user. */
function createInteraction(ctx: Context, context: InteractionContext, draft: Draft) {
  const { application, user, channel } = context;
  const { type, owners, nonce, about } = draft;
  const id = ctx.id();
  ctx.origin?.join({ id, application_id: application.id });
  ctx.origin?.actFor(user.id, application.id);
  const token = newInteractionToken(id, ctx.random);
  const named = definedFields({ nonce });
  const interaction: InteractionRecord = {
    id,
    type,
    application_id: application.id,
    user_id: user.id,
    channel_id: channel.id,
    ...definedFields({ guild_id: channel.guild_id }),
    ...named,
    ...about,
    authorizing_integration_owners: owners,
    ...rightsOf(context, owners),
    tokenDigest: tokenDigest(token),
    createdAt: ctx.now,
    progress: { state: "pending" },
    followUps: 0,
  };
  ctx.emit(InteractionCreated, { kind: "user", user_id: user.id }, { id, ...named });
  return { interaction, token };
}

/**
 * What the application's answers may do. This depends on who authorized it for the interaction; for
 * a component, that may be someone other than its user. Source: protocol: commands-and-interactions
 * 5.2, 6.4, 6.5.
 */
function rightsOf(context: InteractionContext, owners: Draft["owners"]) {
  const isOfUser = owners[IntegrationType.USER_INSTALL] !== undefined;
  const isOfGuild = owners[IntegrationType.GUILD_INSTALL] !== undefined;
  const isUserInstallOnly = isOfUser && !isOfGuild && !context.isGuildInstalled;
  const isRestricted =
    context.inGuild !== undefined && !holds(context.permissions, "USE_EXTERNAL_APPS");
  return {
    mayMentionEveryone: holds(context.appPermissions, "MENTION_EVERYONE"),
    isUserInstallOnly,
    forcesEphemeral: isUserInstallOnly && isRestricted,
  };
}

/** The parts of the payload that are not part of the interaction's context. */
export interface Delivery {
  readonly id: string;
  readonly type: number;
  readonly token: string;
  readonly data: Static<typeof InteractionData>;
  readonly message?: MessageRecord;
  readonly owners: Readonly<Record<string, string>>;
  /** The entitlements of the user and the guild to what the application sells. */
  readonly entitlements: Static<typeof Entitlement>[];
}

/**
 * The version of the payload's format, not of the command. Source: protocol:
 * commands-and-interactions 5.1.
 */
const PAYLOAD_VERSION = 1;

function memberView(context: InteractionContext): Static<typeof InteractionMember> | undefined {
  const member = context.inGuild?.member;
  return (
    member && {
      ...bareMemberView(member),
      permissions: context.permissions.toString(),
      unusual_dm_activity_until: null,
      user: userView(context.user),
    }
  );
}

function interactionChannelView(context: InteractionContext): Static<typeof InteractionChannel> {
  return context.inGuild === undefined
    ? channelView(context.channel, context.recipients)
    : partialChannel(context.channel, context.permissions);
}

function guildFields(context: InteractionContext) {
  if (context.inGuild === undefined) return {};
  const { id, features, preferred_locale: locale } = context.inGuild.guild;
  return { guild: { features, id, locale }, guild_id: id, guild_locale: locale };
}

/** The complete payload. In a guild it contains the member, elsewhere the user. */
export async function interactionPayload(
  ctx: ReadContext,
  context: InteractionContext,
  delivery: Delivery,
): Promise<Static<typeof Interaction>> {
  const member = memberView(context);
  return {
    app_permissions: context.appPermissions.toString(),
    application_id: context.application.id,
    attachment_size_limit: fileSizeLimit({ guild: context.inGuild?.guild, user: context.user }),
    authorizing_integration_owners: delivery.owners,
    channel: interactionChannelView(context),
    channel_id: context.channel.id,
    context: context.context,
    data: delivery.data,
    entitlement_sku_ids: [...new Set(delivery.entitlements.map(({ sku_id }) => sku_id))],
    entitlements: delivery.entitlements,
    ...guildFields(context),
    id: delivery.id,
    locale: context.user.locale,
    ...definedFields({ member }),
    ...(delivery.message === undefined
      ? {}
      : { message: await viewerOf(ctx, context.application)(delivery.message) }),
    token: delivery.token,
    type: delivery.type,
    ...(member === undefined ? { user: userView(context.user) } : {}),
    version: PAYLOAD_VERSION,
  };
}
