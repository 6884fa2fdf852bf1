import { expect, test } from "vitest";
import { changedFields, type CommandFields } from "./changed-fields.ts";

const everywhere = { isGuild: false, integrationTypes: [0, 1] };

const go = { name: "go", description: "Goes", dm_permission: true };
const amount = { type: 4, name: "amount", description: "How many" };
const unit = { type: 3, name: "unit", description: "Of what" };

/** The names of the fields that change in one command. */
function changed(before: object, after: object, place = everywhere): readonly string[] {
  const [old, young] = [
    { ...go, ...before },
    { ...go, ...after },
  ];
  return changedFields([old], [young], place).get("go") ?? ["not compared"];
}

test.each([
  ["contexts that become more", { contexts: [1] }, { contexts: [1, 2] }, ["contexts"]],
  ["kinds of installation", { integration_types: [0] }, {}, ["integration_types"]],
  [
    "a bound in an option",
    { options: [amount] },
    { options: [{ ...amount, min_value: 1 }] },
    ["options"],
  ],
  ["the order of options", { options: [amount, unit] }, { options: [unit, amount] }, ["options"]],
  ["direct messages", {}, { dm_permission: false }, ["dm_permission"]],
  [
    "the older field of permissions",
    {},
    { default_permission: false },
    ["default_member_permissions"],
  ],
  ["the handler of an entry point", { type: 4 }, { type: 4, handler: 2 }, ["handler"]],
] as const)("reports a change of %s", (_, before, after, fields) => {
  expect(changed(before, after)).toEqual(fields);
});

test.each([
  ["what the service sets", { id: "1", version: "2", application_id: "3" }, { id: "4" }],
  ["defaults that are said", { integration_types: [0, 1], nsfw: false }, { contexts: null }],
  [
    "empty lists and texts without languages",
    { options: [] },
    { name_localizations: { de: null } },
  ],
  [
    "an option that says its defaults",
    { options: [amount] },
    { options: [{ ...amount, required: false }] },
  ],
  ["what follows from contexts", { contexts: [0], dm_permission: false }, { contexts: [0] }],
  ["the usual type", { type: 1 }, {}],
  ["a field that no command has", {}, { dm_permision: false }],
] as const)("reports no change for %s", (_, before, after) => {
  expect(changed(before, after)).toEqual([]);
});

test("ignores contexts and integration types of guild commands", () => {
  const guild = { ...everywhere, isGuild: true };
  expect(changed({}, { contexts: [0], integration_types: [1] }, guild)).toEqual([]);
});

test("compares commands of the same name by type", () => {
  const menu = { type: 2, name: "go", default_member_permissions: "8" };
  const both: readonly CommandFields[] = [menu, go];
  expect(changedFields(both, both, everywhere).get("go")).toEqual([]);
  const changes = changedFields(
    both,
    [go, { ...menu, default_member_permissions: "0" }],
    everywhere,
  );
  expect(changes.get("go")).toEqual(["default_member_permissions"]);
});

test("lists changes of commands with the same name together, without duplicates", () => {
  const menu = { type: 2, name: "go", nsfw: false };
  const after = [
    { ...go, description: "Leaves", nsfw: true },
    { ...menu, nsfw: true, default_member_permissions: "0" },
  ];
  expect(changedFields([menu, go], after, everywhere).get("go")).toEqual([
    "description",
    "nsfw",
    "default_member_permissions",
  ]);
});
