// Components, modals and autocomplete on the interaction handlers: how users use them, and what the
// application receives.
import type { UploadedFile } from "@antechamber/contract";
import { createInteraction, type Interaction } from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import type { Caller } from "../../platform/context.ts";
import { type InteractionCalls } from "./interaction-calls.ts";
import { aCommand, asBob, ids } from "../worlds/interaction-world.ts";

type Payload = Static<typeof Interaction>;

/** A button, every kind of select menu, and some components that cannot be used. */
export const everyComponent: readonly object[] = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: "Go", custom_id: "go" },
      { type: 2, style: 1, label: "No", custom_id: "off", disabled: true },
      { type: 2, style: 5, label: "Away", url: "https://example.com" },
    ],
  },
  {
    type: 1,
    components: [
      {
        type: 3,
        custom_id: "pick",
        min_values: 1,
        max_values: 2,
        options: ["red", "green", "blue"].map((value) => ({ label: value, value })),
      },
    ],
  },
  { type: 1, components: [{ type: 5, custom_id: "users", max_values: 2 }] },
  { type: 1, components: [{ type: 7, custom_id: "mentionables", min_values: 0, max_values: 3 }] },
  { type: 1, components: [{ type: 8, custom_id: "channels", channel_types: [0] }] },
];

/** A modal with every kind of field. */
export const aModal = {
  custom_id: "form",
  title: "A form",
  components: [
    { type: 10, content: "Read this" },
    {
      type: 18,
      label: "Name",
      component: { type: 4, custom_id: "name", style: 1, min_length: 2, max_length: 10 },
    },
    {
      type: 18,
      label: "Color",
      component: {
        type: 3,
        custom_id: "color",
        required: false,
        options: [
          { label: "Red", value: "red" },
          { label: "Blue", value: "blue" },
        ],
      },
    },
    { type: 18, label: "Who", component: { type: 5, custom_id: "who", required: false } },
    {
      type: 18,
      label: "File",
      component: { type: 19, custom_id: "file", required: false, max_values: 2 },
    },
  ],
};

/** A command whose options have autocomplete. */
export const searching = aCommand(ids.ping, {
  name: "find",
  options: [
    {
      type: 3,
      name: "what",
      name_localizations: null,
      description: "x",
      description_localizations: null,
      required: true,
      autocomplete: true,
    },
    {
      type: 4,
      name: "count",
      name_localizations: null,
      description: "x",
      description_localizations: null,
      autocomplete: true,
    },
    {
      type: 6,
      name: "who",
      name_localizations: null,
      description: "x",
      description_localizations: null,
    },
  ],
});

const place = { application_id: ids.application, guild_id: ids.guild, channel_id: ids.general };

interface Posted {
  readonly as?: Caller;
  readonly files?: readonly UploadedFile[];
}

/** Posts an interaction as a user's client. */
export function post(
  calls: InteractionCalls,
  body: object,
  { as = asBob, files = [] }: Posted = {},
) {
  return calls.call(createInteraction, { as, body: { ...place, ...body }, files });
}

async function sent(calls: InteractionCalls, answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  if (status !== 204) throw new Error(`refused: ${JSON.stringify(body)}`);
  return calls.received();
}

/** Responds to a ping with a message that has components. @returns the message's id */
export async function aMessageWith(
  calls: InteractionCalls,
  components: readonly object[] = everyComponent,
  more: object = {},
): Promise<string> {
  const ping = await calls.aPing();
  const body = { type: 4, data: { content: "choose", components, ...more } };
  const answer = await calls.callback(ping, body, { with_response: true });
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return (answer.body as { resource: { message: { id: string } } }).resource.message.id;
}

/** A component interaction as the client posts it. */
export function useOf(message_id: string, data: object): object {
  return { type: 3, message_id, data };
}

/** Clicks a button of a message, and returns what the application received. */
export function clicked(
  calls: InteractionCalls,
  messageId: string,
  custom_id = "go",
): Promise<Payload> {
  return sent(calls, post(calls, useOf(messageId, { component_type: 2, custom_id })));
}

/** Responds to an interaction with a modal, and returns the interaction. */
export async function opened(calls: InteractionCalls, payload: Payload): Promise<Payload> {
  const { status, body } = await calls.callback(payload, { type: 9, data: aModal });
  if (status !== 204) throw new Error(`refused: ${JSON.stringify(body)}`);
  return payload;
}

/** The submission of a modal, as the client posts it. */
export function submissionOf(opening: Payload, fields: readonly object[]): object {
  const components = fields.map((component) => ({ type: 18, component }));
  return { type: 5, data: { id: opening.id, custom_id: "form", components } };
}

export const aName = { type: 4, custom_id: "name", value: "Alice" };

/** Submits the modal that was the response to an interaction. */
export function submitted(calls: InteractionCalls, opening: Payload): Promise<Payload> {
  return sent(calls, post(calls, submissionOf(opening, [aName])));
}

/** Types into an option with autocomplete. */
export function typed(calls: InteractionCalls): Promise<Payload> {
  const options = [{ type: 3, name: "what", value: "a", focused: true }];
  return sent(
    calls,
    post(calls, { type: 4, data: { id: ids.ping, name: "find", type: 1, options } }),
  );
}
