// What a user does in a channel, and what comes of it.
import { useMutation } from "@tanstack/react-query";
import type { ControlCallId, ControlInput, types } from "@antechamber/sdk/control";
import { createContext, useContext } from "react";
import { call, queries } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";

export type Outcome = types.InvocationOutcome;

/** Acts that end with an outcome. */
type Act = Extract<
  ControlCallId,
  "control.invoke" | "control.click" | "control.select" | "control.submit"
>;

/** What a pane can do, for whatever stands in it. */
export interface Actor {
  readonly user: string;
  readonly channel: string;
  /** Does something as the user. */
  readonly act: <I extends Act>(id: I, body: ControlInput<I>["body"]) => void;
  readonly isBusy: boolean;
}

export const ActorContext = createContext<Actor | undefined>(undefined);

export function useActor(): Actor {
  const actor = useContext(ActorContext);
  if (actor === undefined) throw new Error("there is no pane around this");
  return actor;
}

/** The actor of a pane, with what came of the last act. */
export function useActing(user: string, channel: string) {
  const world = useWorld();
  const mutation = useMutation<Outcome, Error, { readonly id: Act; readonly body: unknown }>({
    mutationFn: ({ id, body }) => call(world, id, { path: { user }, body } as ControlInput<Act>),
    onSettled: () => queries.invalidateQueries({ queryKey: [world, "control.view"] }),
  });
  const actor: Actor = {
    user,
    channel,
    act: (id, body) => mutation.mutate({ id, body }),
    isBusy: mutation.isPending,
  };
  return { actor, outcome: mutation.data, error: mutation.error, forget: mutation.reset };
}

/** What came of an act, where that is no message: a sentence. */
export function outcomeText({ outcome, reason, decision }: Outcome): string | undefined {
  switch (outcome) {
    case "denied": {
      const step = decision.find(({ decided }) => decided === "denies");
      return `Denied: ${step === undefined ? "no rule allows it" : step.rule}.`;
    }
    case "timed_out":
    case "failed":
      return `This interaction failed${reason === undefined ? "." : `: ${reason.message}`}`;
    case "pending":
      return "The application has not answered yet.";
    case "launched":
      return "The activity was launched.";
    case "deferred":
      return "The application is thinking…";
    case "replied":
    case "modal":
    case "autocomplete":
      return undefined;
  }
}
