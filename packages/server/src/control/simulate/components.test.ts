// Simulated interactions other than commands: autocomplete, components, modals. Source: product.md,
// Simulated users.
import {
  autocompleteOption,
  clickButton,
  selectValues,
  submitModal,
} from "@antechamber/contract/control";
import type { Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { channels, members, roles } from "../../domains/guilds/guild.ts";
import { users } from "../../domains/users/user.ts";
import { compoundKey } from "../../platform/records/compound-keys.ts";
import type { Writer } from "../../platform/store.ts";
import {
  aMessageWith,
  aModal,
  opened,
  post,
  searching,
} from "../../testing/calls/component-calls.ts";
import {
  openInteractionCalls,
  refusal,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import { aChannel, aRole, aUser } from "../../testing/records.ts";
import { aCommand, ids, type Situation } from "../../testing/worlds/interaction-world.ts";

type Payload = Static<typeof Interaction>;

/** Opens the handlers with an application that responds to everything but commands. */
async function withApplication(
  act: (calls: InteractionCalls, payload: Payload) => Promise<unknown>,
  situation: Situation = {},
) {
  const calls = await openInteractionCalls(situation);
  const messageId = situation.commands === undefined ? await aMessageWith(calls) : "";
  calls.store.log.follow((facts) => {
    for (const { name, scope, payload } of facts) {
      const isOurs = name === "INTERACTION_CREATE" && scope.kind === "application";
      if (isOurs) void act(calls, payload as Payload);
    }
  });
  return { ...calls, messageId };
}

const answering =
  (body: object) =>
  ({ callback }: InteractionCalls, payload: Payload) =>
    callback(payload, body);

describe("a click", () => {
  test("applies to buttons, a selection to menus", async () => {
    const { act, messageId: message } = await withApplication(answering({ type: 6 }));
    const refused = { code: 50035, errors: { custom_id: { _errors: [{}] } } };
    const click = { message, custom_id: "mentionables" };
    expect(await refusal(act(clickButton, "bob", click))).toMatchObject(refused);
    const choice = { message, custom_id: "go", values: ["x"] };
    expect(await refusal(act(selectValues, "bob", choice))).toMatchObject(refused);
  });

  test("is answered with a message", async () => {
    const body = { type: 4, data: { content: "clicked" } };
    const { act, messageId } = await withApplication(answering(body));
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({
      outcome: "replied",
      messages: [{ content: "clicked", type: 19 }],
      decision: [],
    });
  });

  test("is answered by an update of the message", async () => {
    const body = { type: 7, data: { content: "changed" } };
    const { act, messageId } = await withApplication(answering(body));
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({
      outcome: "replied",
      messages: [{ id: messageId, content: "changed" }],
    });
    expect(outcome).not.toHaveProperty("deferred");
  });

  test("waits for a deferred update", async () => {
    const { act, messageId } = await withApplication(async (calls, payload) => {
      await calls.callback(payload, { type: 6 });
      await calls.editOriginal(payload, { content: "late" });
    });
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({
      outcome: "replied",
      deferred: true,
      messages: [{ id: messageId, content: "late" }],
    });
  });

  test.each([
    ["deletes the message", (calls: InteractionCalls, at: Payload) => calls.deleteOriginal(at)],
    [
      "sends another one",
      (calls: InteractionCalls, at: Payload) => calls.followUp(at, { content: "other" }),
    ],
  ])("with a deferred update ends when the application %s", async (_, end) => {
    const { act, messageId } = await withApplication(async (calls, payload) => {
      await calls.callback(payload, { type: 6 });
      await end(calls, payload);
    });
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({ outcome: "replied", deferred: true });
  });

  test("is deferred when only the acknowledgement is awaited", async () => {
    const { act, messageId } = await withApplication(answering({ type: 6 }));
    const click = { message: messageId, custom_id: "go", until: "acknowledged" };
    expect(await act(clickButton, "bob", click)).toMatchObject({ outcome: "deferred" });
  });

  test("launches an activity", async () => {
    const application = { flags_new: (1n << 17n).toString() };
    const { act, messageId } = await withApplication(answering({ type: 12 }), { application });
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({
      outcome: "launched",
      activity_instance_id: expect.stringMatching(/^i-/) as string,
    });
  });

  test("times out without an answer", async () => {
    const { act, messageId } = await withApplication(({ clock }) =>
      clock.moveTo(clock.now() + 3000),
    );
    const outcome = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(outcome).toMatchObject({ outcome: "timed_out", messages: [] });
  });

  test.each<[string, object, object]>([
    ["on a message that is unknown", { message: "1" }, { code: 10008 }],
    ["on a button that is not there", { custom_id: "gone" }, { errors: { custom_id: {} } }],
    ["on one that is disabled", { custom_id: "off" }, { errors: { custom_id: {} } }],
  ])("%s is refused", async (_, change, expected) => {
    const calls = await openInteractionCalls();
    const click = { message: await aMessageWith(calls), custom_id: "go", ...change };
    expect(await refusal(calls.act(clickButton, "bob", click))).toMatchObject(expected);
  });

  test("by a bot, or by a user outside of the channel, is refused", async () => {
    const calls = await openInteractionCalls();
    const click = { message: await aMessageWith(calls), custom_id: "go" };
    expect(await refusal(calls.act(clickButton, "Concierge", click))).toMatchObject({
      code: 20001,
    });
    expect(await refusal(calls.act(clickButton, "carol", click))).toMatchObject({ code: 10008 });
  });
});

describe("a selection", () => {
  test("may name users, roles and channels", async () => {
    const { act, messageId, received } = await withApplication(answering({ type: 6 }));
    const form = { message: messageId, until: "acknowledged" };
    const mentions = { ...form, custom_id: "mentionables", values: ["@alice", "@mods"] };
    await act(selectValues, "bob", mentions);
    expect((await received()).data.values).toEqual([ids.alice, ids.mods]);
    await act(selectValues, "bob", { ...form, custom_id: "channels", values: ["#general"] });
    expect((await received()).data.values).toEqual([ids.general]);
  });

  test("of a missing option is refused at the value", async () => {
    const calls = await openInteractionCalls();
    const form = { message: await aMessageWith(calls), custom_id: "pick", values: ["red", "pink"] };
    const refused = await refusal(calls.act(selectValues, "bob", form));
    expect(refused).toMatchObject({ errors: { values: { 1: {} } } });
  });

  test("is refused at each ambiguous name", async () => {
    const calls = await openInteractionCalls({
      more(tx) {
        for (const id of ["300000000000000012", "300000000000000013"]) {
          tx.put(roles, { ...aRole({ guild_id: ids.guild, id }), name: "twins" });
        }
        tx.put(users, aUser("100000000000000009", { username: "alice", bot: true }));
      },
    });
    const values = ["twins", "bob", "alice"];
    const form = { message: await aMessageWith(calls), custom_id: "mentionables", values };
    const ambiguous = { _errors: [{ code: "REFERENCE_AMBIGUOUS" }] };
    const refused = await refusal(calls.act(selectValues, "bob", form));
    expect(refused).toMatchObject({ errors: { values: { 0: ambiguous, 2: ambiguous } } });
  });
});

describe("a modal", () => {
  const showing = (calls: InteractionCalls, payload: Payload) =>
    payload.type === 5
      ? calls.callback(payload, { type: 4, data: { content: "thanks" } })
      : opened(calls, payload);

  test("is an outcome, and can be submitted by its interaction's id", async () => {
    const { act, messageId, received } = await withApplication(showing);
    const answer = await act(clickButton, "bob", { message: messageId, custom_id: "go" });
    expect(answer).toMatchObject({
      outcome: "modal",
      modal: { custom_id: "form", title: "A form", components: [{}, {}, {}, {}, {}] },
    });
    const fields = { name: "Alice", color: "red", who: ["@alice"] };
    const form = { interaction: answer.interaction, custom_id: "form", fields };
    const outcome = await act(submitModal, "bob", form);
    expect(outcome).toMatchObject({ outcome: "replied", messages: [{ content: "thanks" }] });
    const sent = (await received()).data.components as { component?: object }[];
    expect(sent.map((each) => each.component)).toMatchObject([
      undefined,
      { value: "Alice" },
      { values: ["red"] },
      { values: [ids.alice] },
      { values: [] },
    ] as object[]);
  });

  test("takes ids and file indexes as numbers, alone and beside names", async () => {
    const calls = await openInteractionCalls();
    const who = { type: 18, label: "Who", component: { type: 5, custom_id: "who", max_values: 2 } };
    const file = { type: 18, label: "File", component: { type: 19, custom_id: "file" } };
    const filled = async (fields: object) => {
      const ping = await calls.aPing();
      await calls.callback(ping, { type: 9, data: { ...aModal, components: [who, file] } });
      const attachments = [{ filename: "a.txt", data: "aGk=" }];
      const form = { interaction: ping.id, fields, attachments, wait: 0 };
      await calls.act(submitModal, "bob", form);
      const { components, resolved } = (await calls.received()).data;
      const [first] = components as { component: { values: string[] } }[];
      return [first?.component.values, Object.keys(resolved?.attachments ?? {}).length];
    };
    expect(await filled({ who: BigInt(ids.alice), file: 0 })).toEqual([[ids.alice], 1]);
    const both = { who: ["bob", BigInt(ids.alice)], file: [0] };
    expect(await filled(both)).toEqual([[ids.bob, ids.alice], 1]);
  });

  test("keeps the default values of fields that are not filled in", async () => {
    const calls = await openInteractionCalls();
    const [first, ...others] = aModal.components.slice(1, 2);
    const preset = { ...first, component: { ...first?.component, value: "Preset" } };
    const ping = await calls.aPing();
    await calls.callback(ping, { type: 9, data: { ...aModal, components: [preset, ...others] } });
    await calls.act(submitModal, "bob", { interaction: ping.id, fields: {}, wait: 0 });
    expect((await calls.received()).data.components).toMatchObject([
      { component: { value: "Preset" } },
    ]);
  });

  test.each<[string, object, object]>([
    ["a field it does not have", { fields: { more: "x" } }, { errors: { fields: { more: {} } } }],
    ["a value it does not take", { fields: { name: "A" } }, { errors: { fields: { name: {} } } }],
    [
      "a value of a wrong kind",
      { fields: { name: { a: 1 } } },
      { errors: { fields: { name: {} } } },
    ],
    [
      "another custom id",
      { custom_id: "x", fields: { name: "Alice" } },
      { errors: { custom_id: {} } },
    ],
    [
      "several of these, at each place",
      { fields: { more: "x", name: "A", color: "pink" } },
      { errors: { fields: { more: {}, name: {}, color: {} } } },
    ],
    ["another interaction", { interaction: "1", fields: {} }, { code: 10062 }],
  ])("with %s is refused", async (_, change, expected) => {
    const calls = await openInteractionCalls();
    const ping = await opened(calls, await calls.aPing());
    const form = { interaction: ping.id, fields: {}, ...change };
    expect(await refusal(calls.act(submitModal, "bob", form))).toMatchObject(expected);
  });

  test.each<[string, (tx: Writer) => void]>([
    [
      "sees the channel no more",
      (tx) => {
        const everyone = { id: ids.guild, type: 0, allow: "0", deny: "1024" } as const;
        const hidden = { guild_id: ids.guild, permission_overwrites: [everyone] };
        tx.put(channels, aChannel(ids.general, hidden));
      },
    ],
    ["left the guild", (tx) => tx.delete(members, compoundKey(ids.guild, ids.bob))],
  ])(
    "is refused of a user who meanwhile %s, on the API and the control plane",
    async (_, leave) => {
      const calls = await openInteractionCalls();
      const ping = await opened(calls, await calls.aPing());
      await calls.seed(leave);
      const form = { interaction: ping.id, fields: { name: "Alice" } };
      expect(await refusal(calls.act(submitModal, "bob", form))).toMatchObject({ code: 50001 });
      const component = { type: 4, custom_id: "name", value: "Alice" };
      const data = { id: ping.id, custom_id: "form", components: [{ type: 18, component }] };
      const posted = await post(calls, { type: 5, data });
      expect(posted).toMatchObject({ status: 403, body: { code: 50001 } });
    },
  );
});

describe("autocomplete", () => {
  const typing = { application: "Concierge", channel: "general", command: "find", focused: "what" };
  const choices = [{ name: "Apple", value: "apple" }];

  test("ends with choices", async () => {
    const { act, received } = await withApplication(answering({ type: 8, data: { choices } }), {
      commands: [searching],
    });
    const form = { ...typing, options: { what: "ap", who: "@alice" } };
    expect(await act(autocompleteOption, "bob", form)).toMatchObject({
      outcome: "autocomplete",
      choices,
      messages: [],
    });
    expect((await received()).data.options).toMatchObject([
      { name: "what", value: "ap", focused: true },
      { name: "who", value: ids.alice },
    ]);
  });

  test("may begin with an empty value", async () => {
    const { act, received } = await withApplication(answering({ type: 8, data: { choices } }), {
      commands: [searching],
    });
    await act(autocompleteOption, "bob", typing);
    expect((await received()).data.options).toMatchObject([{ name: "what", value: "" }]);
  });

  test("is denied where the command is", async () => {
    const commands = [aCommand(ids.ping, { name: "find", default_member_permissions: "0" })];
    const { act } = await withApplication(answering({ type: 8 }), { commands });
    expect(await act(autocompleteOption, "bob", typing)).toMatchObject({ outcome: "denied" });
  });
});
