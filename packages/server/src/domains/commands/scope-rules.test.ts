import { commandRules } from "@antechamber/contract/commands";
import { describe, expect, test } from "vitest";
import { globalPlace, guildPlace } from "../../testing/calls/command-calls.ts";
import { scopeIssues } from "./command-scope.ts";

describe("the rules of an application and a scope", () => {
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
    ["no value", globalPlace(), { type: null, integration_types: null }],
  ])("allow %s", (_, scope, form) => {
    expect(scopeIssues(scope, form)).toEqual([]);
  });

  test.each([
    // Proves requirement 2.2 "naming 3: an entry point in a guild"
    ["in a guild", guildPlace()],
    // Proves requirement 2.2 "handler"
    ["without the flag", globalPlace({ flags_new: "1" })],
  ])("refuse entry points %s", (_, scope) => {
    const { code, message } = commandRules.entryPointNotHere;
    expect(scopeIssues(scope, { type: 4 })).toEqual([{ path: ["type"], code, message }]);
  });

  // Proves requirement 2.3 "integration types of the application"
  test("refuse each unsupported integration type, at its path", () => {
    const { code, message } = commandRules.integrationTypeUnsupported;
    const scope = globalPlace({ integration_types: [0] });
    expect(scopeIssues(scope, { integration_types: [0, 1] })).toEqual([
      { path: ["integration_types", 1], code, message },
    ]);
  });
});
