import { describe, expect, test } from "vitest";
import { commandRules, type CommandTypeNumber } from "@antechamber/contract/commands";
import { globalPlace } from "../../testing/calls/command-calls.ts";
import type { CommandRecord } from "./command.ts";
import { contentOf } from "./normalize.ts";
import { matchItems, type ItemIdentity } from "./bulk-overwrite-diff.ts";

function stored(id: string, name: string, type: CommandTypeNumber = 1): CommandRecord {
  const content = contentOf(globalPlace(), { name, type, description: "x" });
  return { id, application_id: "1", version: `${id}1`, ...content };
}

const there = [stored("10", "a"), stored("20", "b"), stored("30", "a", 2)];
const idsOf = (items: readonly ItemIdentity[]) =>
  matchItems(there, items).matches.map((match) => match.stored?.id);

describe("an item of a bulk overwrite", () => {
  test.each<[string, ItemIdentity[], (string | undefined)[]]>([
    ["matches by name, as a slash command when it has no type", [{ name: "a" }], ["10"]],
    ["matches by type and name", [{ name: "a", type: 2 }], ["30"]],
    ["is new under a name of another type", [{ name: "b", type: 2 }], [undefined]],
    ["is new when its name differs in case", [{ name: "A", type: 2 }], [undefined]],
    ["matches by id whatever its name", [{ id: "10", name: "c" }], ["10"]],
    ["takes null for no id", [{ id: null, name: "b" }], ["20"]],
    [
      "may swap names with another",
      [
        { id: "10", name: "b" },
        { id: "20", name: "a" },
      ],
      ["10", "20"],
    ],
    [
      "is new under a name that another gave up",
      [{ id: "10", name: "c" }, { name: "a" }],
      ["10", undefined],
    ],
    [
      "is new under such a name in any order",
      [{ name: "a" }, { id: "10", name: "c" }],
      [undefined, "10"],
    ],
  ])("%s", (_, items, expected) => {
    expect(idsOf(items)).toEqual(expected);
    expect(matchItems(there, items).issues).toEqual([]);
  });

  test.each<[string, ItemIdentity[], (string | number)[], keyof typeof commandRules]>([
    ["an id that nothing has", [{ id: "99", name: "a" }], [0, "id"], "idUnknown"],
    ["the id 0", [{ name: "b" }, { id: "0", name: "a" }], [1, "id"], "idUnknown"],
    ["the id of another type", [{ id: "30", name: "a" }], [0, "id"], "typeImmutable"],
    [
      "an id for the second time",
      [
        { id: "10", name: "a" },
        { id: "10", name: "c" },
      ],
      [1],
      "nameRepeated",
    ],
  ])("is refused with %s", (_title, items, ...[path, rule]) => {
    const { code, message } = commandRules[rule];
    expect(matchItems(there, items).issues).toEqual([{ path, code, message }]);
  });
});
