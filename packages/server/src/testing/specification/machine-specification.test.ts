import { expect, test } from "vitest";
import { specificationFaults } from "./machine-specification.ts";

const lobby = { id: "1", application_id: "2", metadata: null, members: [], flags: 0 };

test("an answer that matches the specification has no errors", () => {
  expect(specificationFaults("lobbies.get", 200, lobby)).toEqual([]);
});

test.each([
  ["a key that it does not know", { ...lobby, secret: "x" }],
  ["a key that is missing", { ...lobby, flags: undefined }],
  ["a value of another type", { ...lobby, members: [{ id: 1 }] }],
  [
    "a value of another type in a key that other objects have besides",
    { ...lobby, application_id: 2 },
  ],
])("%s is an error", (_case, body) => {
  expect(specificationFaults("lobbies.get", 200, JSON.parse(JSON.stringify(body)))).not.toEqual([]);
});

test("the error of a key that it does not know says where such keys are named", () => {
  expect(specificationFaults("lobbies.get", 200, { ...lobby, secret: "x" })).toContain(
    "lobbies.get: /secret is not in the specification (deliberateExtras has the keys that we send on purpose)",
  );
});

test("a deliberate addition to the specification is accepted", () => {
  expect(specificationFaults("guilds.roles", 200, [{ permissions_new: "0" }]).join()).not.toContain(
    "permissions_new",
  );
});

test("refusals are not checked against the specification", () => {
  expect(specificationFaults("lobbies.get", 404, { code: 1 })).toEqual([]);
});
