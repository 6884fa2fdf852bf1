import { describe, expect, test } from "vitest";
import { post, searching, typed } from "../../testing/calls/component-calls.ts";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";

const open = () => openInteractionCalls({ commands: [searching] });
const typing = (options: readonly object[]) => ({
  type: 4,
  data: { id: ids.ping, name: "find", type: 1, version: searching.version, options },
});
const what = { type: 3, name: "what", value: "a", focused: true };

describe("an autocomplete request", () => {
  // Proves requirement 6 "Interaction, type 4"
  // Proves requirement 6 "autocomplete: options"
  // Proves requirement 6 "autocomplete: required options"
  // Proves requirement 6 "autocomplete: validation"
  test("contains the typed text, the focused option and other valid options", async () => {
    const calls = await open();
    const count = { type: 4, name: "count", value: 12, focused: true };
    const who = { type: 6, name: "who", value: ids.alice };
    const misfit = { type: 3, name: "what", value: 5 };
    expect(await post(calls, typing([misfit, who, count]))).toMatchObject({ status: 204 });
    expect(await calls.received()).toMatchObject({
      type: 4,
      data: {
        id: ids.ping,
        name: "find",
        version: searching.version,
        options: [
          { type: 6, name: "who", value: ids.alice },
          { type: 4, name: "count", value: "12", focused: true },
        ],
        resolved: { users: { [ids.alice]: {} } },
      },
    });
  });

  test("contains what is typed in a subcommand, nested in its chain", async () => {
    const texts = { name_localizations: null, description: "x", description_localizations: null };
    const { options = [] } = searching;
    const subs = [{ ...texts, type: 1 as const, name: "sub", options }];
    const groups = [{ ...texts, type: 2 as const, name: "group", options: subs }];
    const calls = await openInteractionCalls({ commands: [{ ...searching, options: groups }] });
    const below = (name: string, sent: readonly object[]) => {
      const subcommand = { type: 1, name, options: sent };
      return post(calls, typing([{ type: 2, name: "group", options: [subcommand] }]));
    };
    expect(await below("sub", [what])).toMatchObject({ status: 204 });
    expect((await calls.received()).data.options).toEqual([
      { type: 2, name: "group", options: [{ type: 1, name: "sub", options: [what] }] },
    ]);
    const refused = (...place: readonly string[]) => {
      const errors = place.reduceRight<object>((inner, key) => ({ [key]: inner }), {
        _errors: [{ code: "INTERACTION_APPLICATION_COMMAND_OPTION_INVALID" }],
      });
      return { status: 400, body: { code: 50_035, errors: { data: errors } } };
    };
    const path = ["options", "0", "options"];
    expect(await below("bus", [what])).toMatchObject(refused(...path));
    const unfocused = [{ ...what, focused: false }];
    expect(await below("sub", unfocused)).toMatchObject(refused(...path, "0", "options"));
    expect(await post(calls, typing([]))).toMatchObject(refused("options"));
  });

  test("omits an option with an unknown user", async () => {
    const calls = await open();
    await post(calls, typing([{ type: 6, name: "who", value: "1" }, what]));
    const { options, resolved } = (await calls.received()).data;
    expect({ options, resolved }).toEqual({
      options: [{ focused: true, name: "what", type: 3, value: "a" }],
      resolved: undefined,
    });
  });
});

test.each<[string, readonly object[]]>([
  ["no option is focused", [{ ...what, focused: false }]],
  ["two options are", [what, { type: 4, name: "count", value: "1", focused: true }]],
  ["the option has no autocomplete", [{ type: 6, name: "who", value: "a", focused: true }]],
  ["the option is unknown", [{ type: 3, name: "when", value: "a", focused: true }]],
  ["what is typed is no text", [{ ...what, value: { a: 1 } }]],
])("an autocomplete request is refused when %s", async (_, options) => {
  const calls = await open();
  expect(await post(calls, typing(options))).toMatchObject({ status: 400, body: { code: 50035 } });
});

test("an autocomplete value may have 6000 characters, whatever their size in bytes", async () => {
  const calls = await open();
  const value = "👍".repeat(6000);
  expect((await post(calls, typing([{ ...what, value }]))).status).toBe(204);
  expect((await calls.received()).data.options).toMatchObject([{ value }]);
  const answer = await post(calls, typing([{ ...what, value: `${value}x` }]));
  const fault = { code: "BASE_TYPE_MAX_LENGTH", message: "Must be 6000 or fewer in length." };
  const errors = { data: { options: { 0: { value: { _errors: [fault] } } } } };
  expect(answer).toMatchObject({ status: 400, body: { code: 50035, errors } });
});

test("autocomplete is refused for a command that the user may not use", async () => {
  const commands = [{ ...searching, default_member_permissions: "0" }];
  const calls = await openInteractionCalls({ commands });
  expect(await post(calls, typing([what]))).toMatchObject({ status: 403, body: { code: 50013 } });
});

