// The commands of applications, and what deploying a manifest would do to them.
import { useState } from "react";
import { useAct } from "../api/queries.ts";
import { ApplicationOfPage, useChosenApplication } from "../parts/application-choice.tsx";
import { Card, Empty, Fault, Json, Page, styles } from "../parts/parts.tsx";
import { useCommandsOf, type RegisteredCommand } from "../parts/registered-commands.ts";

const kinds: Readonly<Record<number, string>> = {
  1: "chat input",
  2: "user",
  3: "message",
  4: "entry point",
};

export function CommandsPage() {
  const application = useChosenApplication();
  return (
    <Page title="Commands" actions={<ApplicationOfPage />}>
      <Registered application={application} />
      <Check key={application} application={application} />
    </Page>
  );
}

function Registered({ application }: { readonly application: string }) {
  const { data, error } = useCommandsOf(application);
  const items = data?.items ?? [];
  return (
    <Card title="Registered">
      <Fault error={error} />
      {data !== undefined && items.length === 0 ? (
        <Empty>This application has registered no commands.</Empty>
      ) : null}
      {items.map((command) => (
        <CommandView key={command.id ?? command.name} command={command} />
      ))}
    </Card>
  );
}

function CommandView({ command }: { readonly command: RegisteredCommand }) {
  const { name, type, description, guild_id: guild, options } = command;
  const { default_member_permissions: bits = null } = command;
  return (
    <details>
      <summary>
        <strong>/{name}</strong> {kinds[type ?? 1]} {description}{" "}
        {typeof guild === "string" ? `of guild ${guild}` : ""}{" "}
        {bits === null ? "" : `asks for ${bits}`}
      </summary>
      <Json name="options" value={options ?? []} />
    </details>
  );
}

/** A manifest as it was pasted; undefined where it is no list. */
function manifestIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function Check({ application }: { readonly application: string }) {
  const [text, setText] = useState("");
  const check = useAct("control.commands.check");
  const manifest = manifestIn(text);
  return (
    <Card title="What would deploying change?">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (manifest !== undefined) check.mutate({ path: { application }, body: manifest });
        }}
      >
        <label>
          A list of commands in JSON
          <textarea rows={8} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        {text !== "" && manifest === undefined ? (
          <p className={styles.soft}>This is no list in JSON yet.</p>
        ) : null}
        <button type="submit" disabled={manifest === undefined || check.isPending} data-first>
          Check
        </button>
      </form>
      <Fault error={check.error} />
      {check.data === undefined ? null : <Outcome outcome={check.data} />}
    </Card>
  );
}

interface CheckOutcome {
  readonly errors?: unknown;
  readonly create: readonly string[];
  readonly update: readonly string[];
  readonly rename: readonly { readonly from: string; readonly to: string }[];
  readonly delete: readonly string[];
  readonly unchanged: readonly string[];
  readonly loses_permissions: readonly string[];
  readonly creates_left_today: number;
}

function Outcome({ outcome }: { readonly outcome: CheckOutcome }) {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["creates", outcome.create],
    ["changes", outcome.update],
    ["renames", outcome.rename.map(({ from, to }) => `${from} → ${to}`)],
    ["deletes", outcome.delete],
    ["leaves", outcome.unchanged],
    ["loses the permissions of", outcome.loses_permissions],
  ];
  return (
    <div role="status">
      {outcome.errors === undefined ? null : <Json name="errors" value={outcome.errors} />}
      <ul>
        {rows
          .filter(([, names]) => names.length > 0)
          .map(([what, names]) => (
            <li key={what}>
              {what} {names.join(", ")}
            </li>
          ))}
      </ul>
      <p>{outcome.creates_left_today} creations are left today.</p>
    </div>
  );
}
