// Sending a message as a simulated user. Source: product.md, Simulated users.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, UnknownGuild, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import { sendErrors } from "../../resources/messages/message-endpoints.ts";
import { ChannelMessageDraft, MessageText } from "../../resources/messages/message-draft.ts";
import { Message } from "../../resources/messages/messages.ts";
import { integer, list, object, optional, text, word } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";
import { invokeWait } from "../waiting.ts";

/** The length in base64 of a file of the largest allowed size. */
const ENCODED_FILE_MAX = Math.ceil(limits.attachmentSize.value / 3) * 4;

/** A file for a message, in the JSON of the control plane. */
export const EncodedFile = object({
  filename: text({ min: 1, max: 1024 }),
  /** The bytes in base64. */
  data: text({ max: ENCODED_FILE_MAX, pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
  content_type: optional(text({ max: 200 })),
  description: optional(text({ max: 1024 })),
});

export const messageAsUser = endpoint({
  id: "control.message",
  source: "product.md, Simulated users",
  summary:
    "Send a message as a simulated user, and with `until` wait for the answers of applications. The channel is an id, a unique name, or `@name`.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/message",
  auth: [control],
  developmentOnly: true,
  multipart: true,
  body: object({
    channel: Reference,
    guild: optional(Reference),
    content: optional(MessageText),
    sticker_ids: ChannelMessageDraft.properties.sticker_ids,
    attachments: optional(list(EncodedFile, { max: limits.messageAttachments.value })),
    /** Waits for messages of applications until no more arrive. */
    until: optional(word(["answered"])),
    /** The longest wait, in real milliseconds. */
    wait: optional(integer({ min: 0, max: invokeWait.maxMs })),
  }),
  replies: {
    200: object({
      ...Message.properties,
      /**
       * With `until`: the messages that applications sent in the channel afterwards, in their
       * current state.
       */
      answers: optional(list(Message)),
    }),
  },
  errors: [...sendErrors, BotsNotAllowed, UnknownGuild, UnknownUser],
});
