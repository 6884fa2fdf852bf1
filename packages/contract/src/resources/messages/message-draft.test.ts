import { describe, expect, test } from "vitest";
import { parserOf } from "../../schema/form.ts";
import {
  ChannelMessageDraft,
  DeferredDraft,
  MessageChange,
  MessageDraft,
} from "./message-draft.ts";

const read = parserOf(ChannelMessageDraft);

function issuesOf(message: unknown): string[] {
  const reading = read(message);
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
}

/** A list of this many equal values. */
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const long = (count: number) => "x".repeat(count);
const embed = (more: object) => ({ embeds: [more] });
const field = (more: object = {}) => embed({ fields: [{ name: "a", value: "b", ...more }] });

describe("an embed", () => {
  test.each<[string, object, string[]]>([
    ["title of 256", embed({ title: long(256) }), []],
    ["title of 257", embed({ title: long(257) }), ["embeds.0.title: BASE_TYPE_MAX_LENGTH"]],
    [
      "description of 4097",
      embed({ description: long(4097) }),
      ["embeds.0.description: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "footer of 2049",
      embed({ footer: { text: long(2049) } }),
      ["embeds.0.footer.text: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "author of 257",
      embed({ author: { name: long(257) } }),
      ["embeds.0.author.name: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "field name of 257",
      field({ name: long(257) }),
      ["embeds.0.fields.0.name: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "field value of 1025",
      field({ value: long(1025) }),
      ["embeds.0.fields.0.value: BASE_TYPE_MAX_LENGTH"],
    ],
    ["blank field name", field({ name: " " }), ["embeds.0.fields.0.name: BASE_TYPE_REQUIRED"]],
    ["no field value", field({ value: null }), ["embeds.0.fields.0.value: BASE_TYPE_REQUIRED"]],
    [
      "26 fields",
      embed({ fields: times(26, { name: "a", value: "b" }) }),
      ["embeds.0.fields: BASE_TYPE_MAX_LENGTH"],
    ],
    ["11 embeds", { embeds: times(11, { title: "x" }) }, ["embeds: BASE_TYPE_MAX_LENGTH"]],
    ["nothing to show", embed({ url: "http://x" }), ["embeds.0.description: BASE_TYPE_REQUIRED"]],
    [
      "nothing but what cannot be read",
      embed({ title: long(257) }),
      ["embeds.0.title: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "moment that is none",
      embed({ title: "x", timestamp: "tomorrow" }),
      ["embeds.0.timestamp: DATE_TIME_TYPE_PARSE"],
    ],
    ["moment of 0", embed({ title: "x", timestamp: 0 }), []],
    [
      "moment as a number",
      embed({ title: "x", timestamp: 1_500_218_461_229 }),
      ["embeds.0.timestamp: DATE_TIME_TYPE_PARSE"],
    ],
    [
      "text that is too long with others",
      { embeds: [{ description: long(3001) }, { description: long(3000) }] },
      ["embeds: MAX_EMBED_SIZE_EXCEEDED"],
    ],
    [
      "text that is just short enough",
      { embeds: [{ description: long(3000) }, { description: "😀".repeat(3000) }] },
      [],
    ],
    ["colour beyond white", embed({ color: 0x1_00_00_00 }), ["embeds.0.color: NUMBER_TYPE_MAX"]],
    ["colour below black", embed({ color: -1 }), ["embeds.0.color: NUMBER_TYPE_MIN"]],
    ["colour by name", embed({ color: "red" }), ["embeds.0.color: NUMBER_TYPE_COERCE"]],
    ["colour as text", embed({ title: "x", color: "45973" }), []],
    [
      "colour beyond white as text",
      embed({ color: "16777216" }),
      ["embeds.0.color: NUMBER_TYPE_MAX"],
    ],
    ["field in line as text", field({ inline: "true" }), []],
    [
      "field in line in other words",
      field({ inline: "yes" }),
      ["embeds.0.fields.0.inline: BOOLEAN_TYPE_CONVERT"],
    ],
    ["a count as value of a field", field({ value: 7 }), []],
    [
      "a boolean as value of a field",
      field({ value: true }),
      ["embeds.0.fields.0.value: STRING_TYPE_CONVERT"],
    ],
    ["speech and flags as text", { content: "x", tts: "false", flags: "4" }, []],
    [
      "speech and flags in other words",
      { content: "x", tts: "no", flags: "none" },
      ["tts: BOOLEAN_TYPE_CONVERT", "flags: NUMBER_TYPE_COERCE"],
    ],
    ["address", embed({ title: "x", url: "https://user@x.example:8080/a?b=c#d" }), []],
    ["address in brackets", embed({ title: "x", url: "http://[::1]:80/" }), []],
    ["address abroad", embed({ title: "x", url: "https://bücher.example/ü" }), []],
    ["no address", embed({ url: "x.example" }), ["embeds.0.url: URL_TYPE_INVALID_SCHEME"]],
    ["no text as address", embed({ url: "" }), ["embeds.0.url: URL_TYPE_INVALID_SCHEME"]],
    ["half an address", embed({ url: "http://" }), ["embeds.0.url: URL_TYPE_INVALID_URL"]],
    ["broken address", embed({ url: "http://a b" }), ["embeds.0.url: URL_TYPE_INVALID_URL"]],
    ["address of no host", embed({ url: "http:///a" }), ["embeds.0.url: URL_TYPE_INVALID_URL"]],
    ["port too high", embed({ url: "http://x:70000" }), ["embeds.0.url: URL_TYPE_INVALID_URL"]],
    ["program", embed({ url: "javascript:alert(1)" }), ["embeds.0.url: URL_TYPE_INVALID_SCHEME"]],
    ["other scheme", embed({ url: "ftp://x.example" }), ["embeds.0.url: URL_TYPE_INVALID_SCHEME"]],
    [
      "file as address",
      embed({ url: "attachment://a.png" }),
      ["embeds.0.url: URL_TYPE_INVALID_SCHEME"],
    ],
    ["file as picture", embed({ image: { url: "attachment://a.png" } }), []],
    [
      "address of 2049",
      embed({ url: `https://x.example/${long(2031)}` }),
      ["embeds.0.url: BASE_TYPE_MAX_LENGTH"],
    ],
    ["no object", { embeds: ["x"] }, ["embeds.0: MODEL_TYPE_CONVERT"]],
    [
      "null parts",
      embed({ description: "x", title: null, footer: null, fields: null, image: null }),
      [],
    ],
  ])("%s", (_, form, expected) => {
    expect(issuesOf(form)).toEqual(expected);
  });

  const everyText = (write: (length: number) => string) =>
    embed({
      title: write(256),
      description: write(256),
      footer: { text: write(256) },
      author: { name: write(256) },
      fields: [{ name: write(256), value: write(256) }],
    });

  test("is trimmed before its limits apply", () => {
    const spaced = everyText((length) => `${" ".repeat(2000)}${long(length)}\n`);
    expect(read(spaced)).toEqual({ ok: true, value: everyText(long) });
  });

  test("with blank texts counts as empty", () => {
    for (const blank of [{ title: " " }, { footer: { text: "\n" }, author: { name: "\t" } }]) {
      expect(issuesOf(embed(blank))).toEqual(issuesOf(embed({})));
    }
    expect(issuesOf(embed({}))).toEqual(["embeds.0.description: BASE_TYPE_REQUIRED"]);
  });

  test("lists the supported schemes in the error", () => {
    expect(read(embed({ url: "ftp://x.example" }))).toMatchObject({
      issues: [
        {
          message: `Scheme "ftp" is not supported. Scheme must be one of ('http', 'https').`,
        },
      ],
    });
  });
});

describe("the text of a message", () => {
  const readChange = parserOf(MessageChange);

  test("loses the whitespace around it before its limit applies", () => {
    const spaced = { content: `\n  ${long(2000)} \n` };
    expect(read(spaced)).toEqual({ ok: true, value: { content: long(2000) } });
    expect(readChange({ content: " a  b\n" })).toEqual({ ok: true, value: { content: "a  b" } });
  });
});

describe("the other fields of a message", () => {
  const poll = (more: object = {}) => ({
    poll: { question: { text: "?" }, answers: [{ poll_media: { text: "a" } }], ...more },
  });
  test.each<[string, object, string[]]>([
    ["content of 2000", { content: "😀".repeat(2000) }, []],
    ["content of 2001", { content: long(2001) }, ["content: BASE_TYPE_MAX_LENGTH"]],
    ["content that is not a text", { content: 5 }, ["content: STRING_TYPE_CONVERT"]],
    ["mentions of a number", { allowed_mentions: { users: [5] } }, []],
    [
      "mentions twice",
      { allowed_mentions: { parse: ["users", "users"], roles: ["5", 5] } },
      [
        "allowed_mentions.parse.1: SET_TYPE_ALREADY_CONTAINS_VALUE",
        "allowed_mentions.roles.1: SET_TYPE_ALREADY_CONTAINS_VALUE",
      ],
    ],
    [
      "mentions of an invalid kind",
      { allowed_mentions: { parse: ["all"] } },
      ["allowed_mentions.parse.0: BASE_TYPE_CHOICES"],
    ],
    [
      "101 mentions",
      { allowed_mentions: { users: Array.from({ length: 101 }, (_, i) => i) } },
      ["allowed_mentions.users: BASE_TYPE_MAX_LENGTH"],
    ],
    ["a nonce", { nonce: "1234567890123456789012345" }, []],
    ["a whole nonce", { nonce: 5 }, []],
    ["a large nonce", { nonce: 1234567890123456789n }, []],
    ["a long nonce", { nonce: long(26) }, ["nonce: NONCE_TYPE_TOO_LONG"]],
    ["a true nonce", { nonce: true }, ["nonce: NONCE_TYPE_INVALID_TYPE"]],
    ["a reply", { message_reference: { message_id: 5 } }, []],
    ["a forward", { message_reference: { message_id: 5, channel_id: 6, type: 1 } }, []],
    [
      "a reference of another kind",
      { message_reference: { message_id: 5, type: 2 } },
      ["message_reference.type: BASE_TYPE_CHOICES"],
    ],
    [
      "a reply to nothing",
      { message_reference: {} },
      ["message_reference.message_id: BASE_TYPE_REQUIRED"],
    ],
    [
      "eleven files",
      { attachments: Array.from({ length: 11 }, (_, id) => ({ id })) },
      ["attachments: BASE_TYPE_MAX_LENGTH"],
    ],
    ["a file without its number", { attachments: [{}] }, ["attachments.0.id: BASE_TYPE_REQUIRED"]],
    [
      "a file described at length",
      { attachments: [{ id: 0, description: long(1025) }] },
      ["attachments.0.description: BASE_TYPE_MAX_LENGTH"],
    ],
    ["a poll", poll({ duration: 768, allow_multiselect: true, layout_type: 1 }), []],
    ["a poll of hours as a text", poll({ duration: "24" }), []],
    ["a poll without end", poll({ duration: 769 }), ["poll.duration: NUMBER_TYPE_MAX"]],
    ["a poll of no time", poll({ duration: 0 }), ["poll.duration: NUMBER_TYPE_MIN"]],
    ["a poll without answers", poll({ answers: [] }), ["poll.answers: BASE_TYPE_BAD_LENGTH"]],
    [
      "a poll of 11 answers",
      poll({ answers: times(11, { poll_media: { text: "a" } }) }),
      ["poll.answers: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "a poll with an answer of 56",
      poll({ answers: [{ poll_media: { text: long(56) } }] }),
      ["poll.answers.0.poll_media.text: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "a poll with a question of 301",
      poll({ question: { text: long(301) } }),
      ["poll.question.text: BASE_TYPE_BAD_LENGTH"],
    ],
    ["a poll of another layout", poll({ layout_type: 2 }), ["poll.layout_type: BASE_TYPE_CHOICES"]],
    ["four stickers", { sticker_ids: [1, 2, 3, 4] }, ["sticker_ids: BASE_TYPE_MAX_LENGTH"]],
  ])("%s", (_, form, expected) => {
    expect(issuesOf(form)).toEqual(expected);
  });

  test("ignore null in a new message, but are cleared by null in an edit", () => {
    const form = { content: null, embeds: null, components: null, attachments: null };
    expect(parserOf(MessageDraft)(form)).toEqual({ ok: true, value: {} });
    expect(parserOf(MessageChange)(form)).toEqual({ ok: true, value: form });
  });

  test("accept flags as text, also in a deferred message", () => {
    for (const form of [MessageDraft, MessageChange, DeferredDraft]) {
      expect(parserOf(form)({ flags: "64" })).toEqual({ ok: true, value: { flags: 64 } });
    }
  });
});

describe("errors of several fields are reported together", () => {
  const bad = { type: 1, components: [{ type: 2, style: 1, label: "x" }] };
  const inBad = "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED";
  const layout = { type: 17, components: [bad] };
  const inLayout = `components.0.${inBad}`;
  const tooLong = { content: long(2001) };
  const inText = "content: BASE_TYPE_MAX_LENGTH";
  test.each<[string, object, string[]]>([
    ["of text and components", { ...tooLong, components: [bad] }, [inText, inBad]],
    [
      "of text and newer components",
      { ...tooLong, flags: 1 << 15, components: [layout] },
      [inText, inLayout],
    ],
    [
      "of text and newer components without their flag",
      { ...tooLong, components: [layout] },
      [inText, "components.0: UNION_TYPE_CHOICES"],
    ],
    [
      "of the flags and components of any kind",
      { flags: "x", components: [layout] },
      ["flags: NUMBER_TYPE_COERCE", inLayout],
    ],
    [
      "of embeds, mentions and components",
      {
        embeds: [{}],
        allowed_mentions: { parse: ["users", "roles"], users: ["1"], roles: [] },
        components: [bad],
      },
      [
        "embeds.0.description: BASE_TYPE_REQUIRED",
        "allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        inBad,
      ],
    ],
    [
      "of text and no list",
      { ...tooLong, components: 5 },
      [inText, "components: LIST_TYPE_CONVERT"],
    ],
    ["of components alone, later", { components: [bad] }, []],
  ])("%s", (_, form, expected) => {
    expect(issuesOf(form)).toEqual(expected);
  });

  test("for an edit, whose message may have the newer components", () => {
    const reading = parserOf(MessageChange)({ ...tooLong, components: [layout] });
    const issues = reading.ok ? [] : reading.issues;
    expect(issues.map(({ path, code }) => `${path.join(".")}: ${code}`)).toEqual([
      inText,
      inLayout,
    ]);
  });
});
