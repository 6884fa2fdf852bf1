import { expect, test } from "vitest";
import { events } from "../../index.ts";

test("only events of a guild, its roles and its members change who views its channels", () => {
  const changing = events.filter(
    ({ scope, changesViews }) => scope === "guild" && changesViews !== false,
  );
  expect(changing.map(({ name }) => name).toSorted()).toEqual([
    "GUILD_CREATE",
    "GUILD_DELETE",
    "GUILD_MEMBER_ADD",
    "GUILD_MEMBER_REMOVE",
    "GUILD_MEMBER_UPDATE",
    "GUILD_ROLE_CREATE",
    "GUILD_ROLE_DELETE",
    "GUILD_ROLE_UPDATE",
    "GUILD_UPDATE",
  ]);
});
