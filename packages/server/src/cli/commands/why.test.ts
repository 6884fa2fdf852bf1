import { afterEach, expect, test } from "vitest";
import { clientCommand, normalised, replyFaults } from "../../testing/clients/client-command.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const run = (...words: string[]) => clientCommand(service, words);

/** Registers `/ban`, which requires MANAGE_MESSAGES (8192). */
async function withBan(): Promise<void> {
  service = await aService();
  await service.asBot(`PUT /applications/${demo.applicationId}/commands`, [
    { name: "ban", description: "Bans", default_member_permissions: "8192" },
  ]);
}

const about = (user: string) => ["why", user, "/ban", "--in", "#general"];

test("why prints the deciding step and every step before it", async () => {
  await withBan();
  const allowed = await run(...about("bob"));
  expect(allowed).toMatchObject({ code: 0, err: "" });
  expect(normalised(allowed.out)).toMatchInlineSnapshot(`
    "  allowed at step 11, the user has the permissions that the command asks for (bob)
       0 met      the command's type fits the surface (the command)
       1 skipped  the command is not age-restricted (#general)
       2 met      the application is installed for this place or this user, in a way that the command supports (a guild)
       3 met      the command's contexts include this kind of place (a guild)
       4 met      in a guild, what the guild and its channel say is asked (a guild)
       5 not met  the user is the guild's owner or an administrator (bob)
       6 not met  the user installed the application for themselves, and the command supports it (bob)
       7 met      the user may use application commands and send messages in the channel (bob)
       8 skipped  no entry speaks for the channel or for all channels (#general)
       9 skipped  no entry of the command speaks for the user, their roles or everyone (bob)
      10 skipped  no entry of the application speaks for the user, their roles or everyone (bob)
      11 met      the user has the permissions that the command asks for (bob)
    "
  `);
  const json = await run(...about("bob"), "--json");
  expect(replyFaults("control.decision", json.out)).toEqual([]);
});

test("why suggests what would pass for a command that a guild has beside the global one", async () => {
  await withBan();
  const commands = [{ name: "ban", description: "Bans", default_member_permissions: "4" }];
  await service.asBot(
    `PUT /applications/${demo.applicationId}/guilds/${demo.guildId}/commands`,
    commands,
  );
  const denied = await run(...about("bob"));
  expect(denied).toMatchObject({ code: 0, err: "" });
  expect(denied.out).toContain("would pass: a command overwrite for bob");
});

test("why suggests what would pass, without roles that cannot be assigned", async () => {
  await withBan();
  await service.control("POST /users", { username: "carol" });
  await service.control("POST /members", { guild: "Test Guild", user: "carol" });
  const denied = await run(...about("carol"));
  expect(denied.code).toBe(0);
  expect(normalised(denied.out)).toMatchInlineSnapshot(`
    "  denied at step 11, not met: the user has the permissions that the command asks for (carol)
      would pass: role @mods, or a command overwrite for carol
       0 met      the command's type fits the surface (the command)
       1 skipped  the command is not age-restricted (#general)
       2 met      the application is installed for this place or this user, in a way that the command supports (a guild)
       3 met      the command's contexts include this kind of place (a guild)
       4 met      in a guild, what the guild and its channel say is asked (a guild)
       5 not met  the user is the guild's owner or an administrator (carol)
       6 not met  the user installed the application for themselves, and the command supports it (carol)
       7 met      the user may use application commands and send messages in the channel (carol)
       8 skipped  no entry speaks for the channel or for all channels (#general)
       9 skipped  no entry of the command speaks for the user, their roles or everyone (carol)
      10 skipped  no entry of the application speaks for the user, their roles or everyone (carol)
      11 not met  the user has the permissions that the command asks for (carol)
    "
  `);
});

test("--if decides under hypothetical changes, without changing the world", async () => {
  await withBan();
  const decision = await run(...about("bob"), "--if", "roles.mods.permissions=0");
  expect(normalised(decision.out)).toMatchInlineSnapshot(`
    "  as it is:  allowed at step 11, ALLOWED
      as asked:  denied at step 11, USER_DENIED
    "
  `);
  const json = await run(
    ...about("bob"),
    "--if",
    "commands.ban.default_member_permissions=0",
    "--json",
  );
  expect(replyFaults("control.decisions", json.out)).toEqual([]);
  expect((await run(...about("bob"))).out).toContain("allowed");
});

test.each([
  ["roles.mods=0", 2, /is not a change/],
  ["roles.mods.permissions=[", 2, /is not JSON/],
  ["roles.modz.permissions=0", 4, /modz/],
] as const)("--if %s exits with %i", async (change, code, message) => {
  await withBan();
  const failed = await run(...about("bob"), "--if", change);
  expect(failed).toMatchObject({ code, out: "" });
  expect(failed.err).toMatch(message);
});
