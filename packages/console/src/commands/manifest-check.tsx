// What deploying a list of commands would do, and doing it.
import { useState, type ChangeEvent, type SubmitEvent } from "react";
import type { ControlReply } from "@antechamber/sdk/control";
import { queries, useAct } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";
import { Changing } from "../parts/mode.tsx";
import { Card, Fault, Json, styles } from "../parts/parts.tsx";
import { asApplication } from "../parts/with-token.ts";

type Verdict = ControlReply<"control.commands.check">;

/** A manifest as it was pasted; undefined where it is no list. */
function manifestIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function ManifestCheck({ application }: { readonly application: string }) {
  const world = useWorld();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<unknown>();
  const [isApplied, setApplied] = useState(false);
  const check = useAct("control.commands.check");
  const manifest = manifestIn(text);
  function write(next: string): void {
    setText(next);
    setApplied(false);
    check.reset();
  }
  async function open({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file !== undefined) write(await file.text());
  }
  async function apply(): Promise<void> {
    setFault(undefined);
    try {
      await asApplication({
        world,
        application,
        scope: "applications.commands.update",
        method: "PUT",
        path: `/applications/${application}/commands`,
        body: manifest,
      });
      setApplied(true);
      await queries.invalidateQueries({ queryKey: [world] });
    } catch (refused) {
      setFault(refused);
    }
  }
  return (
    <Card title="What would deploying change?">
      <form
        className={styles.form}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (manifest !== undefined) check.mutate({ path: { application }, body: manifest });
        }}
      >
        <label>
          A list of commands in JSON
          <textarea rows={8} value={text} onChange={({ target }) => write(target.value)} />
        </label>
        <label>
          Or a file with it
          <input type="file" accept=".json" onChange={(event) => void open(event)} />
        </label>
        {text !== "" && manifest === undefined ? (
          <p className={styles.soft}>This is no list in JSON yet.</p>
        ) : null}
        <button type="submit" disabled={manifest === undefined || check.isPending} data-first>
          Check
        </button>
      </form>
      <Fault error={check.error ?? fault} />
      {check.data === undefined ? null : (
        <>
          <Outcome verdict={check.data} />
          {isApplied ? (
            <p role="status">Applied.</p>
          ) : (
            <Changing what="Applying it">
              <button
                type="button"
                disabled={check.data.errors !== undefined}
                onClick={() => void apply()}
              >
                Apply it to the global commands
              </button>
            </Changing>
          )}
        </>
      )}
    </Card>
  );
}

function Outcome({ verdict }: { readonly verdict: Verdict }) {
  const left = verdict.creates_left_today;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["creates", verdict.create],
    ["changes", verdict.update],
    ["renames", verdict.rename.map(({ from, to }) => `${from} → ${to}`)],
    ["deletes", verdict.delete],
    ["leaves", verdict.unchanged],
    ["loses the permissions of", verdict.loses_permissions],
  ];
  return (
    <div role="status">
      {verdict.errors === undefined ? null : <Json name="errors" value={verdict.errors} />}
      <ul>
        {rows
          .filter(([, names]) => names.length > 0)
          .map(([what, names]) => (
            <li key={what}>
              {what} {names.join(", ")}
            </li>
          ))}
        {verdict.lint.map(({ path, message }) => (
          <li key={`${path} ${message}`} data-tone="warn">
            ! {path} {message}
          </li>
        ))}
      </ul>
      <p>
        This takes {verdict.create.length} of the {left} creations that are left today.
      </p>
    </div>
  );
}
