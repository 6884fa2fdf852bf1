import { afterEach, beforeEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeEach(async () => {
  service = await aService({ frozen: true });
});
afterEach(() => service.stop());

test.each([`channels/${demo.generalId}`, `guilds/${demo.guildId}`])(
  "the files of messages are deleted with %s",
  async (place) => {
    const form = new FormData();
    form.set("files[0]", new File(["hello"], "hello.txt"));
    const sent = await service.asBot(`POST /channels/${demo.generalId}/messages`, form);
    expect(sent.status).toBe(200);
    const url = String(sent.at("attachments", 0, "url"));
    expect((await fetch(url)).status).toBe(200);
    expect((await service.control(`DELETE /${place}`)).status).toBe(204);
    await service.control("PATCH /clock", { advance: "PT1S" });
    const { tables } = await service.store.dump();
    expect([tables["attachment"] ?? [], tables["file_chunk"] ?? []]).toEqual([[], []]);
    expect((await fetch(url)).status).toBe(404);
  },
);

test("records of left guilds are deleted with users, applications and guilds", async () => {
  const { guildId, bobId, applicationId } = demo;
  const { id: carol } = await service.control("POST /users", { username: "carol" });
  await service.control("POST /members", { guild: guildId, user: carol });
  for (const gone of [bobId, carol]) {
    expect((await service.control(`DELETE /members/${guildId}/${gone}`)).status).toBe(204);
  }
  await service.control(`DELETE /installs/${guildId}/${applicationId}`);
  const formerMembers = async () =>
    (await service.store.dump()).tables["former_member"]?.length ?? 0;
  expect(await formerMembers()).toBe(3);
  await service.control(`DELETE /users/${bobId}`);
  expect(await formerMembers()).toBe(2);
  await service.control(`DELETE /applications/${applicationId}`);
  expect(await formerMembers()).toBe(1);
  await service.control(`DELETE /guilds/${guildId}`);
  expect(await formerMembers()).toBe(0);
});

test.each(["roles", "guilds"])("the right to claim a role is deleted with %s", async (kind) => {
  const { guildId, applicationId } = demo;
  const role = { guild: guildId, name: "crew", linked: { application: applicationId } };
  const { id } = await service.control("POST /roles", role);
  const linkedRoles = async () => (await service.store.dump()).tables["linked_role"] ?? [];
  expect(await linkedRoles()).toHaveLength(1);
  const path = kind === "roles" ? `/roles/${id}` : `/guilds/${guildId}`;
  expect((await service.control(`DELETE ${path}`)).status).toBe(204);
  expect(await linkedRoles()).toEqual([]);
});
