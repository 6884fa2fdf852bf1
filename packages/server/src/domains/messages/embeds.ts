// Embeds as they are kept, and the rules that hold for all fields of a message's embeds together.
import { instantOf, timestamp, type Embed, type Fault } from "@antechamber/contract";

/** Code points of all texts in all embeds of a message. Source: machine specification. */
const EMBED_TEXT_MAX = 6000;

function codePoints(text: string | undefined): number {
  return text === undefined ? 0 : Array.from(text).length;
}

function textLength(embed: Embed): number {
  const fields = embed.fields ?? [];
  return (
    codePoints(embed.title) +
    codePoints(embed.description) +
    codePoints(embed.footer?.text) +
    codePoints(embed.author?.name) +
    fields.reduce((sum, field) => sum + codePoints(field.name) + codePoints(field.value), 0)
  );
}

function hasContent(embed: Embed): boolean {
  const isVisual = embed.image?.url !== undefined || embed.thumbnail?.url !== undefined;
  return isVisual || textLength(embed) > 0;
}

/** What is wrong with embeds whose fields are each well formed; paths begin inside the list. */
export function embedFaults(embeds: readonly Embed[]): Fault[] {
  const faults: Fault[] = [];
  for (const [i, embed] of embeds.entries()) {
    if (!hasContent(embed)) {
      const path = [i, "description"];
      faults.push({ path, code: "BASE_TYPE_REQUIRED", message: "This field is required" });
    }
    if (embed.timestamp !== undefined && instantOf(embed.timestamp) === undefined) {
      const message = `Could not parse ${embed.timestamp.slice(0, 100)}. Should be ISO8601.`;
      faults.push({ path: [i, "timestamp"], code: "DATE_TIME_TYPE_PARSE", message });
    }
  }
  if (embeds.reduce((sum, embed) => sum + textLength(embed), 0) > EMBED_TEXT_MAX) {
    const message = `Embed size exceeds maximum size of ${EMBED_TEXT_MAX}`;
    faults.push({ path: [], code: "MAX_EMBED_SIZE_EXCEEDED", message });
  }
  return faults;
}

/** A part of an embed under its name, or nothing when it lacks its main field. */
function part<P extends object>(name: string, value: P | undefined, main: keyof P) {
  return value?.[main] === undefined ? {} : { [name]: value };
}

/** An embed as the API shows it. */
export function keptEmbed(embed: Embed): object {
  const { timestamp: moment, footer, author, image, thumbnail, fields = [], ...plain } = embed;
  const instant = moment === undefined ? undefined : instantOf(moment);
  return {
    type: "rich",
    ...plain,
    ...(instant === undefined ? {} : { timestamp: timestamp(instant) }),
    ...part("footer", footer, "text"),
    ...part("author", author, "name"),
    ...part("image", image, "url"),
    ...part("thumbnail", thumbnail, "url"),
    ...(fields.length === 0
      ? {}
      : { fields: fields.map((field) => ({ inline: false, ...field })) }),
  };
}
