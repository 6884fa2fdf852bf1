import { expect, test } from "vitest";
import { commandText } from "./registered-commands.ts";

test.each([
  [{ name: "ban" }, "/ban"],
  [{ name: "ban", type: 1 }, "/ban"],
  [{ name: "Report", type: 2 }, "Report"],
] as const)("%j is shown as %s", (command, text) => {
  expect(commandText(command)).toBe(text);
});
