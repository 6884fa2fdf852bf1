// The emojis of applications. Source: protocol: webhooks-and-applications 2.2.
import { limits } from "@antechamber/contract";
import {
  createApplicationEmoji,
  deleteApplicationEmoji,
  editApplicationEmoji,
  getApplicationEmoji,
  listApplicationEmojis,
} from "@antechamber/contract/applications";
import { TooManyEmojis, UnknownEmoji, type EmojiWithUser } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { handle, noContent, reply, type Binding } from "../../platform/handler.ts";
import { tableOf } from "../../platform/store.ts";
import { emojiPicture, isAnimated, storePicture } from "../users/image.ts";
import { users, userView } from "../users/user.ts";
import { ownApplication } from "./operations.ts";

export interface ApplicationEmojiRecord {
  readonly id: string;
  readonly application_id: string;
  readonly name: string;
  readonly animated: boolean;
  /** The image behind its URL; a world file may omit it. */
  readonly image?: string;
}

export const applicationEmojis = tableOf<ApplicationEmojiRecord>()({
  name: "application_emoji",
  key: (emoji) => snowflakeKey(emoji.id),
  indexes: {
    application: (emoji) => emoji.application_id,
    name: ({ application_id, name }) => nameIn(application_id, name),
  },
});

/** The index value of an application's emoji. */
function nameIn(applicationId: string, name: string): string {
  return `${applicationId}:${name}`;
}

/** The fields that have the same value for all emojis of applications. */
export const applicationEmojiConstants = {
  roles: [],
  require_colons: true,
  managed: false,
  available: true,
};

/** An emoji as shown to its application, with the bot user as its creator. */
async function viewOf(
  ctx: ReadContext,
  { id, name, animated, application_id }: ApplicationEmojiRecord,
): Promise<Static<typeof EmojiWithUser>> {
  const user = await ctx.tx.get(users, snowflakeKey(application_id));
  return {
    id,
    name,
    ...applicationEmojiConstants,
    animated,
    ...(user === undefined ? {} : { user: userView(user) }),
  };
}

/** The emojis of an application. */
export function emojisOfApplication(ctx: ReadContext, applicationId: string) {
  return ctx.tx.find(applicationEmojis, { index: "application", value: applicationId });
}

/** @throws UnknownEmoji */
async function emojiOf(
  ctx: ReadContext,
  path: { readonly application_id: string; readonly emoji_id: string },
): Promise<ApplicationEmojiRecord> {
  const emoji = await ctx.tx.get(applicationEmojis, snowflakeKey(path.emoji_id));
  if (emoji?.application_id !== path.application_id) throw new ApiError(UnknownEmoji);
  return emoji;
}

/** @throws InvalidForm for a name that another emoji of the application has */
async function requireFreeName(
  ctx: ReadContext,
  { id, application_id, name }: Pick<ApplicationEmojiRecord, "id" | "application_id" | "name">,
): Promise<void> {
  const [other] = await ctx.tx.find(applicationEmojis, {
    index: "name",
    value: nameIn(application_id, name),
    limit: 1,
  });
  if (other === undefined || other.id === id) return;
  const message = "An emoji with this name already exists in this application";
  throw invalidForm({
    path: ["name"],
    code: "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
    message,
  });
}

/** @throws InvalidForm, TooManyEmojis */
async function addEmoji(
  ctx: Context,
  applicationId: string,
  { name, image: uri }: Static<(typeof createApplicationEmoji)["body"]>,
): Promise<ApplicationEmojiRecord> {
  const picture = emojiPicture(uri);
  const own = { index: "application", value: applicationId } as const;
  const most = limits.applicationEmojis.value;
  if ((await ctx.tx.count(applicationEmojis, own)) >= most) {
    throw new ApiError(TooManyEmojis, { message: `Maximum number of emojis reached (${most})` });
  }
  const identity = { id: ctx.id(), application_id: applicationId, name };
  await requireFreeName(ctx, identity);
  const image = await storePicture(ctx, picture);
  const emoji = { ...identity, animated: isAnimated(picture), image };
  ctx.tx.put(applicationEmojis, emoji);
  return emoji;
}

/** Deletes the emojis of a deleted application. */
export async function dropApplicationEmojis(ctx: Context, applicationId: string): Promise<void> {
  for (const emoji of await emojisOfApplication(ctx, applicationId)) {
    ctx.tx.delete(applicationEmojis, applicationEmojis.key(emoji));
  }
}

export const applicationEmojiHandlers: readonly Binding[] = [
  handle(listApplicationEmojis, async (ctx, { params }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    const all = await emojisOfApplication(ctx, id);
    return reply(200, { items: await Promise.all(all.map((emoji) => viewOf(ctx, emoji))) });
  }),

  handle(getApplicationEmoji, async (ctx, { params }) => {
    await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, await viewOf(ctx, await emojiOf(ctx, params)));
  }),

  handle(createApplicationEmoji, async (ctx, { params, body }) => {
    const { id } = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(201, await viewOf(ctx, await addEmoji(ctx, id, body())));
  }),

  handle(editApplicationEmoji, async (ctx, { params, body }) => {
    await ownApplication(ctx, ctx.caller, params.application_id);
    const emoji = await emojiOf(ctx, params);
    const { name = emoji.name } = body();
    const renamed = { ...emoji, name };
    await requireFreeName(ctx, renamed);
    ctx.tx.put(applicationEmojis, renamed);
    return reply(200, await viewOf(ctx, renamed));
  }),

  handle(deleteApplicationEmoji, async (ctx, { params }) => {
    await ownApplication(ctx, ctx.caller, params.application_id);
    ctx.tx.delete(applicationEmojis, applicationEmojis.key(await emojiOf(ctx, params)));
    return noContent;
  }),
];
