import { describe, expect, test } from "vitest";
import { autocompleteOption } from "@antechamber/contract/control";
import type { Interaction } from "@antechamber/contract/interactions";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import {
  openInteractionCalls,
  refusal,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import { aCommand, ids, type Situation } from "../../testing/worlds/interaction-world.ts";
import { aChannel, aGuild, aMember, aMessage, aRole, aUser } from "../../testing/records.ts";
import { channels, guilds, members, roles } from "../../domains/guilds/guild.ts";
import { interactions } from "../../domains/interactions/interaction.ts";
import { messages } from "../../domains/messages/message.ts";
import { users } from "../../domains/users/user.ts";
import { definedFields } from "../../platform/defined-fields.ts";

type Payload = Static<typeof Interaction>;
const ping = { application: "Concierge", channel: "general", command: "ping" };

/** Opens the handlers with an application that reacts to each payload it receives. */
async function withApplication(
  act: (calls: InteractionCalls, payload: Payload) => Promise<unknown>,
  situation: Situation = {},
) {
  const calls = await openInteractionCalls(situation);
  const failures: unknown[] = [];
  calls.store.log.follow((facts) => {
    for (const { name, scope, payload } of facts) {
      if (name !== "INTERACTION_CREATE" || scope.kind !== "application") continue;
      act(calls, payload as Payload).catch((error: unknown) => failures.push(error));
    }
  });
  return { ...calls, failures };
}

const sayHello = ({ callback }: InteractionCalls, payload: Payload) =>
  callback(payload, { type: 4, data: { content: "hello" } });

describe("the outcome", () => {
  test("is replied when the application answers, with its message", async () => {
    const { invoke } = await withApplication(sayHello);
    const outcome = await invoke("bob", ping);
    expect(outcome).toMatchObject({
      interaction: expect.stringMatching(/^\d+$/) as string,
      outcome: "replied",
      messages: [{ content: "hello" }],
    });
    expect(outcome).not.toHaveProperty("deferred");
    expect(outcome.decision.at(-1)).toMatchObject({ step: 11, decided: "allows" });
  });

  test("has messages as they are read, with resolved selections", async () => {
    const chosen = [{ type: "user", id: ids.bob }];
    const menu = { type: 5, custom_id: "who", default_values: chosen };
    const data = { content: "who?", components: [{ type: 1, components: [menu] }] };
    const { invoke } = await withApplication(({ callback }, payload) =>
      callback(payload, { type: 4, data }),
    );
    expect(await invoke("bob", ping)).toMatchObject({
      messages: [{ resolved: { users: { [ids.bob]: { id: ids.bob } } } }],
    });
  });

  test("is that of its own command, however many are awaited", async () => {
    const { invoke } = await withApplication(({ callback }, payload) =>
      callback(payload, { type: 4, data: { content: payload.id } }),
    );
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => invoke("bob", ping)));
    expect(outcomes.map(({ messages: sentMessages }) => sentMessages)).toMatchObject(
      outcomes.map(({ interaction }) => [{ content: interaction }]),
    );
  });

  test("waits for a deferred message", async () => {
    const { invoke } = await withApplication(async (calls, payload) => {
      await calls.callback(payload, { type: 5, data: { flags: 64 } });
      await calls.editOriginal(payload, { content: "done" });
    });
    expect(await invoke("bob", ping)).toMatchObject({
      outcome: "replied",
      deferred: true,
      messages: [{ content: "done", flags: 64 }],
    });
  });

  test("waits for a deferred message that a follow-up fills", async () => {
    const { invoke } = await withApplication(async (calls, payload) => {
      await calls.callback(payload, { type: 5 });
      await calls.followUp(payload, { content: "done" });
    });
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "replied", deferred: true });
  });

  test("is deferred when only the acknowledgement is awaited", async () => {
    const { invoke } = await withApplication(({ callback }, payload) =>
      callback(payload, { type: 5 }),
    );
    const outcome = await invoke("bob", { ...ping, until: "acknowledged" });
    expect(outcome).toMatchObject({ outcome: "deferred", messages: [{ flags: 128 }] });
  });

  test("is deferred when the deferred message is deleted", async () => {
    const { invoke } = await withApplication(async (calls, payload) => {
      await calls.callback(payload, { type: 5 });
      await calls.deleteOriginal(payload);
    });
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "deferred", messages: [] });
  });

  test("is deferred when the token expires before the message", async () => {
    const { invoke } = await withApplication(async ({ callback, clock }, payload) => {
      await callback(payload, { type: 5 });
      await clock.moveTo(clock.now() + 900_000);
    });
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "deferred" });
  });

  test("is timed_out without an answer within three seconds of the clock", async () => {
    const { invoke } = await withApplication(({ clock }) => clock.moveTo(clock.now() + 3000));
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "timed_out", messages: [] });
  });

  test("has the reason when the application's callbacks were refused", async () => {
    const { invoke } = await withApplication(async ({ callback, clock }, payload) => {
      await callback(payload, { type: 4, data: { content: "x".repeat(2001) } });
      await clock.moveTo(clock.now() + 3000);
    });
    expect(await invoke("bob", ping)).toMatchObject({
      outcome: "timed_out",
      reason: {
        kind: "answer",
        error: { code: 50035, errors: { data: { content: { _errors: [{}] } } } },
      },
    });
  });

  test("has the reason when nobody answered", async () => {
    const { invoke } = await withApplication(({ clock }) => clock.moveTo(clock.now() + 3000));
    expect((await invoke("bob", ping)).reason).toMatchObject({ kind: "timeout" });
  });

  test("is timed_out even when the clock skips past the token's end", async () => {
    const { invoke } = await withApplication(({ clock }) => clock.moveTo(clock.now() + 3_600_000));
    expect(await invoke("bob", ping)).toMatchObject({ outcome: "timed_out" });
  });

  test("is pending when the wait ends first on a frozen clock", async () => {
    const { invoke } = await openInteractionCalls();
    expect(await invoke("bob", { ...ping, wait: 1 })).toMatchObject({ outcome: "pending" });
  });

  test("is pending when its world is replaced before an answer", async () => {
    const { invoke, failures } = await withApplication(({ seed }, { id }) =>
      seed((tx) => tx.delete(interactions, snowflakeKey(id))),
    );
    expect(await invoke("bob", { ...ping, wait: 100 })).toMatchObject({ outcome: "pending" });
    expect(failures).toEqual([]);
  });

  test("is denied with the decision, without sending, when the user lacks permission", async () => {
    const { invoke, news } = await openInteractionCalls({
      commands: [aCommand(ids.ping, { name: "ping", default_member_permissions: "32" })],
    });
    await news();
    const outcome = await invoke("bob", ping);
    expect(outcome).toMatchObject({ interaction: null, outcome: "denied", messages: [] });
    expect(outcome.decision.at(-1)).toMatchObject({ step: 11, denial: "USER_DENIED" });
    expect(outcome.needs).toEqual({ permission: ["MANAGE_GUILD"] });
    expect(await news()).toEqual([]);
  });

  test("is denied in a channel that the user cannot view", async () => {
    const { invoke } = await openInteractionCalls();
    const outcome = await invoke("bob", { ...ping, channel: "hidden" });
    expect(outcome.decision.at(-1)).toMatchObject({ step: 5, denial: "MISSING_BASE_PERMISSIONS" });
  });

  test("is correct for each of several at once", async () => {
    const calls = await withApplication(async ({ callback }, payload) => {
      const [option] = payload.data.options ?? [];
      await callback(payload, { type: 4, data: { content: String(option?.value) } });
    });
    const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
    const all = await Promise.all(
      texts.map((text) => calls.invoke("bob", { ...ping, options: { text } })),
    );
    expect(all.map(({ messages: [message] }) => message?.content)).toEqual(texts);
    expect(calls.failures).toEqual([]);
  });
});

