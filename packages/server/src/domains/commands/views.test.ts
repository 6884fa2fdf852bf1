import { describe, expect, test } from "vitest";
import { globalPlace } from "../../testing/calls/command-calls.ts";
import type { CommandRecord } from "./command.ts";
import { contentOf } from "./normalize.ts";
import { commandView, listedFor, listedWithLocalizations } from "./views.ts";

const command: CommandRecord = {
  id: "10",
  application_id: "1",
  version: "11",
  ...contentOf(globalPlace(), {
    name: "color",
    description: "Which",
    name_localizations: { fr: "couleur" },
    options: [{ type: 5, name: "dark", description: "x", name_localizations: { fr: "foncé" } }],
  }),
};

describe("the view of a command", () => {
  // Proves requirement 2.2 "versions"
  test("is the stored command plus its version in a second field", () => {
    expect(commandView(command)).toEqual({ ...command, versions: "11" });
  });

  test("is the stored command in lists with localizations", () => {
    expect(listedWithLocalizations(command)).toEqual(command);
  });

  test("has only the reader's texts at every level in other lists", () => {
    const view = listedFor(command, "fr");
    expect(view).toMatchObject({
      name_localized: "couleur",
      options: [{ name: "dark", name_localized: "foncé" }],
      versions: "11",
    });
    expect(JSON.stringify(view)).not.toContain("_localizations");
    expect(JSON.stringify(listedFor(command, "it"))).not.toContain("_locali");
  });
});
