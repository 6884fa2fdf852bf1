import { expect, test } from "vitest";
import { overlayOf } from "./why.ts";

test.each([
  ["roles.mods.permissions=8192", { roles: { mods: { permissions: "8192" } } }],
  ["roles.@mods.permissions=0", { roles: { mods: { permissions: "0" } } }],
  ["roles.v1.2.permissions=0", { roles: { "v1.2": { permissions: "0" } } }],
  ["channels.#general.nsfw=x=y", { channels: { general: { nsfw: "x=y" } } }],
  [
    "commands./ban.default_member_permissions=null",
    { commands: { ban: { default_member_permissions: null } } },
  ],
  ['commands.ban.permissions=[{"id":"1"}]', { commands: { ban: { permissions: [{ id: "1" }] } } }],
  [
    'commands.ban.permissions=[\n{"id":"1"}\n]',
    { commands: { ban: { permissions: [{ id: "1" }] } } },
  ],
])("%s is parsed as the change %j", (change, overlay) => {
  expect(overlayOf([change])).toEqual(overlay);
});

test("several changes are merged, including those of the same object", () => {
  const changes = ["commands.ban.a=1", "commands.ban.b=2", "roles.mods.permissions=3"];
  expect(overlayOf(changes)).toEqual({
    commands: { ban: { a: "1", b: "2" } },
    roles: { mods: { permissions: "3" } },
  });
});

test.each(["roles.mods=1", "people.bob.permissions=1", "roles.mods.permissions"])(
  "%s is refused as a change",
  (change) => {
    expect(() => overlayOf([change])).toThrow(`--if: "${change}" is not a change`);
  },
);

test("a list that is not valid JSON is quoted in the error", () => {
  expect(() => overlayOf(["commands.ban.permissions=[1"])).toThrow('--if: "[1" is not JSON');
});
