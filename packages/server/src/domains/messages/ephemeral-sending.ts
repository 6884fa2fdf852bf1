// Messages between two users without accounts of their own, within a game.
// Source: protocol: lobbies-and-sdk 9, 10.3.
import {
  EphemeralRecipientOffline,
  GameMessageCreate,
  GameMessageDelete,
  GameMessageUpdate,
} from "@antechamber/contract/lobbies";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { hasLiveSession } from "../applications/live-sessions.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { recordWebhookEvent } from "../webhooks/outbox.ts";
import {
  ephemeralMessages,
  ephemeralView,
  type EphemeralMessageRecord,
} from "./ephemeral-message.ts";
import { sdkMessageEvent, type Occurrence } from "./game-events.ts";

/** The channel type that such messages carry. Source: assumed: as the SDK has it. */
const EPHEMERAL_DM = 18;

/** A message to be sent. */
export interface EphemeralSending {
  readonly applicationId: string;
  readonly author: UserRecord;
  readonly recipient: UserRecord;
  readonly content: string;
  readonly flags: number;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

type EventExtras = Pick<Static<(typeof GameMessageCreate)["payload"]>, "metadata">;

/** Sends a message to a connected user. @throws EphemeralRecipientOffline */
export async function sendEphemeral(
  ctx: Context,
  { applicationId, author, recipient, content, flags, metadata }: EphemeralSending,
): Promise<EphemeralMessageRecord> {
  if (!(await hasLiveSession(ctx, recipient.id, applicationId))) {
    throw new ApiError(EphemeralRecipientOffline);
  }
  const message: EphemeralMessageRecord = {
    id: ctx.id(),
    application_id: applicationId,
    author: userView(author),
    recipient_id: recipient.id,
    content,
    flags,
    sentAt: ctx.now,
    editedAt: null,
  };
  ctx.tx.put(ephemeralMessages, message);
  emitToBoth(ctx, GameMessageCreate, { message, extras: definedFields({ metadata }) });
  await notifyWebhook(ctx, "CREATE", message);
  return message;
}

/** Changes the text of a message, and drops moderation metadata of the old text. */
export async function editEphemeral(
  ctx: Context,
  before: EphemeralMessageRecord,
  content: string,
): Promise<EphemeralMessageRecord> {
  if (content === before.content) return before;
  const { moderation: _, ...rest } = before;
  const message = { ...rest, content, editedAt: ctx.now };
  ctx.tx.put(ephemeralMessages, message);
  emitToBoth(ctx, GameMessageUpdate, { message });
  await notifyWebhook(ctx, "UPDATE", message);
  return message;
}

/** Sets the game's moderation metadata of a message; that emits no webhook event. */
export function moderateEphemeral(
  ctx: Context,
  before: EphemeralMessageRecord,
  moderation: Readonly<Record<string, string>>,
): void {
  const { moderation: _, ...rest } = before;
  const isNothing = Object.keys(moderation).length === 0;
  const message = isNothing ? rest : { ...rest, moderation };
  ctx.tx.put(ephemeralMessages, message);
  emitToBoth(ctx, GameMessageUpdate, { message });
}

export async function deleteEphemeral(
  ctx: Context,
  message: EphemeralMessageRecord,
): Promise<void> {
  ctx.tx.delete(ephemeralMessages, ephemeralMessages.key(message));
  const { id, application_id } = message;
  for (const { viewerId, channel_id } of sidesOf(message)) {
    const scope = { kind: "users", user_ids: [viewerId], application_id } as const;
    ctx.emit(GameMessageDelete, scope, { id, channel_id });
  }
  await notifyWebhook(ctx, "DELETE", message);
}

function sidesOf({ author, recipient_id }: EphemeralMessageRecord) {
  return [
    { viewerId: author.id, channel_id: recipient_id },
    { viewerId: recipient_id, channel_id: author.id },
  ];
}

/** Emits to both users; each is shown the other one as the channel. */
function emitToBoth(
  ctx: Context,
  event: typeof GameMessageCreate | typeof GameMessageUpdate,
  {
    message,
    extras = {},
  }: { readonly message: EphemeralMessageRecord; readonly extras?: EventExtras },
): void {
  const { application_id } = message;
  for (const { viewerId } of sidesOf(message)) {
    const scope = { kind: "users", user_ids: [viewerId], application_id } as const;
    const view = { ...ephemeralView(message, viewerId), channel_type: EPHEMERAL_DM, ...extras };
    ctx.emit<typeof event>(event, scope, view);
  }
}

async function notifyWebhook(
  ctx: Context,
  what: Occurrence,
  message: EphemeralMessageRecord,
): Promise<void> {
  const { application_id, author, recipient_id: id } = message;
  const { channel_id, recipient_id, content, type, flags } = ephemeralView(message, author.id);
  await recordWebhookEvent(ctx, {
    application_id,
    type: sdkMessageEvent(what),
    data: {
      id: message.id,
      type,
      content,
      author,
      flags,
      application_id,
      recipient_id,
      channel: { id: channel_id, type: EPHEMERAL_DM, recipients: [{ id }] },
    },
    resource: ephemeralMessages.key(message),
  });
}
