// Wrong usage of a command is reported in one line, before any call.
import { expect, test } from "vitest";
import { clientCommand } from "../testing/clients/client-command.ts";

/** A URL that refuses connections: a call would end with 3. */
const nowhere = { url: "http://127.0.0.1:1" };

test.each([
  [["clock", "frezee"], 'clock has no command "frezee"; did you mean freeze'],
  [["limits", "rest"], 'limits has no command "rest"; did you mean reset'],
  [["journal", "exprot"], 'journal has no command "exprot"; did you mean export'],
  [["see", "alice", "bob", "--in", "general"], 'see takes no "bob"'],
  [["see", "alice", "--in", "general", "--limit", "few"], '--limit: "few" is not a number'],
  [["invoke", "alice", "/ping", "--in", "general", "--until", "later"], "acknowledged"],
  [["message", "alice", "hello", "--in", "general", "--until", "later"], "answered"],
  [["world", "export", "--format", "xml"], "yaml, json"],
  [["world", "export", "--without", "messages,pictures"], '"pictures" is not one of'],
  [["world", "new", "shop", "--from", "nowhere.yaml"], "cannot read nowhere.yaml"],
  [["world", "check", "nowhere.yaml"], "cannot read nowhere.yaml"],
  [["world", "check", "."], "cannot read .: it is a directory"],
  [["world", "diff", "nowhere.yaml", "nowhere.yaml"], "cannot read nowhere.yaml"],
  [["check", "nowhere.json"], "cannot read nowhere.json: there is no such file"],
  [["check", "."], "cannot read .: it is a directory"],
  [["open", "nowhere.jsonl"], "cannot read nowhere.jsonl: there is no such file"],
  [["load", "nowhere.yaml"], "cannot read nowhere.yaml"],
  [["clock", "--control-key", "a\nb"], "--control-key: the key has characters"],
])("%j exits with 2 and an explanation", async (words, says) => {
  const { code, out, err } = await clientCommand(nowhere, words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(says);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  [{ ANTECHAMBER_URL: "here" }, [], 'ANTECHAMBER_URL: "here" is not an address'],
  [{ ANTECHAMBER_URL: "here" }, ["--url", "there"], '--url: "there" is not an address'],
  [{ ANTECHAMBER_CONTROL_KEY: "a\nb" }, [], "ANTECHAMBER_CONTROL_KEY: the key has"],
])("an invalid setting of %j with %j is reported with its name", async (env, flags, says) => {
  const { code, err } = await clientCommand(nowhere, ["clock", ...flags], { env });
  expect(code).toBe(2);
  expect(err).toContain(says);
});
