// What a sender says of a message: the forms with which messages are created and changed. Rules that
// look at several fields at once stand with the messages themselves, because a change is held against
// what the message already is. Source: protocol: commands-and-interactions 6.1, 6.4.
import { limits } from "../limits.ts";
import {
  anything,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  word,
  type Static,
} from "../values.ts";

/** Addresses in embeds. Source: machine specification. */
const EmbedUrl = text({ max: 2048 });

const EmbedMedia = object({ url: optional(EmbedUrl) });

/** One embed as a sender writes it. Source: machine specification. */
export const EmbedDraft = object({
  title: optional(text({ max: 256 })),
  description: optional(text({ max: 4096 })),
  url: optional(EmbedUrl),
  timestamp: optional(text()),
  color: optional(integer({ min: 0, max: 0xff_ff_ff })),
  footer: optional(object({ text: optional(text({ max: 2048 })), icon_url: optional(EmbedUrl) })),
  image: optional(EmbedMedia),
  thumbnail: optional(EmbedMedia),
  author: optional(
    object({
      name: optional(text({ max: 256 })),
      url: optional(EmbedUrl),
      icon_url: optional(EmbedUrl),
    }),
  ),
  fields: optional(
    list(object({ name: text({ max: 256 }), value: text({ max: 1024 }), inline: optional(Bool) }), {
      max: 25,
    }),
  ),
});

/** Which mentions in the text count. Source: machine specification. */
export const AllowedMentions = object({
  parse: optional(list(word(["everyone", "roles", "users"]))),
  users: optional(list(Snowflake, { max: 100 })),
  roles: optional(list(Snowflake, { max: 100 })),
  replied_user: optional(Bool),
});

const Content = text({ max: limits.messageContent.value });
const Embeds = list(EmbedDraft, { max: limits.messageEmbeds.value });
/**
 * Components of the newer kind, nested ones counted too. Source: protocol:
 * commands-and-interactions 5.5.
 */
const Components = list(anything(), { max: 40 });
const Attachments = list(anything(), { max: limits.messageAttachments.value });

/** A new message. */
export const MessageDraft = object({
  tts: optional(Bool),
  content: optional(Content),
  embeds: optional(Embeds),
  allowed_mentions: optional(AllowedMentions),
  flags: optional(integer({ min: 0 })),
  components: optional(Components),
  attachments: optional(Attachments),
});

/** A change of a message: what is left out stays, what is null is emptied. */
export const MessageChange = object({
  content: optional(nullable(Content)),
  embeds: optional(nullable(Embeds)),
  allowed_mentions: optional(nullable(AllowedMentions)),
  flags: optional(nullable(integer({ min: 0 }))),
  components: optional(nullable(Components)),
  attachments: optional(nullable(Attachments)),
});

/**
 * What may be said of a message that will come later. Source: protocol: commands-and-interactions
 * 6.1.
 */
export const DeferredDraft = object({ flags: optional(integer({ min: 0 })) });

export type Embed = Static<typeof EmbedDraft>;
export type MessageForm = Static<typeof MessageDraft>;
export type MessageChangeForm = Static<typeof MessageChange>;
export type AllowedMentionsForm = Static<typeof AllowedMentions>;
