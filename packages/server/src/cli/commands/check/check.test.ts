import { afterEach, expect, test } from "vitest";
import { clientCommand, normalised, replyFaults } from "../../../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const path = `/applications/${demo.applicationId}/commands`;
const command = (name: string, more: object = {}) => ({ name, description: `To ${name}`, ...more });

/** `/stay`, `/change` and `/go` are registered. */
async function withCommands(): Promise<void> {
  service = await aService();
  await service.asBot(
    `PUT ${path}`,
    ["stay", "change", "go"].map((name) => command(name)),
  );
}

const manifest = [command("stay"), command("change", { description: "else" }), command("come")];

const check = (commands: unknown, ...words: string[]) =>
  clientCommand(service, ["check", "-", ...words], { input: JSON.stringify(commands) });

test("check reports what deploying a manifest would change, without changing anything", async () => {
  await withCommands();
  const checked = await check(manifest);
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(normalised(checked.out)).toMatchInlineSnapshot(`
    "  ✓ 1 unchanged
      + /come
      ~ /change: description
      - /go
      1 of 200 creates today, 196 left
    "
  `);
  const json = await check(manifest, "--json");
  expect(replyFaults("control.commands.check", json.out)).toEqual([]);
  const { body } = await service.asBot(`GET ${path}`);
  expect((body as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
    "change",
    "go",
    "stay",
  ]);
});

test("the fields of an update exclude explicit default values", async () => {
  await withCommands();
  const defaults = { dm_permission: true, contexts: null, nsfw: false, type: 1, options: [] };
  const { body } = await service.asBot(`GET ${path}`);
  const [own] = body as readonly object[];
  const { out } = await check([{ ...own, ...defaults, description: "else" }]);
  expect(out).toMatch(/~ \/\w+: description\n/);
});

test("--apply deploys the manifest and deletes its temporary token", async () => {
  await withCommands();
  expect(await check(manifest, "--apply")).toMatchObject({ code: 0, err: "applied\n" });
  const { body } = await service.asBot(`GET ${path}`);
  const registered = body as { name: string; description: string }[];
  expect(registered.map(({ name, description }) => `${name} ${description}`).toSorted()).toEqual([
    "change else",
    "come To come",
    "stay To stay",
  ]);
  const after = JSON.parse((await check(manifest, "--json")).out) as Record<string, unknown>;
  expect(after).toMatchObject({ create: [], update: [], delete: [] });
  const tokens = await service.control("GET /tokens");
  expect(JSON.stringify(tokens.body)).not.toContain("applications.commands.update");
});

test("an invalid manifest is reported with the errors of the API, and is not applied", async () => {
  await withCommands();
  const bad = [command("stay", { description: "x".repeat(101) })];
  const checked = await check(bad, "--apply");
  expect(checked).toMatchObject({ code: 5, err: "" });
  expect(checked.out).toContain("[0].description: ");
  const refused = await service.asBot(`PUT ${path}`, bad);
  const { errors } = JSON.parse((await check(bad, "--json")).out) as { readonly errors: unknown };
  expect(errors).toEqual((refused.body as { readonly errors: unknown }).errors);
});

test("--fail-on loss fails if permission overwrites would be lost", async () => {
  await withCommands();
  const { body } = await service.asBot(`GET ${path}`);
  const id = (body as { id: string; name: string }[]).find(({ name }) => name === "go")?.id;
  const token = "may-change-permissions";
  const scopes = ["applications.commands.permissions.update"];
  await service.control("POST /tokens", { token, user: "alice", application: "Concierge", scopes });
  const permissions = [{ id: demo.bobId, type: 2, permission: false }];
  const put = await service.call(
    `PUT /applications/${demo.applicationId}/guilds/${demo.guildId}/commands/${id}/permissions`,
    { auth: `Bearer ${token}`, body: { permissions } },
  );
  expect(put.status).toBe(200);
  expect((await check(manifest)).code).toBe(0);
  const failing = await check(manifest, "--fail-on", "loss");
  expect(failing.code).toBe(5);
  expect(failing.out).toContain("! /go loses its permissions");
});

test("--fail-on lint fails on input that the API accepts but ignores", async () => {
  await withCommands();
  const odd = [command("stay", { description: "Stays", dm_permision: false })];
  const checked = await check(odd);
  expect(checked.code).toBe(0);
  expect(checked.out).toContain("! [0].dm_permision is not a field of commands, and is ignored");
  expect((await check(odd, "--fail-on", "loss,lint")).code).toBe(5);
  const fine = [command("stay", { description: "Stays" })];
  expect((await check(fine, "--fail-on", "lint")).code).toBe(0);
});

test.each([
  ["{}", [], /is not an array/],
  ["[", [], /is not JSON/],
  ["[]", ["--fail-on", "lnt"], /"lnt" is not one of/],
] as const)("%s with the arguments %j is a usage error", async (input, words, message) => {
  service = await aService();
  const failed = await clientCommand(service, ["check", "-", ...words], { input });
  expect(failed).toMatchObject({ code: 2, out: "" });
  expect(failed.err).toMatch(message);
});
