// Sending an interaction to its application: the record, what both sides hear, the deadline.
// Source: protocol: commands-and-interactions 5, 7.
import {
  ApplicationInteractionFailed,
  holds,
  IntegrationType,
  InteractionCreate,
  InteractionCreated,
  InteractionPosting,
  InteractionSuccess,
  type InteractionData,
  type Static,
} from "@antechamber/contract";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { entitlementsFor } from "../entitlements/operations.ts";
import type { MessageRecord } from "../messages/message.ts";
import {
  deadlineOf,
  interactions,
  newToken,
  tokenDigest,
  type InteractionRecord,
  type Response,
} from "./interaction.ts";
import { missedDeadline } from "./jobs.ts";
import { interactionPayload } from "./payload.ts";
import type { Scene } from "./scene.ts";

/** What a record keeps of what the interaction is about. */
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

/** What the application is told beyond the scene. */
export interface Contents {
  readonly data: Static<typeof InteractionData>;
  /** The message of the component. */
  readonly message?: MessageRecord;
}

/**
 * Writes the interaction down, and sends it to its application by the gateway or by HTTP.
 *
 * @throws ApplicationInteractionFailed for an application that can be reached by neither
 */
export async function dispatch(
  ctx: Context,
  scene: Scene,
  { draft, contents }: { readonly draft: Draft; readonly contents: Contents },
): Promise<InteractionRecord> {
  const { application, channel } = scene;
  const isByHttp = application.interactions_endpoint_url !== null;
  if (!isByHttp && !application.hasBot) throw new ApiError(ApplicationInteractionFailed);
  const { interaction, token } = begun(ctx, scene, draft);
  const { id, type, authorizing_integration_owners: owners } = interaction;
  ctx.tx.put(interactions, interaction);
  ctx.schedule(missedDeadline, deadlineOf(interaction), { id });
  const entitlements = await entitlementsFor(ctx, application.id, {
    user_id: scene.user.id,
    guild_id: channel.guild_id,
  });
  const delivery = { id, type, token, owners, entitlements, ...contents };
  const payload = interactionPayload(ctx, scene, delivery);
  if (isByHttp) {
    ctx.emit(InteractionPosting, { kind: "nobody" }, payload);
    return interaction;
  }
  const inGuild = channel.guild_id === undefined ? {} : { guild_id: channel.guild_id };
  const scope = { kind: "application", application_id: application.id, ...inGuild } as const;
  ctx.emit(InteractionCreate, scope, payload);
  return interaction;
}

/** Writes down an interaction that the service answers itself: its application is sent nothing. */
export async function answerOurselves(
  ctx: Context,
  scene: Scene,
  {
    draft,
    respond,
  }: {
    readonly draft: Draft;
    readonly respond: (interaction: InteractionRecord) => Promise<Response>;
  },
): Promise<InteractionRecord> {
  const { interaction } = begun(ctx, scene, draft);
  const { id, user_id, nonce } = interaction;
  const answered = { ...interaction, progress: await respond(interaction) };
  ctx.tx.put(interactions, answered);
  ctx.schedule(missedDeadline, deadlineOf(interaction), { id });
  const named = nonce === undefined ? {} : { nonce };
  ctx.emit(InteractionSuccess, { kind: "user", user_id }, { id, ...named });
  return answered;
}

/** A new record, of which the user hears. */
function begun(ctx: Context, scene: Scene, draft: Draft) {
  const { application, user, channel } = scene;
  const { type, owners, nonce, about } = draft;
  const id = ctx.id();
  const token = newToken(id, ctx.random);
  const named = nonce === undefined ? {} : { nonce };
  const interaction: InteractionRecord = {
    id,
    type,
    application_id: application.id,
    user_id: user.id,
    channel_id: channel.id,
    ...(channel.guild_id === undefined ? {} : { guild_id: channel.guild_id }),
    ...named,
    ...about,
    authorizing_integration_owners: owners,
    ...rightsOf(scene, owners),
    tokenDigest: tokenDigest(token),
    createdAt: ctx.now,
    progress: { state: "pending" },
    followUps: 0,
  };
  ctx.emit(InteractionCreated, { kind: "user", user_id: user.id }, { id, ...named });
  return { interaction, token };
}

/**
 * What the application may do with its answers, by those who authorized it for the interaction: of
 * a component they may be others than who uses it. Source: protocol: commands-and-interactions 5.2,
 * 6.4, 6.5.
 */
function rightsOf(scene: Scene, owners: Draft["owners"]) {
  const isOfUser = owners[IntegrationType.USER_INSTALL] !== undefined;
  const isOfGuild = owners[IntegrationType.GUILD_INSTALL] !== undefined;
  const isUserInstallOnly = isOfUser && !isOfGuild && !scene.isGuildInstalled;
  const isRestricted =
    scene.inGuild !== undefined && !holds(scene.permissions, "USE_EXTERNAL_APPS");
  return {
    mayMentionEveryone: holds(scene.appPermissions, "MENTION_EVERYONE"),
    isUserInstallOnly,
    forcesEphemeral: isUserInstallOnly && isRestricted,
  };
}
