// The actions of a user in a channel, and their outcomes.
import { useMutation } from "@tanstack/react-query";
import type { ControlCallId, ControlInput, types } from "@antechamber/sdk/control";
import { createContext, useContext, useMemo, useState } from "react";
import { call } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import type { Message } from "./session/seen-messages.ts";

export type Outcome = types.InvocationOutcome;

/** Calls that return an outcome. */
type Act = Extract<
  ControlCallId,
  "control.invoke" | "control.click" | "control.select" | "control.submit"
>;

/** The actions of a pane, for its components. */
export interface Actor {
  readonly user: string;
  readonly channel: string;
  /**
   * Performs an action as the user; the line is the same action in a test. Returns whether the
   * service accepted it: if not, the user's input must stay.
   */
  readonly act: <I extends Act>(
    id: I,
    body: ControlInput<I>["body"],
    line: string,
  ) => Promise<boolean>;
  readonly isBusy: boolean;
  /** Navigates to another channel. */
  readonly go: (channel: string) => void;
  /** Makes the next message a reply to this one. */
  readonly reply: (message: Message) => void;
  /** Shows an error that has no place of its own. */
  readonly fail: (error: unknown) => void;
}

export const ActorContext = createContext<Actor | undefined>(undefined);

export function useActor(): Actor {
  const actor = useContext(ActorContext);
  if (actor === undefined) throw new Error("there is no pane around this");
  return actor;
}

interface Doing {
  readonly id: Act;
  readonly body: unknown;
  readonly line: string;
}

interface ActingOptions {
  readonly user: string;
  readonly channel: string;
  readonly go: (channel: string) => void;
}

/** The actor of a pane, with the outcome of the last action. */
export function useActing({ user, channel, go }: ActingOptions) {
  const world = useWorld();
  const [answered, reply] = useState<Message>();
  const [failure, fail] = useState<unknown>();
  const [outcome, setOutcome] = useState<Outcome>();
  const acting = useMutation<Outcome, Error, Doing>({
    mutationFn: ({ id, body }) => call(world, id, { path: { user }, body } as ControlInput<Act>),
    onSuccess: (came) => setOutcome(came),
  });
  const { mutateAsync, isPending, error, variables, reset } = acting;
  const actor = useMemo<Actor>(
    () => ({
      user,
      channel,
      act(id, body, line) {
        fail(undefined);
        // A modal stays open, with its input, until the service has accepted it.
        if (id !== "control.submit") setOutcome(undefined);
        return mutateAsync({ id, body: { ...body, until: "acknowledged" }, line }).then(
          () => true,
          () => false,
        );
      },
      isBusy: isPending,
      go,
      reply,
      fail,
    }),
    [user, channel, mutateAsync, isPending, go],
  );
  return {
    actor,
    outcome,
    line: variables?.line,
    error: error ?? failure,
    forget: () => {
      reset();
      setOutcome(undefined);
      fail(undefined);
    },
    // A reply only applies to the channel of its message.
    answered: answered?.channel_id === channel ? answered : undefined,
    answer: reply,
  };
}

/** The outcome of an action as a sentence, unless it is a message. */
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
      return "The application has not responded yet.";
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
