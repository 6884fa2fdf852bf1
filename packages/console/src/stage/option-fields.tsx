// The options of a command as fields; an option with autocomplete requests suggestions from the
// application.
import { OptionType } from "@antechamber/contract/command-types";
import type { ControlInput, types } from "@antechamber/sdk/control";
import { useEffect, useId, useRef, useState } from "react";
import { call } from "../api/queries.ts";
import { useWorld } from "../api/address.ts";
import { useActor } from "./acting.ts";
import { nested, type CommandOption, type Typed } from "./app-commands.ts";
import { EntityPicker, type EntityKind } from "./entity-picker.tsx";
import { encoded, filesIn } from "./files.ts";
import styles from "./stage.module.css";
import { Suggestions, useMarked } from "../parts/suggestions.tsx";

/** The debounce of autocomplete, in milliseconds. */
const DEBOUNCE_MS = 150;

export function OptionFields({ typed }: { readonly typed: Typed }) {
  const sorted = typed.options.toSorted(
    (a, b) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  return (
    <div className={styles.options}>
      {sorted.map((option, i) => (
        <div key={option.name} className={styles.option}>
          <OptionField option={option} typed={typed} isFirst={i === 0} />
        </div>
      ))}
    </div>
  );
}

interface OptionFieldProps {
  readonly option: CommandOption;
  readonly typed: Typed;
  readonly isFirst: boolean;
}

function labelOf({ name, name_localized: shown = name, required = false }: CommandOption): string {
  return `${shown}${required ? " (required)" : ""}`;
}

const entityKinds: Readonly<Record<number, readonly EntityKind[]>> = {
  [OptionType.USER]: ["user"],
  [OptionType.ROLE]: ["role"],
  [OptionType.CHANNEL]: ["channel"],
  [OptionType.MENTIONABLE]: ["user", "role"],
};

function OptionField(props: OptionFieldProps) {
  const { option, isFirst } = props;
  const kinds = entityKinds[option.type];
  const label = labelOf(option);
  if (kinds !== undefined) {
    return (
      <>
        <span aria-hidden>{label}</span>
        <EntityPicker
          name={option.name}
          label={label}
          placeholder={option.description}
          kinds={kinds}
          channelTypes={option.channel_types ?? []}
          isRequired={option.required ?? false}
          isFirst={isFirst}
        />
      </>
    );
  }
  if (option.autocomplete === true) return <Suggesting {...props} />;
  return (
    <label>
      {label}
      <PlainField {...props} />
    </label>
  );
}

function PlainField({ option, isFirst }: OptionFieldProps) {
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
  if (type === OptionType.BOOLEAN) {
    return (
      <select {...common}>
        {required ? null : <option value="" />}
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (type === OptionType.ATTACHMENT) return <input {...common} type="file" />;
  const isNumber = type === OptionType.INTEGER || type === OptionType.NUMBER;
  return (
    <input
      {...common}
      type={isNumber ? "number" : "text"}
      step={type === OptionType.NUMBER ? "any" : undefined}
      min={option.min_value}
      max={option.max_value}
      minLength={option.min_length}
      maxLength={option.max_length}
      placeholder={description}
    />
  );
}

interface Offer {
  readonly name: string;
  readonly value: string;
}

interface Offered {
  readonly choices: readonly Offer[];
  /** How long the application took, in real milliseconds; undefined before it answered. */
  readonly tookMs: number | undefined;
  readonly error: string | undefined;
}

const nothingOffered: Offered = { choices: [], tookMs: undefined, error: undefined };

/** The application's suggestions for the text so far. */
async function offers(
  world: string,
  user: string,
  body: ControlInput<"control.autocomplete">["body"],
): Promise<Offered> {
  const began = performance.now();
  const answer = await call(world, "control.autocomplete", { path: { user }, body });
  const { choices = [], outcome, reason } = answer;
  return {
    choices: choices.map(({ name, value }) => ({ name, value: String(value) })),
    tookMs: Math.round(performance.now() - began),
    error:
      outcome === "autocomplete"
        ? undefined
        : (reason?.message ?? "The application did not respond."),
  };
}

interface Asking {
  readonly text: string;
  /** True while the field is focused: autocomplete is only requested for that field. */
  readonly isOpen: boolean;
  readonly form: () => FormData;
}

/**
 * Requests suggestions as the user types and when they focus the field, because suggestions may
 * depend on other options, which may have changed. A late answer to an earlier request is ignored.
 */
function useOffers({ option, typed }: OptionFieldProps, { text, isOpen, form }: Asking) {
  const { user, channel } = useActor();
  const world = useWorld();
  const [offered, setOffered] = useState(nothingOffered);
  const requests = useRef(0);
  const values = useRef(form);
  values.current = form;
  useEffect(() => {
    if (!isOpen) return undefined;
    const turn = (requests.current += 1);
    const timer = setTimeout(() => {
      const typedSoFar = optionValues(typed.options, values.current());
      const body = {
        application: typed.command.application_id,
        channel,
        command: typed.command.id,
        options: nested(typed.path, { ...typedSoFar, [option.name]: text }),
        focused: option.name,
      };
      const take = (found: Offered): void => {
        if (turn === requests.current) setOffered(found);
      };
      void offers(world, user, body).then(take, (error: unknown) =>
        take({ ...nothingOffered, error: String(error) }),
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isOpen, world, user, channel, typed, option.name]);
  return offered;
}

/** A field with autocomplete: shows the name of a suggestion and sends its value. */
function Suggesting(props: OptionFieldProps) {
  const { option, isFirst } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Offer>();
  const [isOpen, setOpen] = useState(false);
  const formOf = () => new FormData(field.current?.form ?? undefined);
  const { choices, tookMs, error } = useOffers(props, { text, isOpen, form: formOf });
  const choose = (at: number): void => {
    const found = choices[at];
    if (found === undefined) return;
    setChosen(found);
    setText(found.name);
    setOpen(false);
  };
  const { marked, mark, takes } = useMarked({
    count: choices.length,
    choose,
    leave: () => setOpen(false),
  });
  return (
    <>
      <span aria-hidden>{labelOf(option)}</span>
      <input type="hidden" name={option.name} value={chosen?.value ?? text} />
      <input
        ref={field}
        role="combobox"
        aria-label={labelOf(option)}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices.length > 0 ? `${id}-${marked}` : undefined}
        autoComplete="off"
        placeholder={option.description}
        required={option.required ?? false}
        autoFocus={isFirst}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(undefined);
          setOpen(true);
          mark(0);
        }}
        onKeyDown={(event) => {
          const isForList = choices.length > 0 || event.key === "Escape";
          if (isOpen && isForList && event.key !== "Tab") takes(event);
        }}
      />
      {isOpen ? (
        <Suggestions
          id={id}
          label={`Suggestions for ${typedName(props)}`}
          items={choices.map(({ name, value }) => ({ key: value, text: name }))}
          marked={marked}
          choose={choose}
          empty={error ?? (tookMs === undefined ? "Loading…" : "No suggestions.")}
        />
      ) : null}
      {tookMs === undefined ? null : <span className={styles.note}>responded in {tookMs} ms</span>}
    </>
  );
}

function typedName({ typed }: OptionFieldProps): string {
  return `/${typed.path}`;
}

/** The values of a form's options in the control plane's format, with files separately. */
export function optionValues(
  options: readonly CommandOption[],
  data: FormData,
): Readonly<Record<string, unknown>> {
  const values = options.flatMap((option): readonly (readonly [string, unknown])[] => {
    const text = data.getAll(option.name).find((each) => each !== "");
    return typeof text !== "string" ? [] : [[option.name, valueOf(option, text)]];
  });
  return Object.fromEntries(values);
}

function valueOf({ type }: CommandOption, text: string): unknown {
  const isNumber = type === OptionType.INTEGER || type === OptionType.NUMBER;
  if (isNumber) return Number(text);
  return type === OptionType.BOOLEAN ? text === "true" : text;
}

/** The values with their files encoded; options with a file contain its index. */
export async function valuesWithFiles(
  options: readonly CommandOption[],
  data: FormData,
): Promise<{
  readonly values: Readonly<Record<string, unknown>>;
  readonly attachments: readonly types.EncodedFile[];
}> {
  const held = options
    .filter(({ type }) => type === OptionType.ATTACHMENT)
    .flatMap(({ name }) => filesIn(data, name).map((file) => ({ name, file })));
  const named = held.map(({ name }, i) => [name, String(i)] as const);
  return {
    values: { ...optionValues(options, data), ...Object.fromEntries(named) },
    attachments: await Promise.all(held.map(({ file }) => encoded(file))),
  };
}
