import { expect, test } from "vitest";
import { aMessage } from "../../testing/records.ts";
import { searchDocument, wordsOf } from "./search-document.ts";

test.each([
  ["case and accents do not matter", "CAFÉ Straße", ["cafe", "straße"]],
  [
    "compatibility forms are the letters that they stand for",
    "Ｆｕｌｌ ﬁne ²",
    ["full", "fine", "2"],
  ],
  [
    "signs divide words, underscores do not",
    "a-b/c snake_case 1.5",
    ["a", "b", "c", "snake_case", "1", "5"],
  ],
  ["mentions leave their ids", "<@123> <#45>", ["123", "45"]],
  ["vowel signs stay where they are no accents", "नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
  ["Korean is written with spaces", "한국어 말", ["한국어", "말"]],
  [
    "scripts without spaces give one word for each character",
    "東京 タワー",
    ["東", "京", "タ", "ワ", "ー"],
  ],
  ["figures between them are whole", "日本2026年", ["日", "本", "2026", "年"]],
  ["signs and pictures are no words", "!? 🎉 …", []],
])("%s", (_name, text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a text gives the same words in every Unicode normal form", () => {
  for (const text of ["Ångström e\u0301té", "が か\u3099", "ệ"]) {
    expect(wordsOf(text.normalize("NFD"))).toEqual(wordsOf(text.normalize("NFC")));
  }
});

test.each([
  ["at the end of a sentence", "See https://Example.org.", "example.org"],
  ["in brackets", "(https://example.org), they say", "example.org"],
  ["behind words", "[here](https://example.org)!", "example.org"],
  ["with a port", "http://example.org:8080/x", "example.org"],
  ["with letters of other scripts", "https://bücher.example…", "bücher.example"],
  ["of a network", "http://[2001:db8::1]:80/", "[2001:db8::1]"],
])("a URL %s is found by its host", (_name, content, host) => {
  const message = { ...aMessage("5", { channel_id: "4" }), guild_id: "3", content };
  const { features = [] } = searchDocument(message) ?? {};
  expect(features.filter((each) => each.includes("link"))).toEqual([
    "has:link",
    `link_hostname:${host}`,
  ]);
});