describe("references by name", () => {
  test.each([
    [
      "ids",
      { user: ids.bob, application: ids.application, channel: ids.general, guild: ids.guild },
    ],
    ["names", { user: "bob", application: "Concierge", channel: "general", guild: "Home" }],
    ["names with signs", { user: "@bob", application: "Concierge", channel: "#general" }],
  ])("%s", async (_, { user, ...body }) => {
    const { invoke, received } = await openInteractionCalls();
    await invoke(user, { ...body, command: "ping", wait: 0 });
    expect(await received()).toMatchObject({
      channel_id: ids.general,
      member: { user: { id: ids.bob } },
    });
  });

  test("work in options, too: users, roles, channels", async () => {
    const { invoke, received } = await openInteractionCalls();
    await invoke("bob", { ...ping, options: { who: "@alice", where: "#general" }, wait: 0 });
    expect((await received()).data.options).toEqual([
      { type: 9, name: "who", value: ids.alice },
      { type: 7, name: "where", value: ids.general },
    ]);
    await invoke("bob", { ...ping, options: { who: "@mods" }, wait: 0 });
    expect((await received()).data.resolved?.roles).toHaveProperty(ids.mods);
  });

  test("name a command with its subcommands", async () => {
    const { invoke, received } = await openInteractionCalls();
    const command = "permissions user add";
    await invoke("bob", { ...ping, command, options: { user: "alice" }, wait: 0 });
    const value = { type: 6, name: "user", value: ids.alice };
    expect((await received()).data.options).toEqual([
      { type: 2, name: "user", options: [{ type: 1, name: "add", options: [value] }] },
    ]);
  });

  test("name the target of user and message commands", async () => {
    const message = aMessage("500000000000000001", { channel_id: ids.general });
    const { invoke, received } = await openInteractionCalls({
      more: (tx) => tx.put(messages, message),
    });
    await invoke("bob", { ...ping, command: "High Five", target: "@alice", wait: 0 });
    expect((await received()).data).toMatchObject({ type: 2, target_id: ids.alice });
    await invoke("bob", { ...ping, command: "Report", target: message.id, wait: 0 });
    expect((await received()).data).toMatchObject({ type: 3, target_id: message.id });
  });

  test("deny a slash command on a target by its surface", async () => {
    const { invoke } = await openInteractionCalls();
    const outcome = await invoke("bob", { ...ping, target: "alice" });
    expect(outcome).toMatchObject({
      outcome: "denied",
      decision: [{ denial: "WRONG_COMMAND_TYPE" }],
    });
  });

  test("open the direct message with @name, once", async () => {
    const { invoke, received, store } = await openInteractionCalls();
    const direct = { ...ping, channel: "@Concierge", wait: 0 };
    await invoke("bob", direct);
    expect(await received()).toMatchObject({ channel_id: ids.direct, context: 1 });
    await invoke("alice", direct);
    const { channel_id } = await received();
    await invoke("alice", direct);
    expect((await received()).channel_id).toBe(channel_id);
    expect(
      await store.read((tx) => tx.count(channels, { index: "recipient", value: ids.alice })),
    ).toBe(1);
  });
});

