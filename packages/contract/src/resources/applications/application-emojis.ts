// The emojis of an application, which it may use anywhere. Source: protocol:
// webhooks-and-applications 2.2.
import { bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { NotThisApplication, UnknownApplication } from "../../error.ts";
import { list, object, optional, text } from "../../schema/values.ts";
import { EmojiWithUser, TooManyEmojis, UnknownEmoji } from "../guilds/emojis.ts";
import { ImageData } from "../users/images.ts";

const shared = {
  source: "protocol: webhooks-and-applications 2.2",
  auth: [bot],
} as const;
const all = "/applications/{application_id}/emojis";
const one = "/applications/{application_id}/emojis/{emoji_id}";
const ownErrors = [NotThisApplication, UnknownApplication] as const;
const named = text({ min: 2, max: 32, pattern: "^[A-Za-z0-9_]+$" });

export const listApplicationEmojis = endpoint({
  ...shared,
  id: "applications.emojis",
  summary: "List the application's emojis, under `items`.",
  method: "GET",
  path: all,
  replies: { 200: object({ items: list(EmojiWithUser) }) },
  errors: ownErrors,
});

export const getApplicationEmoji = endpoint({
  ...shared,
  id: "applications.emoji",
  summary: "Get an emoji of the application.",
  method: "GET",
  path: one,
  replies: { 200: EmojiWithUser },
  errors: [...ownErrors, UnknownEmoji],
});

export const createApplicationEmoji = endpoint({
  ...shared,
  id: "applications.createEmoji",
  summary:
    "Create an emoji of the application; its name must be unique among the application's emojis.",
  method: "POST",
  path: all,
  body: object({ name: named, image: ImageData }),
  replies: { 201: EmojiWithUser },
  errors: [...ownErrors, TooManyEmojis],
});

export const editApplicationEmoji = endpoint({
  ...shared,
  id: "applications.editEmoji",
  summary: "Rename an emoji of the application.",
  method: "PATCH",
  path: one,
  body: object({ name: optional(named) }),
  replies: { 200: EmojiWithUser },
  errors: [...ownErrors, UnknownEmoji],
});

export const deleteApplicationEmoji = endpoint({
  ...shared,
  id: "applications.deleteEmoji",
  summary: "Delete an emoji of the application.",
  method: "DELETE",
  path: one,
  replies: { 204: none },
  errors: [...ownErrors, UnknownEmoji],
});
