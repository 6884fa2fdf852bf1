// Messages with every embed and component, as an application sends them, for the console.
import { ButtonStyle, ComponentType, MessageFlags } from "discord.js";

export interface Fixture {
  /** The name of the fixture and of its snapshot. */
  readonly name: string;
  readonly message: object;
  /** A file that is attached to it. */
  readonly file?: { readonly name: string; readonly type: string; readonly content: string };
}

const row = (...components: readonly object[]) => ({
  type: ComponentType.ActionRow,
  components,
});
const button = (style: ButtonStyle, more: object) => ({
  type: ComponentType.Button,
  style,
  ...more,
});
const text = (content: string) => ({ type: ComponentType.TextDisplay, content });
/** Components that make up a whole message. */
const layout = (...components: readonly object[]) => ({
  flags: MessageFlags.IsComponentsV2,
  components,
});
const media = (url: string, more: object = {}) => ({ media: { url }, ...more });
const options = ["red", "green"].map((value) => ({
  label: value,
  value,
  description: `the ${value} one`,
}));
const choices = { custom_id: "which", options, placeholder: "Which colour?" };
const PICTURE = "https://pictures.example/boat.png";
/** A long word without a break. */
const WORD = "w".repeat(100);

/** @param sku the id of a SKU of the application */
export function fixtures(sku: string): Readonly<Record<string, readonly Fixture[]>> {
  return {
    embeds: [
      {
        name: "embed of a title",
        message: { embeds: [{ title: "Boats", url: "https://boats.example/" }] },
      },
      {
        name: "embed of a text",
        message: {
          embeds: [{ description: "**bold** and `code`, [a link](https://boats.example/)" }],
        },
      },
      {
        name: "embed with an author and a footer",
        message: {
          embeds: [
            {
              color: 0x33_40_a8,
              author: { name: "Harbour", url: "https://harbour.example/" },
              footer: { text: "Since 1900" },
              timestamp: "2026-01-02T03:04:05.000Z",
              description: "Open",
            },
          ],
        },
      },
      {
        name: "embed with fields",
        message: {
          embeds: [
            {
              title: "Sizes",
              fields: [
                { name: "Small", value: "3 m", inline: true },
                { name: "Large", value: "9 m", inline: true },
                { name: "Note", value: "Ask **first**" },
              ],
            },
          ],
        },
      },
      {
        name: "embed with pictures",
        message: {
          embeds: [{ title: "Seen", image: { url: PICTURE }, thumbnail: { url: PICTURE } }],
        },
      },
      {
        name: "embed with icons and marked names",
        message: {
          embeds: [
            {
              author: { name: "Harbour", icon_url: PICTURE },
              title: "The **old** one",
              fields: [{ name: "*Depth*", value: "3 m" }],
              footer: { text: "Since 1900", icon_url: PICTURE },
            },
          ],
        },
      },
      {
        name: "several embeds",
        message: { content: "two of them", embeds: [{ title: "One" }, { title: "Two" }] },
      },
    ],
    "buttons and menus": [
      {
        name: "buttons of every style",
        message: {
          content: "press",
          components: [
            row(
              button(ButtonStyle.Primary, { label: "First", custom_id: "1" }),
              button(ButtonStyle.Secondary, { label: "Second", custom_id: "2" }),
              button(ButtonStyle.Success, { label: "Third", custom_id: "3" }),
              button(ButtonStyle.Danger, { label: "Fourth", custom_id: "4" }),
            ),
          ],
        },
      },
      {
        name: "button that is a link",
        message: {
          content: "read",
          components: [
            row(button(ButtonStyle.Link, { label: "Docs", url: "https://docs.example/" })),
          ],
        },
      },
      {
        name: "link that is off",
        message: {
          content: "read later",
          components: [
            row(
              button(ButtonStyle.Link, {
                label: "Docs",
                url: "https://docs.example/",
                disabled: true,
              }),
            ),
          ],
        },
      },
      {
        name: "button that sells",
        message: {
          content: "buy",
          components: [row(button(ButtonStyle.Premium, { sku_id: sku }))],
        },
      },
      {
        name: "buttons that are off, or an emoji alone",
        message: {
          content: "wait",
          components: [
            row(
              button(ButtonStyle.Primary, { label: "Off", custom_id: "off", disabled: true }),
              button(ButtonStyle.Secondary, { custom_id: "on", emoji: { name: "🎉" } }),
            ),
          ],
        },
      },
      {
        name: "menu of one",
        message: {
          content: "m",
          components: [row({ type: ComponentType.StringSelect, ...choices })],
        },
      },
      {
        name: "menu of several",
        message: {
          content: "m",
          components: [
            row({ type: ComponentType.StringSelect, ...choices, min_values: 0, max_values: 2 }),
          ],
        },
      },
      {
        name: "menu that is off",
        message: {
          content: "m",
          components: [row({ type: ComponentType.StringSelect, ...choices, disabled: true })],
        },
      },
      ...(
        [
          ["people", ComponentType.UserSelect],
          ["roles", ComponentType.RoleSelect],
          ["people and roles", ComponentType.MentionableSelect],
          ["channels", ComponentType.ChannelSelect],
        ] as const
      ).map(([of, type]) => ({
        name: `menu of ${of}`,
        message: {
          content: "m",
          components: [row({ type, custom_id: "which", placeholder: `Which ${of}?` })],
        },
      })),
    ],
    words: [
      {
        name: "marks within marks",
        message: { content: "***all*** **a *b*** ||**s**|| ``a`b``\n- a\n  - b\n3. c" },
      },
      {
        name: "whom and what a text names",
        message: {
          content: "@everyone <id:guide> <t:0:d> <t:9999999999999>",
        },
      },
      { name: "emoji without a picture", message: { content: "<:wave:900000000000000002>" } },
      { name: "code within a line", message: { content: "so: ```js\n1\n``` and on" } },
      { name: "text that is long", message: { content: WORD.repeat(20) } },
      {
        name: "embed that is long",
        message: {
          embeds: [{ title: WORD, description: WORD, fields: [{ name: WORD, value: WORD }] }],
        },
      },
      {
        name: "poll that is long",
        message: {
          poll: {
            question: { text: WORD.repeat(3) },
            answers: [{ poll_media: { text: WORD.slice(0, 55) } }],
          },
        },
      },
      {
        name: "controls that are long",
        message: {
          content: "m",
          components: [
            row(
              button(ButtonStyle.Primary, { label: WORD.slice(0, 80), custom_id: "long" }),
              button(ButtonStyle.Danger, { label: "Off", custom_id: "off", disabled: true }),
            ),
            row({
              type: ComponentType.StringSelect,
              custom_id: "which",
              placeholder: WORD,
              options: [{ label: WORD, value: "1", description: WORD }],
            }),
          ],
        },
      },
    ],
    layout: [
      { name: "text display", message: layout(text("# A heading\nand **bold** words")) },
      {
        name: "section with a button",
        message: layout({
          type: ComponentType.Section,
          components: [text("one"), text("two")],
          accessory: button(ButtonStyle.Danger, { label: "Drop", custom_id: "drop" }),
        }),
      },
      {
        name: "section with a thumbnail",
        message: layout({
          type: ComponentType.Section,
          components: [text("a boat")],
          accessory: {
            type: ComponentType.Thumbnail,
            ...media(PICTURE, { description: "A boat at sea" }),
          },
        }),
      },
      {
        name: "media gallery",
        message: layout({
          type: ComponentType.MediaGallery,
          items: [
            media(PICTURE, { description: "A boat" }),
            media(PICTURE, { description: "Another", spoiler: true }),
          ],
        }),
      },
      {
        name: "file",
        message: layout({ type: ComponentType.File, file: { url: "attachment://plan.txt" } }),
        file: { name: "plan.txt", type: "text/plain", content: "row" },
      },
      {
        name: "separators",
        message: layout(
          text("above"),
          { type: ComponentType.Separator, divider: true, spacing: 2 },
          text("below"),
          { type: ComponentType.Separator, divider: false },
          text("last"),
        ),
      },
      {
        name: "container with everything",
        message: layout({
          type: ComponentType.Container,
          accent_color: 0x33_40_a8,
          components: [
            text("inside"),
            { type: ComponentType.Separator },
            row(button(ButtonStyle.Primary, { label: "Go", custom_id: "go" })),
          ],
        }),
      },
      {
        name: "container that is a spoiler",
        message: layout({
          type: ComponentType.Container,
          spoiler: true,
          components: [text("the end")],
        }),
      },
    ],
  };
}
