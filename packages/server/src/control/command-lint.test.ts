import { expect, test } from "vitest";
import { lintCommands } from "./command-lint.ts";

const everywhere = { isGuild: false };
const inGuild = { isGuild: true };
const lint = (manifest: readonly unknown[], place = everywhere) =>
  lintCommands(manifest, place).map(({ path, message }) => `${path} ${message}`);

test.each([
  [
    "a field with a slip",
    { desciption: "x" },
    "[0].desciption is not a field of commands, and is ignored",
  ],
  [
    "an option with one",
    { options: [{ type: 3, name: "a", description: "An a", requierd: true }] },
    "[0].options[0].requierd is not a field of commands, and is ignored",
  ],
  [
    "a field that every object has",
    { constructor: "x" },
    "[0].constructor is not a field of commands, and is ignored",
  ],
  ["an outdated field", { dm_permission: false }, "[0].dm_permission is outdated: use contexts"],
  ["a description without more", { description: "Ping!" }, "[0].description only repeats the name"],
] as const)("%s gets a remark", (_, fields, remark) => {
  const command = { name: "ping", description: "Says pong", ...fields };
  expect(lint([command])).toEqual([remark]);
});

test("a usual command, and one as the API returns it, get no remark", () => {
  const command = { name: "ping", description: "Says pong", dm_permission: null };
  const answered = {
    ...command,
    name: "pong",
    description: "Says ping",
    id: "1",
    application_id: "2",
    version: "3",
  };
  expect(lint([command, answered])).toEqual([]);
  expect(lint([null, 5, "x", []])).toEqual([]);
});

test("fields without an effect in a guild get a remark there", () => {
  const command = { name: "ping", description: "Says pong", contexts: [0] };
  expect(lint([command])).toEqual([]);
  expect(lint([command], inGuild)).toEqual(["[0].contexts has no effect on a command of a guild"]);
});

test("a text that lacks a locale of its command's other texts gets a remark", () => {
  const command = {
    name: "ping",
    description: "Says pong",
    name_localizations: { de: "ping", fr: "ping" },
    options: [
      {
        type: 3,
        name: "word",
        description: "A word",
        description_localizations: { de: "Ein Wort" },
        choices: [{ name: "a", value: "a", name_localizations: { de: "a", fr: "a" } }],
      },
    ],
  };
  expect(lint([command])).toEqual([
    "[0].options[0].description_localizations lacks fr, which other texts of the command have",
  ]);
});

test("equal descriptions get a remark", () => {
  const commands = ["a", "b"].map((name) => ({ name, description: "Plays music" }));
  expect(lint(commands)).toEqual(["[1].description is the same as that of /a"]);
});

test("a long list of remarks is truncated", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]));
  expect(lint([{ name: "a", description: "b", ...many }])).toHaveLength(200);
});
