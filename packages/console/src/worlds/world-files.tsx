// Saving and loading the world as a file: YAML or JSON.
import { RestError } from "@antechamber/sdk/control";
import { useState, type SubmitEvent } from "react";
import { MAIN } from "../api/control.ts";
import { call, queries } from "../api/queries.ts";
import { consoleHeaders } from "../api/session.ts";
import { useWorld } from "../api/address.ts";
import { ActButton } from "../parts/act-button.tsx";
import { Changing } from "../parts/mode.tsx";
import { Card, Fault, styles } from "../parts/parts.tsx";
import { saveFile } from "../parts/save-file.ts";

const formats = {
  yaml: { title: "YAML", mediaType: "application/yaml" },
  json: { title: "JSON", mediaType: "application/json" },
} as const;
type Format = keyof typeof formats;

export function WorldFiles() {
  const world = useWorld();
  return (
    <Card title="World files">
      <Save />
      <Changing what="Loading a world file">
        <Load key={world} />
      </Changing>
    </Card>
  );
}

function Save() {
  const world = useWorld();
  const [format, setFormat] = useState<Format>("yaml");
  const [isSmall, setSmall] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setFault(undefined);
    setBusy(true);
    try {
      const less = isSmall ? { without: ["messages", "files"] as const } : {};
      const query = { format, ...less };
      const file: unknown = await call(world, "control.world.get", { query });
      const text = typeof file === "string" ? file : `${JSON.stringify(file, null, 2)}\n`;
      saveFile(`${world}.${format}`, text, formats[format].mediaType);
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
  };
  return (
    <>
      <form
        className={`${styles.row} ${styles.spaced}`}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          Export {world} as{" "}
          <select value={format} onChange={({ target }) => setFormat(target.value as Format)}>
            {Object.entries(formats).map(([name, { title }]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={isSmall}
            onChange={({ target }) => setSmall(target.checked)}
          />{" "}
          without messages and files
        </label>
        <button type="submit" disabled={isBusy}>
          Export{" "}
        </button>
      </form>
      <Fault error={fault} />
    </>
  );
}

/** Replaces a world by a world file. @throws RestError */
async function putWorld(world: string, file: File): Promise<void> {
  const query = world === MAIN ? "" : `?world=${encodeURIComponent(world)}`;
  const format = /\.json$/i.test(file.name) ? "json" : "yaml";
  const response = await fetch(`/control/v1/world${query}`, {
    method: "PUT",
    headers: { ...consoleHeaders, "content-type": formats[format].mediaType },
    body: await file.text(),
  });
  if (!response.ok) throw RestError.of(response, await response.text());
}

/** Creates a world from a file; if the file is refused, the new world is deleted. @throws RestError */
async function createFrom(shown: string, name: string, file: File): Promise<void> {
  await call(shown, "control.worlds.create", { body: { name } });
  try {
    await putWorld(name, file);
  } catch (error) {
    // The error of the file matters more than that of the deletion, even if an empty world remains.
    await call(shown, "control.worlds.delete", { path: { world: name } }).catch(() => undefined);
    // The journal with the entry belonged to the deleted world, so the error does not refer to it.
    throw error instanceof RestError ? new RestError(error.status, error.body) : error;
  }
}

function Load() {
  const world = useWorld();
  const [name, setName] = useState("");
  const [isNew, setNew] = useState(true);
  const [status, setStatus] = useState("");
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const load = async (file: File): Promise<void> => {
    setFault(undefined);
    setBusy(true);
    setStatus("");
    try {
      if (isNew) await createFrom(world, name, file);
      else await putWorld(world, file);
      setStatus(`Loaded ${file.name} into ${isNew ? name : world}.`);
    } catch (error) {
      setFault(error);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: [world] });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        const file = new FormData(event.currentTarget).get("file");
        if (file instanceof File && file.name !== "") void load(file);
      }}
    >
      <label>
        Load a world file
        <input name="file" type="file" accept=".yaml,.yml,.json" required />
      </label>
      <label>
        Into
        <select
          value={isNew ? "new" : "shown"}
          onChange={({ target }) => setNew(target.value === "new")}
        >
          <option value="new">a new world</option>
          <option value="shown">{world} (replaces everything in it)</option>
        </select>
      </label>
      {isNew ? (
        <label>
          Name of the new world
          <input
            required
            pattern="[a-z0-9_\-]{1,64}"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      ) : null}
      <ActButton type="submit" disabled={isBusy}>
        Load
      </ActButton>
      <p role="status">{status}</p>
      <Fault error={fault} />
    </form>
  );
}
