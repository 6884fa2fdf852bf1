// Embeds, as the senders of messages write them. Source: machine specification; the limits are
// those of the reference's public page on messages. Scripts that use webhooks write colours and
// booleans as text, and public bots write counts as values of fields; the reference accepts both.
import { limits } from "../../limits/limits.ts";
import { lengthOf } from "../../schema/form-issues.ts";
import { parseTimestamp } from "../../schema/timestamp.ts";
import {
  BoolOrText,
  integer,
  list,
  object,
  optional,
  orDigits,
  orNumber,
  orZero,
  refine,
  text,
  trimmed,
  type Report,
  type Static,
} from "../../schema/values.ts";
import { EmbedMediaUrl, PageUrl } from "./message-urls.ts";

const EmbedMedia = object({ url: optional(EmbedMediaUrl) });

/** A field requires a name and a value. */
const EmbedField = refine(
  object({
    name: trimmed({ max: 256 }),
    value: orNumber(trimmed({ max: 1024 })),
    inline: optional(BoolOrText),
  }),
  (field, report) => {
    for (const part of ["name", "value"] as const) {
      if (field[part] === "") {
        report([part], "BASE_TYPE_REQUIRED", "This field is required");
      }
    }
  },
);

const embedFields = object({
  title: optional(trimmed({ max: 256 })),
  description: optional(trimmed({ max: 4096 })),
  url: optional(PageUrl),
  /** discord.js 13 sends 0 for no timestamp. */
  timestamp: optional(orZero(text())),
  color: optional(orDigits(integer({ min: 0, max: 0xff_ff_ff }))),
  footer: optional(
    object({ text: optional(trimmed({ max: 2048 })), icon_url: optional(EmbedMediaUrl) }),
  ),
  image: optional(EmbedMedia),
  thumbnail: optional(EmbedMedia),
  author: optional(
    object({
      name: optional(trimmed({ max: 256 })),
      url: optional(PageUrl),
      icon_url: optional(EmbedMediaUrl),
    }),
  ),
  fields: optional(list(EmbedField, { max: 25 })),
});

type EmbedFields = Static<typeof embedFields>;

/** One embed as a sender writes it. */
export const EmbedDraft = refine(embedFields, (embed, report, isInvalid) => {
  // An invalid field may have been the content.
  const isUnreadable = Object.keys(embedFields.properties).some((field) => isInvalid(field));
  if (!hasContent(embed) && !isUnreadable) {
    report(["description"], "BASE_TYPE_REQUIRED", "This field is required");
  }
  reportMoment(embed, report);
});

export type Embed = Static<typeof EmbedDraft>;

function reportMoment({ timestamp }: EmbedFields, report: Report): void {
  if (timestamp === undefined || parseTimestamp(timestamp) !== undefined) return;
  const message = `Could not parse ${timestamp.slice(0, 100)}. Should be ISO8601.`;
  report(["timestamp"], "DATE_TIME_TYPE_PARSE", message);
}

function hasContent(embed: EmbedFields): boolean {
  const isVisual = embed.image?.url !== undefined || embed.thumbnail?.url !== undefined;
  return isVisual || textLength(embed) > 0;
}

function textLength(embed: EmbedFields): number {
  const { title, description, footer, author, fields = [] } = embed;
  const texts = [title, description, footer?.text, author?.name];
  const ofFields = fields.flatMap((field) => [field?.name, field?.value]);
  return [...texts, ...ofFields].reduce((sum, each) => sum + lengthOf(each ?? ""), 0);
}

/** The most code points of all texts in all embeds of a message. */
const EMBED_TEXT_MAX = 6000;

export const Embeds = refine(
  list(EmbedDraft, { max: limits.messageEmbeds.value }),
  (embeds: readonly (Embed | undefined)[], report) => {
    const length = embeds.reduce((sum, embed) => sum + textLength(embed ?? {}), 0);
    if (length <= EMBED_TEXT_MAX) return;
    const message = `Embed size exceeds maximum size of ${EMBED_TEXT_MAX}`;
    report([], "MAX_EMBED_SIZE_EXCEEDED", message);
  },
);
