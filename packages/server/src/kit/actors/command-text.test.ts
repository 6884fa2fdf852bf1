import { expect, test } from "vitest";
import type { Choice, Command } from "../client/wire-types.ts";
import { commandName, readCommandText, readFitting } from "./command-text.ts";

const ban: Command = {
  id: "1",
  name: "ban",
  options: [
    { type: 6, name: "user", required: true },
    { type: 3, name: "reason" },
    { type: 4, name: "days", choices: [{ name: "one week", value: 7 }] },
    { type: 5, name: "silent" },
    { type: 10, name: "score" },
    { type: 7, name: "log" },
  ],
};

const tags: Command = {
  id: "2",
  name: "tags",
  options: [
    { type: 1, name: "list" },
    {
      type: 2,
      name: "edit",
      options: [{ type: 1, name: "add", options: [{ type: 3, name: "name" }] }],
    },
  ],
};

test("options are parsed by the types of the registered command", () => {
  const text =
    "/ban user:@bob days:one week silent:true score:1.5 log:#general reason:see: rule 3, or ask";
  expect(readCommandText(text, ban).options).toEqual({
    user: "@bob",
    days: 7,
    silent: true,
    score: 1.5,
    log: "general",
    reason: "see: rule 3, or ask",
  });
});

test.each([3, 6, 8, 9])("a leading # is part of an option of type %i", (type) => {
  const command = { ...ban, options: [{ type, name: "text" }] };
  expect(readCommandText("/ban text:#ff0000", command).options).toEqual({ text: "#ff0000" });
});

test("the name of a choice may look like an unknown option", () => {
  const week = { type: 3, name: "week", choices: [{ name: "one note: long", value: "1" }] };
  const command = { ...ban, options: [week, { type: 3, name: "reason" }] };
  expect(readCommandText("/ban week:one note: long reason:x", command).options).toEqual({
    week: "1",
    reason: "x",
  });
});

const values: readonly [number, string, Choice[]?][] = [
  [3, "one", [{ name: "one", value: "1" }]],
  [4, "3"],
  [5, "true"],
  [6, "@bob"],
  [7, "#general"],
  [8, "@mods"],
  [9, "@mods"],
  [10, "1.5"],
  [11, "proof.png"],
];

test.each(values)(
  "a misspelt option after one of type %i is reported wherever it occurs",
  (type, value, choices = []) => {
    const first = { type, name: "first", choices };
    const command = { ...ban, options: [first, { type: 3, name: "reason" }] };
    const slip = '/ban has no option "reson"; did you mean reason, first';
    for (const text of [`reson:x`, `reson: x reason:y`, `reson:x y`]) {
      expect(() => readCommandText(`/ban first:${value} ${text}`, command)).toThrow(slip);
    }
  },
);

test.each(["/ban user:@bob user:@eve", "/ban reason:the reason: spam user:@bob"])(
  "an option that is given twice is refused: %s",
  (text) => {
    expect(() => readCommandText(text, ban)).toThrow(/^\/ban: "(user|reason)" is given twice$/);
  },
);

test("the last option of an unfinished command keeps its partial text", () => {
  const typed = readCommandText("/ban user:@bob days:on", ban, { isTyping: true });
  expect([typed.last, typed.options]).toEqual(["days", { user: "@bob", days: "on" }]);
});

test("the options before the unfinished one must be valid", () => {
  expect(() => readCommandText("/ban score:much reason:b", ban, { isTyping: true })).toThrow(
    '/ban score: "much" is not a number',
  );
});

test("option names may contain the vowel signs of Devanagari and Thai", () => {
  const names = ["उम्र", "ชื่อ"];
  const command = { ...ban, options: names.map((name) => ({ type: 3, name })) };
  expect(readCommandText("/ban उम्र:5 ชื่อ:x", command).options).toEqual({ उम्र: "5", ชื่อ: "x" });
});

test("a choice can be given by its value", () => {
  expect(readCommandText("/ban days:7", ban).options).toEqual({ days: 7 });
});

test("the path of a command includes its group and subcommand", () => {
  expect(readCommandText("/tags edit add name:x", tags)).toMatchObject({
    path: "tags edit add",
    options: { name: "x" },
  });
  expect(commandName("/Tags edit")).toBe("tags");
});

test("commands of the same name are tried in order, guild commands before global ones", () => {
  const tag = (id: string, option: string) => ({
    id,
    name: "tag",
    options: [{ type: 3, name: option }],
  });
  const globalTag = { ...tag("1", "old"), guild_id: null };
  const namesakes = [globalTag, { ...tag("2", "new"), guild_id: "3" }];
  expect(readFitting("/tag", namesakes).command.id).toBe("2");
  expect(readFitting("/tag new:x", namesakes).command.id).toBe("2");
  expect(readFitting("/tag old:x", namesakes).command.id).toBe("1");
  expect(readFitting("/tag old:", namesakes, { isTyping: true })).toMatchObject({ last: "old" });
  expect(() => readFitting("/tag odd:x", namesakes)).toThrow("did you mean new");
});

test.each([
  ["/ban usr:@bob", ban, '/ban has no option "usr"; did you mean user, log, days'],
  ["/ban days:two weeks", ban, '/ban days: there is no choice "two weeks"; did you mean one week'],
  ["/ban silent:yes", ban, '/ban silent: write true or false, not "yes"'],
  ["/ban score:much", ban, '/ban score: "much" is not a number'],
  ["/ban score:", ban, '/ban score: "" is not a number'],
  ["/ban @bob", ban, '/ban: "@bob" is not an option; write name:value'],
  ["/tags", tags, "/tags needs a subcommand; did you mean list, edit"],
  ["/tags lst", tags, '/tags has no subcommand "lst"; did you mean list, edit'],
])("%s is refused with the valid alternatives", (text, command, message) => {
  expect(() => readCommandText(text, command)).toThrow(message);
});
