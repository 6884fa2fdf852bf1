// Conversion of messages in Slack's format. Source: protocol: webhooks-and-applications 1.4.
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { Embed } from "@antechamber/contract/messages";
import type { SlackDraft, WebhookDraft } from "@antechamber/contract/webhooks";
import { definedFields } from "../../../platform/defined-fields.ts";

type Slack = Static<typeof SlackDraft>;
type Attachment = NonNullable<Slack["attachments"]>[number];

const SECOND_MS = 1000;

/** Colours that Slack has names for. */
const named: Readonly<Record<string, number>> = {
  good: 0x2e_b8_86,
  warning: 0xda_a0_38,
  danger: 0xa3_02_00,
};

/** A colour by its name, or by six hexadecimal digits, or by three, which are each doubled. */
function colorOf(text: string | null | undefined): number | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text ?? "")?.[1];
  if (hex === undefined) return named[text ?? ""];
  const digits = hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
  return Number.parseInt(digits, 16);
}

/** Converts links from Slack's `<address|words>` to `[words](address)`. */
function withLinks(text: string): string {
  return text.replaceAll(/<(https?:[^|>\s]+)\|([^>]+)>/g, "[$2]($1)");
}

/** The fields that have a value: without null and empty ones. */
function given<T extends object>(fields: T) {
  return definedFields(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value === "" ? undefined : (value ?? undefined),
      ]),
    ),
  ) as { [K in keyof T]?: NonNullable<T[K]> };
}

function fieldsOf({ fields }: Attachment): Embed["fields"] {
  return fields?.flatMap(({ name, title, value, inline, short }) => {
    const heading = name ?? title ?? "";
    if (heading.trim() === "" || (value ?? "").trim() === "") return [];
    return [{ name: heading, value: withLinks(value ?? ""), inline: inline ?? short ?? false }];
  });
}

function embedOf(attachment: Attachment): Embed {
  const { pretext, text, ts } = attachment;
  const description = [pretext, text].filter((part) => (part ?? "") !== "").join("\n");
  const { title, title_link: url, ...rest } = given(attachment);
  return {
    ...definedFields({ title, url }),
    ...given({ description: withLinks(description), color: colorOf(attachment.color) }),
    ...definedFields({
      timestamp: typeof ts === "number" ? timestamp(ts * SECOND_MS) : undefined,
      footer:
        rest.footer === undefined
          ? undefined
          : { text: rest.footer, ...definedFields({ icon_url: rest.footer_icon }) },
      author:
        rest.author_name === undefined
          ? undefined
          : {
              name: rest.author_name,
              ...definedFields({ url: rest.author_link, icon_url: rest.author_icon }),
            },
      image: rest.image_url === undefined ? undefined : { url: rest.image_url },
      thumbnail: rest.thumb_url === undefined ? undefined : { url: rest.thumb_url },
      fields: fieldsOf(attachment),
    }),
  };
}

/** True for an embed that has anything beside a colour and a timestamp. */
function shows({ color: _color, timestamp: _time, fields = [], ...rest }: Embed): boolean {
  return Object.keys(rest).length > 0 || fields.length > 0;
}

/** Converts a message in Slack's format to the form that webhooks accept. */
export function fromSlack({
  text,
  username,
  icon_url: avatar_url,
  attachments,
}: Slack): Static<typeof WebhookDraft> {
  return {
    content: withLinks(text ?? ""),
    embeds: (attachments ?? []).map(embedOf).filter(shows),
    ...given({ username, avatar_url }),
  };
}