describe("autocomplete choices", () => {
  test("are sent only to the user, with the nonce", async () => {
    const calls = await open();
    await post(calls, { ...typing([what]), nonce: "n" });
    const payload = await calls.received();
    await calls.news();
    const choices = [{ name: "Apple", value: "apple" }];
    await calls.callback(payload, { type: 8, data: { choices } });
    const userEvents = (await calls.news()).filter(({ scope }) => scope.kind === "user");
    expect(userEvents).toMatchObject([
      {
        name: "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE",
        scope: { user_id: ids.bob },
        payload: { choices, nonce: "n" },
      },
    ]);
  });

  test("may set a localization to null", async () => {
    const calls = await open();
    const payload = await typed(calls);
    await calls.news();
    const choices = [{ name: "Apple", name_localizations: { de: "Apfel", fr: null }, value: "a" }];
    const answer = await calls.callback(payload, { type: 8, data: { choices } });
    expect(answer.status).toBe(204);
    expect(await calls.news()).toMatchObject([{ payload: { choices } }, {}]);
  });

  test.each([[undefined], [null], [[]], [[null]]])(
    "may be omitted or empty: %j",
    async (choices) => {
      const calls = await open();
      const payload = await typed(calls);
      await calls.news();
      const answer = await calls.callback(payload, { type: 8, data: { choices } });
      expect(answer.status).toBe(204);
      expect(await calls.news()).toMatchObject([{ payload: { choices: [] } }, {}]);
    },
  );

  const choice = { name: "a", value: "b" };
  test.each<[string, unknown, object]>([
    ["too many", Array.from({ length: 26 }, () => choice), { choices: {} }],
    ["without a name", [{ value: "b" }], { choices: { 0: { name: {} } } }],
    ["with a blank name", [{ name: " ", value: "b" }], { choices: { 0: { name: {} } } }],
    [
      "with a name too long",
      [{ ...choice, name: "x".repeat(101) }],
      { choices: { 0: { name: {} } } },
    ],
    [
      "with name and value too long",
      [{ name: "x".repeat(101), value: "x".repeat(101) }],
      { choices: { 0: { name: {}, value: {} } } },
    ],
    [
      "with faults in several of them",
      [{ value: "b" }, { name: "a", value: 1 }],
      { choices: { 0: { name: {} }, 1: { value: {} } } },
    ],
    ["of another type", [{ name: "a", value: 1 }], { choices: { 0: { value: {} } } }],
    ["too long", [{ name: "a", value: "x".repeat(101) }], { choices: { 0: { value: {} } } }],
    [
      "that are objects",
      [{ name: "a", value: { toString: 1 } }],
      { choices: { 0: { value: {} } } },
    ],
  ])(
    "are refused at their path if they are %s, and can be sent again",
    async (_, choices, errors) => {
      const calls = await open();
      const payload = await typed(calls);
      const answer = await calls.callback(payload, { type: 8, data: { choices } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 50035, errors: { data: errors } },
      });
      expect((await calls.callback(payload, { type: 8, data: { choices: [choice] } })).status).toBe(
        204,
      );
    },
  );

  test("must be numbers for a number option", async () => {
    const calls = await open();
    await post(calls, typing([{ type: 4, name: "count", value: "1", focused: true }]));
    const payload = await calls.received();
    const text = await calls.callback(payload, { type: 8, data: { choices: [choice] } });
    expect(text).toMatchObject({ status: 400 });
    const number = { type: 8, data: { choices: [{ name: "one", value: 1 }] } };
    expect((await calls.callback(payload, number)).status).toBe(204);
  });

  const edge = 2n ** 53n;
  const tooLarge = (kind: string, most: bigint) =>
    `${kind} value should be less than or equal to ${most}.`;

  test.each([
    { type: 4, kind: "int", most: edge - 1n, beyond: tooLarge("int53", edge - 1n) },
    { type: 10, kind: "float", most: edge, beyond: tooLarge("float", edge) },
  ] as const)("are limited to the bounds of an option of type $type", async (row) => {
    const { type, kind, most, beyond } = row;
    const texts = { name_localizations: null, description: "x", description_localizations: null };
    const option = { ...texts, type, name: "size", autocomplete: true } as const;
    const calls = await openInteractionCalls({ commands: [{ ...searching, options: [option] }] });
    await post(calls, typing([{ type, name: "size", value: "1", focused: true }]));
    const payload = await calls.received();
    const suggest = (...values: unknown[]) => {
      const choices = values.map((value) => ({ name: "a", value }));
      return calls.callback(payload, { type: 8, data: { choices } });
    };
    const faulty = (code: string, message: string) => ({ value: { _errors: [{ code, message }] } });
    expect((await suggest("b", most + 1n)).body).toMatchObject({
      errors: {
        data: {
          choices: {
            0: faulty("NUMBER_TYPE_COERCE", `Value "b" is not ${kind}.`),
            1: faulty("NUMBER_TYPE_MAX", beyond),
          },
        },
      },
    });
    await calls.news();
    expect((await suggest(most)).status).toBe(204);
    const [event] = await calls.news();
    expect(event).toMatchObject({ payload: { choices: [{ value: Number(most) }] } });
  });

  test("do not create an original response or allow follow-ups", async () => {
    const calls = await open();
    const payload = await typed(calls);
    await calls.callback(payload, { type: 8, data: { choices: [] } });
    const unknown = { status: 404, body: { code: 10015 } };
    expect(await calls.original(payload)).toMatchObject(unknown);
    expect(await calls.followUp(payload, { content: "x" })).toMatchObject(unknown);
  });
});

// Proves requirement 2.3 "suggestions are not"
test("a value that was not among the choices is accepted", async () => {
  const calls = await open();
  const suggesting = await typed(calls);
  const choices = [{ name: "Apple", value: "apple" }];
  await calls.callback(suggesting, { type: 8, data: { choices } });
  const options = [{ type: 3, name: "what", value: "a pear" }];
  const { data, ...form } = typing(options);
  expect(await post(calls, { ...form, type: 2, data })).toMatchObject({ status: 204 });
  expect(await calls.received()).toMatchObject({ type: 2, data: { options } });
});
