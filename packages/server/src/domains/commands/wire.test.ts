// Commands over a real socket: what the transport adds to the handlers.
import type { Command } from "@antechamber/contract/commands";
import type { Static } from "@antechamber/contract/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendForm } from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { definedFields } from "../../platform/defined-fields.ts";

type CommandView = Static<typeof Command>;

let service: TestService;
const globalPath = `/applications/${demo.applicationId}/commands`;
const guildPath = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

/** The body of a reply, as a command. */
function viewIn({ body }: { readonly body: unknown }): CommandView {
  return body as CommandView;
}

// Proves requirement 4.2 "Bulk overwrite global: method and body"
test("a command can be created, edited, read and deleted over HTTP", async () => {
  const form = { name: "wire", description: "x", name_localizations: { fr: "fil" } };
  const created = await service.asBot(`POST ${guildPath}`, form);
  expect([created.status, viewIn(created)]).toMatchObject([
    201,
    { name: "wire", guild_id: demo.guildId },
  ]);
  const one = `${guildPath}/${viewIn(created).id}`;
  expect(viewIn(await service.asBot(`PATCH ${one}`, { description: "y" })).description).toBe("y");
  expect((await service.asBot(`GET ${one}`)).status).toBe(200);
  const gone = await service.asBot(`DELETE ${one}`);
  expect([gone.status, gone.text, gone.headers.get("content-type")]).toEqual([204, "", null]);
  expect((await service.asBot(`GET ${one}`)).status).toBe(404);
});

test("an overwrite without a body is refused, and one with an empty list removes all", async () => {
  for (const path of [globalPath, guildPath]) {
    await service.asBot(`POST ${path}`, { name: "stays", description: "x" });
    expect((await service.asBot(`PUT ${path}`)).at("code")).toBe(50035);
    expect((await service.asBot(`GET ${path}`)).text).toContain("stays");
    expect((await service.asBot(`PUT ${path}`, [])).body).toEqual([]);
    expect((await service.asBot(`GET ${path}`)).body).toEqual([]);
  }
});

test("keys are in the order of the reference, and 64-bit numbers keep their digits", async () => {
  const first = viewIn(
    await service.asBot(`POST ${globalPath}`, { name: "order", description: "x" }),
  );
  expect(Object.keys(first).slice(0, 4)).toEqual(["id", "application_id", "version", "versions"]);
  const body = `[{"id":${first.id},"name":"other","description":"x"}]`;
  const answer = await service.call(`PUT ${globalPath}`, {
    auth: `Bot ${demo.botToken}`,
    body,
    headers: { "content-type": "application/json" },
  });
  expect(answer.body).toMatchObject([{ id: first.id, name: "other" }]);
  expect((await service.asBot(`PUT ${globalPath}`, [])).body).toEqual([]);
});

test("the language of listed commands comes from the headers", async () => {
  const form = {
    name: "color",
    description: "x",
    name_localizations: { fr: "couleur", "en-GB": "colour" },
  };
  await service.asBot(`POST ${globalPath}`, form);
  const listed = async (headers: Record<string, string>, query = "") => {
    const options = { auth: `Bot ${demo.botToken}`, headers };
    const { body } = (await service.call(`GET ${globalPath}${query}`, options)) as {
      body: unknown;
    };
    return (body as readonly CommandView[])[0];
  };
  expect((await listed({ "x-discord-locale": "fr" }))?.name_localized).toBe("couleur");
  expect((await listed({ "accept-language": "de;q=0.5, fr" }))?.name_localized).toBe("couleur");
  expect((await listed({}))?.name_localized).toBe("colour");
  expect(
    (await listed({ "x-discord-locale": "xx", "accept-language": "fr" }))?.name_localized,
  ).toBe("couleur");
  const whole = await listed({ "x-discord-locale": "fr" }, "?with_localizations=true");
  expect(whole?.name_localizations).toEqual(form.name_localizations);
  expect(whole).not.toHaveProperty("versions");
});

test("a client credentials token lists commands in the language of the application's owner", async () => {
  const form = { name: "color", description: "x", name_localizations: { fr: "couleur" } };
  await service.asBot(`PUT ${globalPath}`, [form]);
  const scope = "applications.commands.update";
  const granted = await sendForm(service, "token", { grant_type: "client_credentials", scope });
  const auth = `Bearer ${String(granted.at("access_token"))}`;
  const named = async (headers: Record<string, string> = {}) =>
    (await service.call(`GET ${globalPath}`, { auth, headers })).at(0, "name_localized");
  expect(await named()).toBeUndefined();
  expect((await service.control("PATCH /users/alice", { locale: "fr" })).status).toBe(200);
  expect(await named()).toBe("couleur");
  expect(await named({ "x-discord-locale": "klingon" })).toBe("couleur");
  expect(await named({ "x-discord-locale": "de" })).toBeUndefined();
  expect(await named({ "accept-language": "de" })).toBeUndefined();
  const asBot = await service.asBot(`GET ${globalPath}`);
  expect(asBot.at(0, "name_localized")).toBeUndefined();
});

const ours = `Bot ${demo.botToken}`;

test.each([
  ["no credential", globalPath, undefined, { status: 401, code: 0 }],
  ["another application", "/applications/5/commands", ours, { status: 403, code: 20012 }],
  ["an invalid id", "/applications/me/commands", ours, { status: 400, code: 50035 }],
  ["a guild without it", guildPath.replace(demo.guildId, "5"), ours, { status: 403, code: 50001 }],
])("a call with %s is refused", async (...[, path, auth, { status, code }]) => {
  const answer = await service.call(`GET ${path}`, definedFields({ auth }));
  expect({ status: answer.status, body: viewIn(answer) }).toMatchObject({ status, body: { code } });
});

test("validation errors are nested by the path of their field", async () => {
  const answer = await service.asBot(`POST ${globalPath}`, {
    name: "Bad Name",
    description: "x",
    options: [{ type: 3, name: "OK?", description: "" }],
  });
  const name = [
    { code: "STRING_TYPE_REGEX", message: "String value did not match validation regex." },
    { code: "APPLICATION_COMMAND_INVALID_NAME", message: "Command name is invalid" },
  ];
  expect(answer.status).toBe(400);
  expect(viewIn(answer)).toEqual({
    message: "Invalid Form Body",
    code: 50035,
    errors: {
      name: { _errors: name },
      options: {
        "0": {
          name: { _errors: name },
          description: {
            _errors: [
              { code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 100 in length." },
            ],
          },
        },
      },
    },
  });
});
