// Checks what deploying a list of commands would change, and deploys it.
import { useState, type ChangeEvent, type SubmitEvent } from "react";
import type { ControlReply } from "@antechamber/sdk/control";
import { LIST_MAX, queries, useAct, useAnswer } from "../api/queries.ts";
import { useParameter, useWorld } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { useOneAtATime } from "../parts/one-at-a-time.ts";
import { Card, Fault, Json, styles } from "../parts/parts.tsx";
import { asApplication } from "../parts/with-token.ts";

type Verdict = ControlReply<"control.commands.check">;

/** A pasted manifest; undefined if it is not a list. */
function manifestIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the manifest is for a guild or global; the URL holds the choice. */
function usePlace() {
  const [guild, choose] = useParameter("guild");
  const { data } = useAnswer("control.guilds.list", { query: { limit: LIST_MAX } });
  const guilds = data?.items ?? [];
  const name = guilds.find(({ id }) => id === guild)?.name ?? guild;
  return {
    guild,
    choose,
    guilds,
    path: guild === "" ? "" : `/guilds/${guild}`,
    query: guild === "" ? {} : { guild },
    title: guild === "" ? "global commands" : `commands of ${name}`,
  };
}

interface PlaceChoiceProps {
  readonly place: ReturnType<typeof usePlace>;
  readonly chosen: () => void;
}

function PlaceChoice({ place, chosen }: PlaceChoiceProps) {
  return (
    <label>
      Deploy to{" "}
      <select
        value={place.guild}
        onChange={({ target }) => {
          place.choose(target.value);
          chosen();
        }}
      >
        <option value="">global commands</option>
        {place.guilds.map(({ id, name }) => (
          <option key={id} value={id}>
            commands of {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ManifestFieldsProps {
  readonly text: string;
  readonly write: (text: string) => void;
}

/** The manifest, pasted or loaded from a file. */
function ManifestFields({ text, write }: ManifestFieldsProps) {
  async function open({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    // Without this, browsers fire no change event when the same file is chosen again after an edit.
    target.value = "";
    if (file !== undefined) write(await file.text());
  }
  return (
    <>
      <label>
        Commands as a JSON array
        <textarea rows={8} value={text} onChange={({ target }) => write(target.value)} />
      </label>
      <label>
        Or a JSON file
        <input type="file" accept=".json" onChange={(event) => void open(event)} />
      </label>
    </>
  );
}

export function ManifestCheck({ application }: { readonly application: string }) {
  const world = useWorld();
  const once = useOneAtATime();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<unknown>();
  const [isDeployed, setDeployed] = useState(false);
  const place = usePlace();
  const check = useAct("control.commands.check");
  const manifest = manifestIn(text);
  function forget(): void {
    setDeployed(false);
    check.reset();
  }
  function write(next: string): void {
    setText(next);
    forget();
  }
  async function deploy(): Promise<void> {
    setFault(undefined);
    try {
      await asApplication({
        world,
        application,
        scope: "applications.commands.update",
        method: "PUT",
        path: `/applications/${application}${place.path}/commands`,
        body: manifest,
      });
      setDeployed(true);
      await queries.invalidateQueries({ queryKey: [world] });
    } catch (refused) {
      setFault(refused);
    }
  }
  return (
    <Card title="Deploy commands">
      <form
        className={styles.form}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (manifest === undefined) return;
          check.mutate({ path: { application }, query: place.query, body: manifest });
        }}
      >
        <ManifestFields text={text} write={write} />
        <PlaceChoice place={place} chosen={forget} />
        {text !== "" && manifest === undefined ? (
          <p className={styles.soft}>This is not a JSON array.</p>
        ) : null}
        <button type="submit" disabled={manifest === undefined || check.isPending} data-first>
          Check changes{" "}
        </button>
      </form>
      <Fault error={check.error ?? fault} />
      {check.data === undefined ? null : (
        <>
          <Outcome verdict={check.data} />
          {isDeployed ? (
            <p role="status">Deployed.</p>
          ) : (
            <Changing what="Deploying commands">
              <ActButton
                type="button"
                disabled={check.data.errors !== undefined}
                onClick={() => void once(deploy)}
              >
                Deploy to {place.title}
              </ActButton>
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
    ["keeps", verdict.unchanged],
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
        Uses {verdict.create.length} of the {left} command creations left today.
      </p>
    </div>
  );
}