describe("an unknown reference is refused", () => {
  const twice = (tx: Parameters<NonNullable<Situation["more"]>>[0]) => {
    const guild_id = "300000000000000002";
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.alice, name: "Other" }));
    tx.put(roles, aRole({ guild_id, id: guild_id }));
    tx.put(members, aMember({ guild_id, user_id: ids.bob }));
    tx.put(channels, aChannel("300000000000000025", { guild_id, name: "general" }));
    tx.put(users, aUser("100000000000000009", { username: "bot", bot: true }));
  };

  test.each<[string, string, object, number]>([
    ["an unknown user", "dave", ping, 10013],
    ["a bot", "Concierge", ping, 20001],
    ["an unknown application", "bob", { ...ping, application: "x" }, 10002],
    ["an unknown guild", "bob", { ...ping, guild: "x" }, 10004],
    ["an unknown channel", "bob", { ...ping, channel: "x" }, 10003],
    ["a channel that two guilds have", "bob", ping, 50035],
    ["a channel of another guild", "bob", { ...ping, guild: "Other", channel: ids.general }, 10003],
    ["a direct message of others", "alice", { ...ping, channel: ids.direct }, 10003],
    ["a direct message with nobody", "bob", { ...ping, channel: "@dave" }, 10013],
    ["a direct message with oneself", "bob", { ...ping, channel: "@bob" }, 10013],
    ["an unknown command", "bob", { ...ping, channel: ids.general, command: "x" }, 10063],
    [
      "a command that has subcommands",
      "bob",
      { ...ping, channel: ids.general, command: "permissions" },
      10063,
    ],
    [
      "a target that is nobody",
      "bob",
      { ...ping, channel: ids.general, command: "High Five", target: "x" },
      10013,
    ],
  ])("%s", async (_, ...[user, body, code]) => {
    const { invoke } = await openInteractionCalls({ more: twice });
    expect(await refusal(invoke(user, body))).toMatchObject({ code });
  });

  test.each<[string, object, object]>([
    [
      "an unknown option",
      { options: { x: 1 } },
      { options: { x: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } },
    ],
    [
      "a value of another type",
      { options: { text: 1 } },
      { options: { text: { _errors: [{ code: "STRING_TYPE_CONVERT" }] } } },
    ],
    [
      "a user who is unknown",
      { options: { who: "@dave" } },
      { options: { who: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } } },
    ],
    [
      "a required option that is missing",
      { command: "permissions user add" },
      { options: { user: { _errors: [{}] } } },
    ],
    [
      "a menu's command without a target",
      { command: "Report" },
      { target: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } },
    ],
    [
      "a wait that is too long",
      { wait: 60_001 },
      { wait: { _errors: [{ code: "NUMBER_TYPE_MAX" }] } },
    ],
  ])("%s, at its name", async (_, more, errors) => {
    const { invoke } = await openInteractionCalls();
    expect(await refusal(invoke("bob", { ...ping, ...more }))).toMatchObject({
      code: 50035,
      errors,
    });
  });

  test("for each ambiguous name, at its option", async () => {
    const { invoke } = await openInteractionCalls({
      more(tx) {
        const guild_id = ids.guild;
        for (const id of ["300000000000000012", "300000000000000013"]) {
          tx.put(roles, { ...aRole({ guild_id, id }), name: "twins" });
        }
        tx.put(channels, aChannel("300000000000000025", { guild_id, name: "general" }));
      },
    });
    const options = { who: "twins", where: "general", text: "x" };
    const ambiguous = { _errors: [{ code: "REFERENCE_AMBIGUOUS" }] };
    const refused = await refusal(invoke("bob", { ...ping, channel: ids.general, options }));
    expect(refused).toMatchObject({ code: 50035, errors: { options: { who: ambiguous } } });
    expect(refused).toMatchObject({ errors: { options: { where: ambiguous } } });
  });

  test("for an application without endpoint or session", async () => {
    const { invoke } = await openInteractionCalls({ application: { hasBot: false } });
    expect(await refusal(invoke("bob", ping))).toMatchObject({ code: 40043 });
  });
});

