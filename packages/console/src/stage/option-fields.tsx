// The options of a command as fields; an option with autocomplete asks the application.
import type { ControlInput } from "@antechamber/sdk/control";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "../api/queries.ts";
import { useWorld } from "../frame/address.ts";
import { useActor } from "./acting.ts";
import { nested, OptionKind, type CommandOption, type Typed } from "./commands.ts";
import styles from "./stage.module.css";

/** An application is asked when nothing was typed for so long. */
const DEBOUNCE_MS = 150;

export function OptionFields({ typed }: { readonly typed: Typed }) {
  const sorted = typed.options.toSorted(
    (a, b) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  return (
    <div className={styles.options}>
      {sorted.map((option, i) => (
        <label key={option.name}>
          {option.name}
          {option.required === true ? " (required)" : ""}
          <OptionField option={option} typed={typed} isFirst={i === 0} />
        </label>
      ))}
    </div>
  );
}

interface OptionFieldProps {
  readonly option: CommandOption;
  readonly typed: Typed;
  readonly isFirst: boolean;
}

function OptionField({ option, typed, isFirst }: OptionFieldProps) {
  const { name, required = false, choices, type, description = "" } = option;
  const common = { name, required, title: description, autoFocus: isFirst };
  if (choices !== undefined && choices.length > 0) {
    return (
      <select {...common}>
        {required ? null : <option value="" />}
        {choices.map((each) => (
          <option key={each.name} value={each.value}>
            {each.name}
          </option>
        ))}
      </select>
    );
  }
  if (type === OptionKind.BOOLEAN) {
    return (
      <select {...common}>
        {required ? null : <option value="" />}
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (option.autocomplete === true)
    return <Suggesting option={option} typed={typed} isFirst={isFirst} />;
  const isNumber = type === OptionKind.INTEGER || type === OptionKind.NUMBER;
  return (
    <input
      {...common}
      type={isNumber ? "number" : "text"}
      step={type === OptionKind.NUMBER ? "any" : undefined}
      min={option.min_value}
      max={option.max_value}
      minLength={option.min_length}
      maxLength={option.max_length}
      placeholder={description}
    />
  );
}

interface Suggestion {
  readonly name: string;
  readonly value: string;
}

/** What the application suggests for what is typed so far. */
async function suggestions(
  world: string,
  user: string,
  body: ControlInput<"control.autocomplete">["body"],
): Promise<readonly Suggestion[]> {
  const { choices = [] } = await call(world, "control.autocomplete", { path: { user }, body });
  return choices.map(({ name, value }) => ({ name, value: String(value) }));
}

/** The newest answer counts, whatever order answers come in. */
function Suggesting({ option, typed, isFirst }: OptionFieldProps) {
  const { user, channel } = useActor();
  const world = useWorld();
  const id = useId();
  const [text, setText] = useState("");
  const [choices, setChoices] = useState<readonly Suggestion[]>([]);
  const asked = useRef(0);
  useEffect(() => {
    const turn = (asked.current += 1);
    const timer = setTimeout(() => {
      const body = {
        application: typed.command.application_id,
        channel,
        command: typed.command.id,
        options: nested(typed.path, { [option.name]: text }),
        focused: option.name,
      };
      const take = (found: readonly Suggestion[]): void => {
        if (turn === asked.current) setChoices(found);
      };
      void suggestions(world, user, body).then(take, () => undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, world, user, channel, typed, option.name]);
  return (
    <>
      <input
        name={option.name}
        required={option.required ?? false}
        list={id}
        autoFocus={isFirst}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {choices.map(({ name, value }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The values of a form's options, as the control plane takes them. */
export function optionValues(
  options: readonly CommandOption[],
  data: FormData,
): Readonly<Record<string, unknown>> {
  const values = options.flatMap((option): readonly (readonly [string, unknown])[] => {
    const text = data.get(option.name);
    return typeof text !== "string" || text === "" ? [] : [[option.name, valueOf(option, text)]];
  });
  return Object.fromEntries(values);
}

function valueOf({ type }: CommandOption, text: string): unknown {
  if (type === OptionKind.INTEGER || type === OptionKind.NUMBER) return Number(text);
  return type === OptionKind.BOOLEAN ? text === "true" : text;
}
