import {
  MessageFlag,
  type ChannelMessageChangeForm,
  type MessageForm,
} from "@antechamber/contract/messages";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/api-error.ts";
import { changedBody, newBody, type MessageBody } from "./body.ts";

/** The faults of a call as `path: CODE`, or the code of any other error. */
function refusedAt(run: () => unknown): string[] | number {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { errors } = error.details;
    return errors === undefined ? error.declaration.code : leaves(errors as object, "");
  }
}

function leaves(tree: object, place: string): string[] {
  return Object.entries(tree).flatMap(([step, inner]: [string, unknown]) =>
    step === "_errors"
      ? (inner as { code: string }[]).map(({ code }) => `${place}: ${code}`)
      : leaves(inner as object, place === "" ? step : `${place}.${step}`),
  );
}

const button = (custom_id: string) => ({ type: 2, style: 1, label: "x", custom_id });
const row = (...components: unknown[]) => ({ type: 1, components });
const v2 = 1 << 15;

describe("a new message", () => {
  test("keeps its fields, numbers its components and sets the type of its embeds", () => {
    const form: MessageForm = {
      content: "hi",
      flags: 64,
      embeds: [
        { title: "T", fields: [{ name: "a", value: "b" }], timestamp: "2026-01-01T00:00:00Z" },
      ],
      components: [row(button("a"), { ...button("b"), id: 2 })],
    };
    expect(newBody(form, [])).toEqual({
      content: "hi",
      flags: 64,
      tts: false,
      embeds: [
        {
          type: "rich",
          title: "T",
          fields: [{ inline: false, name: "a", value: "b" }],
          timestamp: "2026-01-01T00:00:00.000000+00:00",
        },
      ],
      components: [{ ...row({ ...button("a"), id: 3 }, { ...button("b"), id: 2 }), id: 1 }],
    });
  });

  test("drops flags that only the service may set", () => {
    const all = 0x7f_ff_ff_ff & ~v2 & ~MessageFlag.IS_VOICE_MESSAGE;
    expect(newBody({ content: "x", flags: all }, []).flags).toBe(4 | 64 | 4096);
  });

  test("keeps the precision of large integers in components", () => {
    const select = {
      type: 5,
      custom_id: "s",
      default_values: [{ id: 100000000000000001n, type: "user" }],
    };
    expect(newBody({ components: [row(select)] }, []).components).toMatchObject([
      { components: [{ default_values: [{ id: "100000000000000001" }] }] },
    ]);
  });

  test.each<[string, MessageForm]>([
    ["nothing", {}],
    ["white space", { content: " \n\t" }],
    ["empty lists", { embeds: [], components: [] }],
  ])("%s is an empty message", (_, form) => {
    expect(refusedAt(() => newBody(form, []))).toBe(50006);
  });

  test.each<[string, MessageForm, string[]]>([
    [
      "the older fields beside the newer components",
      {
        content: "x",
        embeds: [{ title: "x" }],
        flags: v2,
        components: [{ type: 10, content: "x" }],
      },
      [
        "data.content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        "data.embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
      ],
    ],
    [
      "a component that is not an object",
      { components: ["x"] },
      ["data.components.0: MODEL_TYPE_CONVERT"],
    ],
    ["a component without a type", { components: [{}] }, ["data.components.0: TAG_FIELD_MISSING"]],
    [
      "a type that is not a number",
      { components: [{ type: "1" }] },
      ["data.components.0.type: NUMBER_TYPE_COERCE"],
    ],
    [
      "a button outside a row",
      { components: [button("a")] },
      ["data.components.0: UNION_TYPE_CHOICES"],
    ],
    [
      "an empty row",
      { components: [row()] },
      ["data.components.0.components: BASE_TYPE_BAD_LENGTH"],
    ],
    [
      "a row without a list",
      { components: [{ type: 1 }] },
      ["data.components.0.components: BASE_TYPE_REQUIRED"],
    ],
    [
      "six rows",
      { components: Array.from({ length: 6 }, (_, i) => row(button(`${i}`))) },
      ["data.components: BASE_TYPE_MAX_LENGTH"],
    ],
    [
      "two components of one custom id",
      { components: [row(button("a"), button("a"))] },
      ["data.components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"],
    ],
    [
      "more components than a message holds",
      {
        flags: v2,
        components: Array.from({ length: 9 }, (_row, i) =>
          row(...Array.from({ length: 5 }, (_each, j) => button(`${i}.${j}`))),
        ),
      },
      ["data.components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"],
    ],
    [
      "more components than a list of them holds",
      { flags: v2, components: Array.from({ length: 41 }, () => ({ type: 14 })) },
      [
        "data.components: BASE_TYPE_MAX_LENGTH",
        "data.components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
      ],
    ],
  ])("%s is refused", (_, form, expected) => {
    expect(refusedAt(() => newBody(form, ["data"]))).toEqual(expected);
  });
});

describe("an edit", () => {
  const before: MessageBody = {
    content: "before",
    embeds: [{ type: "rich", title: "T" }],
    components: [{ type: 1, id: 1, components: [] }],
    flags: 64,
    tts: true,
  };

  const edited = (there: MessageBody, payload: ChannelMessageChangeForm) =>
    changedBody(there, { payload, files: [] }, []);

  test("keeps omitted fields", () => {
    expect(edited(before, { content: "after" })).toEqual({
      ...before,
      content: "after",
      tts: false,
    });
  });

  test("clears fields that are null", () => {
    expect(edited(before, { content: null, components: null })).toMatchObject({
      content: "",
      components: [],
      embeds: before.embeds,
    });
  });

  test.each([
    { name: "hides embeds", from: 64, flags: 4, to: 64 | 4 },
    { name: "shows them again", from: 64 | 4, flags: 0, to: 64 },
    { name: "shows them again with null", from: 64 | 4, flags: null, to: 64 },
    { name: "does not make a message visible", from: 64, flags: 0, to: 64 },
    { name: "does not hide one", from: 0, flags: 64, to: 0 },
  ])("$name", ({ from, flags, to }) => {
    expect(edited({ ...before, flags: from }, { flags }).flags).toBe(to);
  });

  test("without flags keeps embeds hidden", () => {
    expect(edited({ ...before, flags: 64 | 4 }, { content: "x" }).flags).toBe(64 | 4);
  });

  test("cannot leave the message empty", () => {
    const change = { content: null, embeds: null, components: [] };
    expect(refusedAt(() => edited(before, change))).toBe(50006);
  });

  test("to the newer components requires the older fields to be cleared", () => {
    const components = [{ type: 10, content: "x" }];
    const change = { flags: v2, components, embeds: null };
    expect(refusedAt(() => edited(before, change))).toEqual([
      "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ]);
    const emptied = edited(before, { ...change, content: null });
    expect(emptied).toMatchObject({ content: "", components: [{ type: 10, id: 1, content: "x" }] });
  });
});
