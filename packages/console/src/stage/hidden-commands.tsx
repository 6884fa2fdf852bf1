// The commands that a user cannot use in a place, each with the step that denies it, for developers
// who miss a command of theirs.
import { CommandType } from "@antechamber/contract/command-types";
import type { types } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LIST_MAX, call, useAnswer } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { useCommandIndex } from "./app-commands.ts";
import { placeOf, useSeen } from "./session/use-session.ts";
import styles from "./stage.module.css";

/** The most hidden commands whose reason is shown. */
const SHOWN_MAX = 25;

interface Hidden {
  readonly id: string;
  readonly name: string;
  readonly application: string;
}

/** The typed commands that the user may not use here; only requested on demand. */
function useHidden(isAsked: boolean) {
  const world = useWorld();
  const { user, channel } = useActor();
  const seen = useSeen();
  const { guild } = placeOf(seen, channel);
  return useQuery({
    queryKey: [world, "hidden commands", user, channel, guild?.id, seen.commandsTurn],
    enabled: isAsked && seen.me !== undefined && channel !== "",
    queryFn: async (): Promise<readonly Hidden[]> => {
      const query = { limit: LIST_MAX, ...(guild === undefined ? {} : { guild: guild.id }) };
      const { items } = await call(world, "control.commands.list", { query });
      const typed = items.filter(
        ({ type, guild_id: only }) =>
          (type ?? CommandType.CHAT_INPUT) === CommandType.CHAT_INPUT &&
          (guild !== undefined || typeof only !== "string"),
      );
      if (typed.length === 0) return [];
      const cells = typed.map(({ id, application }): types.DecisionCell => ({
        user,
        application,
        command: id ?? "",
        channel,
      }));
      const { results } = await call(world, "control.decisions", { body: { cells } });
      return typed
        .filter((_, at) => results[at]?.allowed === false)
        .map(({ id, name, application }) => ({ id: id ?? "", name, application }));
    },
  });
}

/** Beside the picker: how many commands that match the text are hidden, and why. */
export function HiddenCommands({ text }: { readonly text: string }) {
  const { user } = useActor();
  const { applications } = useCommandIndex();
  const [isShown, show] = useState(false);
  const { data = [], error } = useHidden(true);
  const [typedName = ""] = text.slice(1).toLowerCase().split(" ");
  const found = data.filter(({ name }) => name.startsWith(typedName));
  if (error !== null) return <Fault error={error} />;
  if (found.length === 0) return null;
  return (
    <div className={styles.hidden}>
      <button type="button" aria-expanded={isShown} onClick={() => show(!isShown)}>
        {isShown ? "Hide" : "Show"} hidden ({found.length})
      </button>
      {isShown ? (
        <ul aria-label={`Commands hidden from ${user}`}>
          {found.slice(0, SHOWN_MAX).map((command) => (
            <li key={command.id}>
              <strong>/{command.name}</strong> {applications.get(command.application) ?? ""}{" "}
              <DenyingStep command={command} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function DenyingStep({ command: { id, application } }: { readonly command: Hidden }) {
  const { user, channel } = useActor();
  const query = { user, application, channel, command: id };
  const { data, error } = useAnswer("control.decision", { query });
  const step = data?.decision.find(({ decided }) => decided === "denies");
  if (error !== null) return <Fault error={error} />;
  if (step === undefined) return null;
  return (
    <span className={styles.note}>
      denied at step {step.step}: {step.rule}: {step.outcome} ({data?.outcome})
    </span>
  );
}
