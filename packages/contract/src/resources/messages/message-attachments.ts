// Files of messages. Source: protocol: gateway-oauth-limits 1.7, machine specification.
import {
  Bool,
  double,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
} from "../../schema/values.ts";
import { limits } from "../../limits/limits.ts";

/** Bits of an attachment's flags. */
export const AttachmentFlag = { IS_SPOILER: 1 << 3 } as const;

/** A file of a message. */
export const Attachment = object({
  id: Snowflake,
  filename: text(),
  /** The sender's name for the file, if the file name could not keep it. */
  title: optional(nullable(text())),
  description: optional(text()),
  content_type: optional(text()),
  size: integer(),
  url: text(),
  proxy_url: text(),
  /** In pixels, for images. */
  width: optional(integer()),
  height: optional(integer()),
  duration_secs: optional(double()),
  waveform: optional(text()),
  ephemeral: optional(Bool),
  flags: optional(integer()),
});

/**
 * A sender's data about a file: about the one in part `files[id]`, or, in a change, about one that
 * the message already has.
 */
export const AttachmentDraft = object({
  id: Snowflake,
  filename: optional(text({ min: 1, max: 1024 })),
  title: optional(text({ max: 1024 })),
  description: optional(text({ max: 1024 })),
  duration_secs: optional(double({ min: 0, max: 2_147_483_647 })),
  waveform: optional(text({ max: 400 })),
  is_spoiler: optional(Bool),
});

export const AttachmentDrafts = list(AttachmentDraft, { max: limits.messageAttachments.value });