describe("of several commands with one name", () => {
  const same = { name: "same", description: "x" };
  const [slash, user, message, ofGuild, elsewhere] = ["1", "2", "3", "4", "5"].map(
    (end) => `40000000000000009${end}`,
  ) as [string, string, string, string, string];
  const situation: Situation = {
    commands: [
      aCommand(slash, same),
      aCommand(user, { ...same, type: 2 }),
      aCommand(message, { ...same, type: 3 }),
      aCommand(ofGuild, { ...same, guild_id: ids.guild }),
      aCommand(elsewhere, { name: "else", description: "x", type: 2, guild_id: ids.guild }),
    ],
    more: (tx) => tx.put(messages, aMessage("500000000000000001", { channel_id: ids.general })),
  };

  test.each<[string, unknown, string | undefined, string]>([
    ["the guild's is meant by the name", "same", undefined, ofGuild],
    ["the global one by null for its guild", { name: "same", guild: null }, undefined, slash],
    ["a guild's by the guild's name", { name: "same", guild: "Home" }, undefined, ofGuild],
    ["any by its id", slash, undefined, slash],
    ["one by its id and type", { name: user, type: 2 }, "alice", user],
    ["the user command by a user", "same", "@alice", user],
    ["the message command by a message", "same", "500000000000000001", message],
    ["one by its type", { name: "same", type: 3 }, "500000000000000001", message],
    ["a menu's command by its name alone", "else", "alice", elsewhere],
  ])("%s", async (_, command, target, id) => {
    const { invoke, received } = await openInteractionCalls(situation);
    const pointed = definedFields({ target });
    const outcome = await invoke("bob", { ...ping, command, ...pointed, wait: 0 });
    expect(outcome).toMatchObject({ outcome: "pending" });
    expect((await received()).data.id).toBe(id);
  });

  test.each<[string, unknown, number]>([
    ["of another type", { name: slash, type: 2 }, 10063],
    ["of another guild", { name: "same", guild: "Nowhere" }, 10004],
    ["that is only global", { name: "ping", guild: "Home" }, 10063],
  ])("no command matches one %s", async (_, command, code) => {
    const { invoke } = await openInteractionCalls(situation);
    expect(await refusal(invoke("bob", { ...ping, command }))).toMatchObject({ code });
  });
});

describe("typing", () => {
  const typed = { ...ping, command: "search", focused: "text" };
  const unsaid = { name_localizations: null, description_localizations: null };
  const options = [
    { type: 3 as const, name: "text", description: "x", autocomplete: true as const, ...unsaid },
  ];
  const situation: Situation = {
    commands: [aCommand("400000000000000099", { name: "search", description: "x", options })],
  };

  test.each<[string, object, object]>([
    ["an option that the command lacks", { options: { x: 1 } }, { options: { x: {} } }],
    ["a focus that the command lacks", { focused: "x" }, { focused: {} }],
  ])("refuses %s at its place", async (_, more, errors) => {
    const { act } = await openInteractionCalls(situation);
    const call = act(autocompleteOption, "bob", { ...typed, ...more, wait: 0 });
    expect(await refusal(call)).toMatchObject({ code: 50035, errors });
  });

  test("is sent with options that the command has", async () => {
    const { act, received } = await openInteractionCalls(situation);
    await act(autocompleteOption, "bob", { ...typed, options: { text: "a" }, wait: 0 });
    expect((await received()).data.options).toMatchObject([{ name: "text", value: "a" }]);
  });
});
