import { commandRules } from "@antechamber/contract/commands";
import { describe, expect, test } from "vitest";
import { globalPlace, guildPlace } from "../../testing/calls/command-calls.ts";
import { scopeIssues } from "./command-scope.ts";

describe("what an application and a place decide", () => {
  test.each([
    ["entry points of applications with an Activity", globalPlace(), { type: 4 as const }],
    [
      "other commands of applications without one",
      globalPlace({ flags_new: "0" }),
      { type: 2 as const },
    ],
    // Proves requirement 2.3 "integration types of the application"
    ["integration types that the application has", globalPlace(), { integration_types: [1, 0] }],
    [
      "any integration types in a guild",
      guildPlace({ integration_types: [0] }),
      { integration_types: [1] },
    ],
    ["nothing said", globalPlace(), { type: null, integration_types: null }],
  ])("allows %s", (_, scope, form) => {
    expect(scopeIssues(scope, form)).toEqual([]);
  });

  test.each([
    // Proves requirement 2.2 "naming 3: an entry point in a guild"
    ["in a guild", guildPlace()],
    // Proves requirement 2.2 "handler"
    ["without the flag", globalPlace({ flags_new: "1" })],
  ])("refuses entry points %s", (_, scope) => {
    const { code, message } = commandRules.entryPointNotHere;
    expect(scopeIssues(scope, { type: 4 })).toEqual([{ path: ["type"], code, message }]);
  });

  // Proves requirement 2.3 "integration types of the application"
  test("refuses each integration type that the application does not have, at its place", () => {
    const { code, message } = commandRules.integrationTypeUnsupported;
    const scope = globalPlace({ integration_types: [0] });
    expect(scopeIssues(scope, { integration_types: [0, 1] })).toEqual([
      { path: ["integration_types", 1], code, message },
    ]);
  });
});
