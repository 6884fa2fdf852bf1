import { MessageType } from "@antechamber/contract/message-types";
import { expect, test } from "vitest";
import { systemText } from "./message-facts.ts";

const written = ["DEFAULT", "REPLY", "CHAT_INPUT_COMMAND", "CONTEXT_MENU_COMMAND"];

test("every type of system message has a text", () => {
  const texts = Object.entries(MessageType).map(([name, type]) => [name, systemText({ type })]);
  const wordless = texts.filter(([, text]) => !/^[a-z]+ (?!message \d)/.test(text ?? ""));
  expect(wordless).toEqual(written.map((name) => [name, undefined]));
  expect(systemText({ type: 999 })).toBe("system message 999");
});
