// Why a member may use a command or not, step by step.
import type { types } from "@antechamber/sdk/control";
import { useState } from "react";
import { useAnswer } from "../api/queries.ts";
import { Card, Fault, styles } from "../parts/parts.tsx";

interface WhyProps {
  readonly application: string;
  readonly channel: string;
  readonly guild: string;
  readonly commands: readonly { readonly id: string; readonly name: string }[];
}

const LIST_MAX = 1000;

/** The members of a guild, by name. */
function usePeople(guild: string) {
  const members = useAnswer("control.members.list", { query: { limit: LIST_MAX, q: guild } });
  const users = useAnswer("control.users.list", { query: { limit: LIST_MAX } });
  const names = new Map((users.data?.items ?? []).map(({ id, username }) => [id, username]));
  const people = (members.data?.items ?? []).flatMap(({ user }) => {
    const name = names.get(String(user));
    return name === undefined ? [] : [{ id: String(user), name }];
  });
  return people;
}

export function Why({ application, channel, guild, commands }: WhyProps) {
  const people = usePeople(guild);
  const [askedUser, setUser] = useState("");
  const [askedCommand, setCommand] = useState("");
  const user = askedUser === "" ? (people[0]?.id ?? "") : askedUser;
  const command = askedCommand === "" ? (commands[0]?.id ?? "") : askedCommand;
  const { data, error } = useAnswer(
    "control.decision",
    { query: { user, application, channel, command } },
    { isOff: user === "" || command === "" },
  );
  return (
    <Card title="Why may somebody use a command?">
      <p className={styles.row}>
        <label>
          Member{" "}
          <select value={user} onChange={({ target }) => setUser(target.value)}>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Command{" "}
          <select value={command} onChange={({ target }) => setCommand(target.value)}>
            {commands.map(({ id, name }) => (
              <option key={id} value={id}>
                /{name}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Fault error={error} />
      {data === undefined ? null : <Steps view={data} />}
    </Card>
  );
}

function Steps({ view }: { readonly view: types.DecisionView }) {
  return (
    <>
      <p role="status" data-tone={view.allowed ? "good" : "bad"}>
        {view.allowed ? "✓ allowed" : `✕ denied: ${view.outcome}`}
      </p>
      <ol className={styles.plain} aria-label="Steps">
        {view.decision.map(({ step, rule, subject, outcome, decided }) => (
          <li key={`${step} ${rule} ${subject}`}>
            {step}. {rule}: {subject}, {outcome}
            {decided === null ? "" : ` → ${decided} here`}
          </li>
        ))}
      </ol>
    </>
  );
}
