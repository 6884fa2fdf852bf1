// The interaction handlers on a store in memory.
import {
  invokeCommand,
  type InvocationOutcome,
  type autocompleteOption,
  type clickButton,
  type selectValues,
  type submitModal,
} from "@antechamber/contract/control";
import {
  answerInteraction,
  createFollowUp,
  createInteraction,
  deleteOriginalResponse,
  editOriginalResponse,
  getOriginalResponse,
  type Interaction,
} from "@antechamber/contract/interactions";
import type { Static } from "@antechamber/contract/schema";
import { interactionHandlers } from "../../domains/interactions/handlers.ts";
import { invokeHandlers } from "../../control/simulate/invoke.ts";
import { simulatedComponentHandlers } from "../../control/simulate/components.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Caller } from "../../platform/context.ts";
import { emittedFacts } from "../emitted-facts.ts";
import { answerOf, openHandlerCalls, type Answered, type HandlerCalls } from "./handler-calls.ts";
import { asBob, fill, ids, type Situation } from "../worlds/interaction-world.ts";

const nobody: Caller = { kind: "nobody" };

type Payload = Static<typeof Interaction>;
type AnyAnswer = Promise<Answered<unknown>>;
type Outcome = Static<typeof InvocationOutcome>;
type Simulation =
  | typeof invokeCommand
  | typeof autocompleteOption
  | typeof clickButton
  | typeof selectValues
  | typeof submitModal;

export interface InteractionCalls extends HandlerCalls {
  /** Posts an interaction as a user: a use of ping unless `data` says otherwise. */
  readonly send: (data?: object, more?: { as?: Caller; body?: object }) => AnyAnswer;
  /** The latest payload that the application received. */
  readonly received: () => Promise<Payload>;
  /** Uses ping, and returns the payload that the application received. */
  readonly aPing: (more?: { as?: Caller; body?: object }) => Promise<Payload>;
  readonly callback: (
    interaction: Pick<Payload, "id" | "token">,
    body: unknown,
    query?: object,
  ) => AnyAnswer;
  readonly original: (interaction: Payload) => AnyAnswer;
  readonly editOriginal: (interaction: Payload, body: unknown) => AnyAnswer;
  readonly deleteOriginal: (interaction: Payload) => AnyAnswer;
  readonly followUp: (interaction: Payload, body: unknown) => AnyAnswer;
  /** Acts as a user through the control plane. */
  readonly act: (endpoint: Simulation, user: string, body: object) => Promise<Outcome>;
  /** Invokes through the control plane. */
  readonly invoke: (user: string, body: object) => Promise<Outcome>;
}

/** Opens the handlers on a store with the situation's records. */
export async function openInteractionCalls(situation: Situation = {}): Promise<InteractionCalls> {
  const calls = await openHandlerCalls(interactionHandlers);
  await calls.seed((tx) => fill(tx, situation));
  const act = actingOn(calls);
  return {
    ...calls,
    ...userCalls(calls),
    ...applicationCalls(calls),
    act,
    invoke: (user, form) => act(invokeCommand, user, form),
  };
}

function userCalls(calls: HandlerCalls): Pick<InteractionCalls, "send" | "received" | "aPing"> {
  const place = { application_id: ids.application, guild_id: ids.guild, channel_id: ids.general };
  const send: InteractionCalls["send"] = (data = {}, { as = asBob, body = {} } = {}) =>
    calls.call(createInteraction, {
      as,
      body: { type: 2, ...place, data: { id: ids.ping, ...data }, ...body },
    });
  const facts = emittedFacts(calls.store);
  const received = async () => {
    const sent = facts.all.filter((fact) => fact.scope.kind === "application").at(-1);
    if (sent === undefined) throw new Error("the application was sent nothing");
    return sent.payload as Payload;
  };
  return {
    send,
    received,
    async aPing(more) {
      const { status, body } = await send({}, more);
      if (status !== 204) throw new Error(`refused: ${JSON.stringify(body)}`);
      return received();
    },
  };
}

function applicationCalls({ call }: HandlerCalls) {
  const request = ({ application_id, token }: Payload) => ({
    as: nobody,
    params: { webhook_id: application_id, webhook_token: token },
  });
  return {
    callback: ({ id, token }: Pick<Payload, "id" | "token">, body: unknown, query: object = {}) =>
      call(answerInteraction, {
        as: nobody,
        params: { interaction_id: id, interaction_token: token },
        query,
        body,
      }),
    original: (at: Payload) => call(getOriginalResponse, request(at)),
    editOriginal: (at: Payload, body: unknown) =>
      call(editOriginalResponse, { ...request(at), body }),
    deleteOriginal: (at: Payload) => call(deleteOriginalResponse, request(at)),
    followUp: (at: Payload, body: unknown) => call(createFollowUp, { ...request(at), body }),
  };
}

/** Runs handlers that wait; refusals are thrown unchanged. */
function actingOn(calls: HandlerCalls): InteractionCalls["act"] {
  const bindings = [...invokeHandlers(calls), ...simulatedComponentHandlers(calls)];
  return async (endpoint, user, form) => {
    const binding = bindings.find((each) => each.endpoint === endpoint);
    if (binding === undefined) throw new Error(`there is no handler for ${endpoint.id}`);
    const request = { as: { kind: "control" }, params: { user }, body: form } as const;
    const { body } = await answerOf(binding, calls, request);
    return body as Outcome;
  };
}

/** The code and the error tree of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<{ code: number; errors?: unknown }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.declaration.code, ...error.details };
  }
  throw new Error("it was not refused");
}
