// Every callback type for every kind of interaction in every state. Source: protocol:
// commands-and-interactions 6.1, 6.3.
import { CallbackType, type Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import {
  aMessageWith,
  clicked,
  opened,
  searching,
  submitted,
  typed,
  aModal,
} from "../../testing/calls/component-calls.ts";
import {
  openInteractionCalls,
  type InteractionCalls,
} from "../../testing/calls/interaction-calls.ts";
import type { InteractionKind } from "./callbacks.ts";

type Payload = Static<typeof Interaction>;

/** Creates an interaction of each kind. */
const kinds: Readonly<Record<InteractionKind, (calls: InteractionCalls) => Promise<Payload>>> = {
  command: (calls) => calls.aPing(),
  component: async (calls) => clicked(calls, await aMessageWith(calls)),
  autocomplete: typed,
  modalOfCommand: async (calls) => submitted(calls, await opened(calls, await calls.aPing())),
  modalOfComponent: async (calls) =>
    submitted(calls, await opened(calls, await clicked(calls, await aMessageWith(calls)))),
};

/** The legal callback types as errors list them, for an application that may launch activities. */
const legal: Readonly<Record<InteractionKind, readonly number[]>> = {
  command: [4, 5, 9, 10, 12],
  component: [4, 5, 6, 7, 9, 10, 12],
  autocomplete: [8],
  modalOfCommand: [4, 5, 10, 12],
  modalOfComponent: [4, 5, 6, 7, 10, 12],
};

const bodies: Readonly<Record<number, object>> = {
  1: {},
  4: { data: { content: "four" } },
  5: { data: { flags: 64 } },
  6: {},
  7: { data: { content: "seven" } },
  8: { data: { choices: [{ name: "a", value: "b" }] } },
  9: { data: aModal },
  10: {},
  11: {},
  12: {},
  13: {},
};
const EMBEDDED = (1n << 17n).toString();

function openWith(kind: InteractionKind, flags = EMBEDDED) {
  const commands = kind === "autocomplete" ? { commands: [searching] } : {};
  return openInteractionCalls({ application: { flags_new: flags }, ...commands });
}

const names = Object.keys(kinds) as InteractionKind[];
const types = Object.values(CallbackType);
const every = names.flatMap((kind) => types.map((type) => [kind, type] as const));

describe.each(every)("for a %s, the callback of type %d", (kind, type) => {
  const body = { type, ...bodies[type] };
  const isLegal = legal[kind].includes(type);

  test("is accepted or refused as the reference defines", async () => {
    const calls = await openWith(kind);
    const payload = await kinds[kind](calls);
    const answer = await calls.callback(payload, body);
    const message = `Value must be one of {${legal[kind].join(", ")}}.`;
    const errors = { type: { _errors: [{ code: "BASE_TYPE_CHOICES", message }] } };
    expect(answer).toMatchObject(
      isLegal ? { status: 204, body: undefined } : { status: 400, body: { code: 50035, errors } },
    );
  });

  test("is refused after an earlier answer, but its own errors come first", async () => {
    const calls = await openWith(kind);
    const payload = await kinds[kind](calls);
    const [first = 4] = legal[kind];
    await calls.callback(payload, { type: first, ...bodies[first] });
    const code = isLegal ? 40060 : 50035;
    expect(await calls.callback(payload, body)).toMatchObject({ status: 400, body: { code } });
  });

  test("is refused after three seconds", async () => {
    const calls = await openWith(kind);
    const payload = await kinds[kind](calls);
    await calls.clock.moveTo(calls.clock.now() + 3000);
    const answer = await calls.callback(payload, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 10062 } });
  });
});

describe("the response of a callback, on request", () => {
  const loading = { response_message_loading: true };
  const done = { response_message_loading: false, response_message_ephemeral: false };

  interface CallbackCase {
    readonly kind: InteractionKind;
    readonly type: number;
    readonly about: object;
    readonly resource?: object;
  }
  const cases: readonly CallbackCase[] = [
    { kind: "command", type: 4, about: done, resource: { type: 4, message: { content: "four" } } },
    {
      kind: "command",
      type: 5,
      about: { ...loading, response_message_ephemeral: true },
      resource: { type: 4, message: { flags: 64 | 128 } },
    },
    { kind: "command", type: 9, about: {} },
    { kind: "component", type: 4, about: done, resource: { type: 4, message: { type: 19 } } },
    { kind: "component", type: 6, about: done },
    { kind: "component", type: 7, about: done, resource: { message: { content: "seven" } } },
    { kind: "autocomplete", type: 8, about: {} },
    { kind: "modalOfComponent", type: 7, about: done, resource: { type: 7, message: {} } },
    { kind: "modalOfCommand", type: 4, about: done, resource: { message: { type: 0 } } },
  ];
  test.each(cases)("is correct for $kind, $type", async ({ kind, type, about, resource }) => {
    const calls = await openWith(kind);
    const payload = await kinds[kind](calls);
    const query = { with_response: true };
    const { status, body } = await calls.callback(payload, { type, ...bodies[type] }, query);
    const response = body as { interaction: object; resource?: object };
    expect(status).toBe(200);
    expect(response.interaction).toMatchObject({ id: payload.id, type: payload.type, ...about });
    expect("response_message_id" in response.interaction).toBe(Object.keys(about).length > 0);
    expect([response.resource]).toMatchObject([resource]);
  });

  // Proves requirement 2.2 "handler 1"
  test.each(["command", "component", "modalOfCommand"] as const)(
    "contains the activity instance for %s, 12",
    async (kind) => {
      const calls = await openWith(kind);
      const payload = await kinds[kind](calls);
      const { body } = await calls.callback(payload, { type: 12 }, { with_response: true });
      const id = expect.stringMatching(/^i-\d+-gc-\d+-\d+$/) as string;
      expect(body).toMatchObject({
        interaction: { activity_instance_id: id },
        resource: { type: 12, activity_instance: { id } },
      });
    },
  );
});

test("an application without the flag EMBEDDED cannot launch an activity", async () => {
  const calls = await openWith("command", "0");
  const answer = await calls.callback(await calls.aPing(), { type: 12 });
  const message = "Value must be one of {4, 5, 9, 10}.";
  expect(answer.body).toMatchObject({ errors: { type: { _errors: [{ message }] } } });
});
