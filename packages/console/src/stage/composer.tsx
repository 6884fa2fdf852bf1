// Where a user writes, and types commands: `/` opens what they may use here.
import { useId, useState, type KeyboardEvent } from "react";
import { useAct } from "../api/queries.ts";
import { Fault } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { nested, useCommands, type Typed } from "./commands.ts";
import { OptionFields, optionValues } from "./option-fields.tsx";
import styles from "./stage.module.css";

/** Commands shown at once. */
const SHOWN_MAX = 50;

export function Composer() {
  const { user, channel } = useActor();
  const [text, setText] = useState("");
  const [chosen, choose] = useState<Typed>();
  const commands = useCommands(user, channel);
  const send = useAct("control.message");
  const typed = text.startsWith("/") ? text.slice(1).toLowerCase() : undefined;
  const found =
    typed === undefined
      ? []
      : (commands.data ?? []).filter(({ path }) => path.startsWith(typed)).slice(0, SHOWN_MAX);
  if (chosen !== undefined) {
    return (
      <CommandForm
        typed={chosen}
        done={() => {
          choose(undefined);
          setText("");
        }}
      />
    );
  }
  return (
    <div className={styles.composer}>
      <Fault error={send.error ?? commands.error} />
      <Line
        text={text}
        setText={setText}
        found={found}
        isPicking={typed !== undefined}
        choose={choose}
        send={() => {
          send.mutate({ path: { user }, body: { channel, content: text } });
          setText("");
        }}
      />
    </div>
  );
}

interface LineProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly found: readonly Typed[];
  readonly isPicking: boolean;
  readonly choose: (typed: Typed) => void;
  readonly send: () => void;
}

function Line({ text, setText, found, isPicking, choose, send }: LineProps) {
  const { user } = useActor();
  const id = useId();
  const [at, setAt] = useState(0);
  const marked = Math.min(at, found.length - 1);
  function pressed(event: KeyboardEvent): void {
    if (!isPicking) return;
    if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, marked + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, marked - 1));
    else if (event.key === "Escape") setText("");
    else return;
    event.preventDefault();
  }
  return (
    <>
      {isPicking ? <Picker id={id} found={found} marked={marked} choose={choose} /> : null}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          const command = found[marked];
          if (isPicking) {
            if (command !== undefined) choose(command);
          } else if (text !== "") send();
        }}
      >
        <input
          role="combobox"
          aria-label={`Write as ${user}`}
          aria-expanded={isPicking}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={isPicking && found.length > 0 ? `${id}-${marked}` : undefined}
          placeholder="Write, or / for commands"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={pressed}
        />
        <button type="submit">{isPicking ? "Choose" : "Send"}</button>
      </form>
    </>
  );
}

interface PickerProps {
  readonly id: string;
  readonly found: readonly Typed[];
  readonly marked: number;
  readonly choose: (typed: Typed) => void;
}

function Picker({ id, found, marked, choose }: PickerProps) {
  return (
    <ul className={styles.picker} role="listbox" id={id} aria-label="Commands">
      {found.map((typed, i) => (
        <li
          key={`${typed.command.id} ${typed.path}`}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === marked}
          onClick={() => choose(typed)}
        >
          <strong>/{typed.path}</strong> {typed.description}
        </li>
      ))}
      {found.length === 0 ? (
        <li role="option" aria-selected={false} aria-disabled>
          No command of this name that this user may use here.
        </li>
      ) : null}
    </ul>
  );
}

function CommandForm({ typed, done }: { readonly typed: Typed; readonly done: () => void }) {
  const { act, channel, isBusy } = useActor();
  const { command, path, options } = typed;
  return (
    <form
      className={styles.composer}
      aria-label={`/${path}`}
      onKeyDown={({ key }) => {
        if (key === "Escape") done();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const values = optionValues(options, new FormData(event.currentTarget));
        act("control.invoke", {
          application: command.application_id,
          channel,
          command: command.id,
          options: nested(path, values),
          until: "acknowledged",
        });
        done();
      }}
    >
      <strong>/{path}</strong>
      <OptionFields typed={typed} />
      <div className={styles.row}>
        <button type="submit" data-first disabled={isBusy} autoFocus={options.length === 0}>
          Run /{path}
        </button>
        <button type="button" onClick={done}>
          Cancel
        </button>
      </div>
    </form>
  );
}
