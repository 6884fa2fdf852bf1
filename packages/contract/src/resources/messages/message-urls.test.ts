import { expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import type { TSchema } from "../../schema/values.ts";
import { AttachmentUrl, ButtonUrl, EmbedMediaUrl, MediaUrl, PageUrl } from "./message-urls.ts";

function messageOf(schema: TSchema, value: string): string | undefined {
  const reading = parserOf(schema)(value);
  return reading.ok ? undefined : reading.issues.map(({ message }) => message).join();
}

const notWellFormed = "Not a well formed URL.";

test.each([
  [PageUrl, "", "('http', 'https')"],
  [PageUrl, "null", "('http', 'https')"],
  [PageUrl, "unknown image type", "('http', 'https')"],
  [PageUrl, "www.example.com/a", "('http', 'https')"],
  [EmbedMediaUrl, "ttps", "('http', 'https')"],
  [MediaUrl, "ttps", "('http', 'https', 'attachment')"],
  [ButtonUrl, "steam", "('http', 'https', 'discord')"],
  [AttachmentUrl, "https", "('attachment',)"],
])("the scheme is the part before the separator, or the whole text, case %#", (...row) => {
  const [schema, scheme, known] = row;
  const message = `Scheme "${scheme}" is not supported. Scheme must be one of ${known}.`;
  expect(messageOf(schema, scheme)).toBe(message);
  expect(messageOf(schema, `${scheme}://x.example/a://b`)).toBe(message);
});

test.each([
  [PageUrl, "HTTPS://x.example", undefined],
  [PageUrl, "http://", notWellFormed],
  [PageUrl, "https://a b", notWellFormed],
  [EmbedMediaUrl, "attachment://a.png", undefined],
  [EmbedMediaUrl, "attachment://", notWellFormed],
  [MediaUrl, "attachment://a.png", undefined],
  [ButtonUrl, "discord://x", undefined],
])("the part after a known scheme must be well-formed, case %#", (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});
