import { MessageType } from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import { systemText } from "./message-facts.ts";

const written = ["DEFAULT", "REPLY", "CHAT_INPUT_COMMAND", "CONTEXT_MENU_COMMAND"];

test("every kind of message that the service writes by itself says in words what it tells of", () => {
  const texts = Object.entries(MessageType).map(([name, type]) => [name, systemText({ type })]);
  const wordless = texts.filter(([, text]) => !/^[a-z]+ (?!message \d)/.test(text ?? ""));
  expect(wordless).toEqual(written.map((name) => [name, undefined]));
  expect(systemText({ type: 999 })).toBe("system message 999");
});
