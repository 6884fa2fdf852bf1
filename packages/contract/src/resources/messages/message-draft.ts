// The forms with which messages are created and changed. Rules about several fields at once are in
// the messages domain, because a change must be checked against the stored message. Source:
// protocol: commands-and-interactions 6.1, 6.4.
import { limits } from "../../limits/limits.ts";
import { parserOf } from "../../schema/form.ts";
import {
  anything,
  Bool,
  BoolOrText,
  choice,
  inDetail,
  integer,
  list,
  nullable,
  object,
  optional,
  orDigits,
  refine,
  Snowflake,
  trimmed,
  word,
  type Report,
  type Static,
  type TObject,
} from "../../schema/values.ts";
import { AttachmentDrafts } from "./message-attachments.ts";
import { NonceForm } from "./nonce.ts";
import {
  AnyComponent,
  COMPONENTS_MAX,
  LayoutComponents,
  LegacyComponents,
} from "./message-components.ts";
import { SharedClientThemeDraft } from "./client-themes.ts";
import { Embeds } from "./message-embeds.ts";
import { PollDraft } from "./message-polls.ts";
import { MessageFlag } from "./message-types.ts";

function reportRepeats(field: string, values: readonly unknown[], report: Report): void {
  const seen = new Set<unknown>();
  for (const [i, value] of values.entries()) {
    if (value !== undefined && seen.has(value)) {
      const message = "The set already contains this value";
      report([field, i], "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
    }
    seen.add(value);
  }
}

const PARSED_MAX = 3;

/** Which mentions in the text notify users. Source: machine specification. */
export const AllowedMentions = refine(
  object({
    parse: optional(list(word(["everyone", "roles", "users"]), { max: PARSED_MAX, sparse: true })),
    users: optional(list(Snowflake, { max: 100, sparse: true })),
    roles: optional(list(Snowflake, { max: 100, sparse: true })),
    replied_user: optional(Bool),
  }),
  ({ parse = [], users = [], roles = [] }, report) => {
    reportRepeats("parse", parse, report);
    reportRepeats("users", users, report);
    reportRepeats("roles", roles, report);
    for (const [kind, ids] of Object.entries({ users, roles })) {
      if (!parse.some((each) => each === kind) || ids.length === 0) continue;
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      report([], "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
    }
  },
);

/** Messages neither begin nor end with whitespace. Source: qaisjp/go-discord-irc#137. */
export const MessageText = trimmed({ max: limits.messageContent.value });
/**
 * More than any message may have, so that the faults of slightly too many are still reported in
 * full.
 */
const COMPONENTS_LOOKED_AT = 5 * COMPONENTS_MAX;

/** Components are checked against their own schemas once it is known which kind the message allows. */
const Components = list(
  inDetail(anything(), () => AnyComponent),
  { max: COMPONENTS_LOOKED_AT },
);

const readLayout = parserOf(LayoutComponents);
const readLegacy = parserOf(LegacyComponents);

interface WithComponents {
  readonly flags?: number | null;
  readonly components?: readonly unknown[] | null;
}

/**
 * The form of a message, which also reports faults of its components if other fields are invalid.
 * Otherwise these would only be found after the others were fixed.
 *
 * @param isChange true if the message may have layout components without a flag in the form
 */
export function messageForm<S extends TObject>(form: S, isChange = false): S {
  const fields = Object.keys(form.properties);
  return refine(form, (message, report, isInvalid) => {
    const { components, flags } = message as WithComponents;
    if (!components || !fields.some((field) => isInvalid(field))) return;
    const isMarked = ((flags ?? 0) & MessageFlag.IS_COMPONENTS_V2) !== 0;
    const isV2 = isMarked || isChange || isInvalid("flags");
    const reading = (isV2 ? readLayout : readLegacy)(components);
    if (reading.ok) return;
    for (const { path, code, message: why } of reading.issues) {
      report(["components", ...path], code, why);
    }
  });
}

/** A new message. */
export const MessageDraft = messageForm(
  object({
    tts: optional(BoolOrText),
    content: optional(MessageText),
    embeds: optional(Embeds),
    allowed_mentions: optional(AllowedMentions),
    flags: optional(orDigits(integer({ min: 0 }))),
    components: optional(Components),
    attachments: optional(AttachmentDrafts),
    poll: optional(PollDraft),
  }),
);

/** The kinds of message reference. Source: machine specification. */
export const ReferenceType = { REPLY: 0, FORWARD: 1 } as const;

/** The message that is replied to, or forwarded. */
const MessageReference = object({
  type: optional(choice([ReferenceType.REPLY, ReferenceType.FORWARD])),
  message_id: Snowflake,
  channel_id: optional(Snowflake),
  guild_id: optional(Snowflake),
  fail_if_not_exists: optional(Bool),
});

const StickerIds = list(Snowflake, { max: limits.messageStickers.value });

/** A new message in a channel. */
export const ChannelMessageDraft = messageForm(
  object({
    ...MessageDraft.properties,
    message_reference: optional(MessageReference),
    nonce: optional(NonceForm),
    enforce_nonce: optional(Bool),
    sticker_ids: optional(StickerIds),
    shared_client_theme: optional(SharedClientThemeDraft),
  }),
);

/** A change of a message: absent fields stay, null clears a field. */
export const MessageChange = messageForm(
  object({
    content: optional(nullable(MessageText)),
    embeds: optional(nullable(Embeds)),
    allowed_mentions: optional(nullable(AllowedMentions)),
    flags: optional(nullable(orDigits(integer({ min: 0 })))),
    components: optional(nullable(Components)),
    attachments: optional(nullable(AttachmentDrafts)),
    /** For the first edit of a deferred response. */
    poll: optional(PollDraft),
  }),
  true,
);

/** A change of a channel message, which may remove its stickers. */
export const ChannelMessageChange = messageForm(
  object({
    ...MessageChange.properties,
    sticker_ids: optional(nullable(StickerIds)),
  }),
  true,
);

/** The fields of a deferred response. */
export const DeferredDraft = object({ flags: optional(orDigits(integer({ min: 0 }))) });

export type ChannelMessageForm = Static<typeof ChannelMessageDraft>;
export type MessageForm = Static<typeof MessageDraft>;
export type MessageChangeForm = Static<typeof MessageChange>;
export type ChannelMessageChangeForm = Static<typeof ChannelMessageChange>;
export type AllowedMentionsForm = Static<typeof AllowedMentions>;
