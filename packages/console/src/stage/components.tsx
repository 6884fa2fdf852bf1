// Renders components of messages, of both versions, for use. An unknown type is shown as JSON.
// Source: the reference's public documentation, Component Reference.
import {
  ButtonStyle,
  ComponentType,
  type MessageComponentNumber,
} from "@antechamber/contract/component-types";
import { useId, useRef, useState, type SubmitEvent, type ReactNode } from "react";
import { Emoji } from "../markdown/emoji.tsx";
import { MessageText } from "../markdown/text.tsx";
import { Json } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { Choices, countFault } from "./choices.tsx";
import { entityKinds, optionText, type ComponentData } from "./component-kinds.ts";
import { EntityPicker } from "./entity-picker.tsx";
import { colourOf, Covered, FileView, Media } from "./media.tsx";
import { placeOf, useSession } from "./session/use-session.ts";
import styles from "./stage.module.css";
import { clickLine, selectLine } from "./test-lines.ts";

interface ComponentProps {
  readonly data: ComponentData;
  readonly message: string;
}

const buttonLooks: Readonly<Record<number, string | undefined>> = {
  [ButtonStyle.SUCCESS]: styles.success,
  [ButtonStyle.DANGER]: styles.danger,
};

export function Components({
  list,
  message,
}: {
  readonly list: readonly ComponentData[];
  readonly message: string;
}) {
  return list.map((data, i) => <Component key={i} data={data} message={message} />);
}

const views: Readonly<Record<MessageComponentNumber, (props: ComponentProps) => ReactNode>> = {
  [ComponentType.ACTION_ROW]: Row,
  [ComponentType.BUTTON]: Button,
  [ComponentType.STRING_SELECT]: StringSelect,
  [ComponentType.USER_SELECT]: EntitySelect,
  [ComponentType.ROLE_SELECT]: EntitySelect,
  [ComponentType.MENTIONABLE_SELECT]: EntitySelect,
  [ComponentType.CHANNEL_SELECT]: EntitySelect,
  [ComponentType.SECTION]: Section,
  [ComponentType.TEXT_DISPLAY]: ({ data }) => <MessageText text={data.content ?? ""} />,
  [ComponentType.THUMBNAIL]: ({ data }) => (
    <Media url={data.media?.url ?? ""} description={data.description} isSpoiler={data.spoiler} />
  ),
  [ComponentType.MEDIA_GALLERY]: Gallery,
  [ComponentType.FILE]: AttachedFile,
  [ComponentType.SEPARATOR]: Separator,
  [ComponentType.CONTAINER]: Container,
};

function Component({ data, message }: ComponentProps) {
  const View = (views as Readonly<Record<number, typeof Row>>)[data.type];
  return View === undefined ? (
    <Json name="component" value={data} />
  ) : (
    <View data={data} message={message} />
  );
}

function Row({ data, message }: ComponentProps) {
  return (
    <div className={styles.row}>
      <Components list={data.components ?? []} message={message} />
    </div>
  );
}

function Section({ data, message }: ComponentProps) {
  return (
    <div className={styles.section}>
      <div>
        <Components list={data.components ?? []} message={message} />
      </div>
      {data.accessory === undefined ? null : <Component data={data.accessory} message={message} />}
    </div>
  );
}

function Gallery({ data }: ComponentProps) {
  return (
    <div className={styles.row}>
      {(data.items ?? []).map(({ media, description, spoiler }, i) => (
        <Media key={i} url={media.url} description={description} isSpoiler={spoiler} />
      ))}
    </div>
  );
}

function AttachedFile({ data }: ComponentProps) {
  const { file, name = "file", size, spoiler = false } = data;
  const shown = { filename: name, url: file?.url ?? "", ...(size === undefined ? {} : { size }) };
  return (
    <Covered isCovered={spoiler}>
      <FileView file={shown} />
    </Covered>
  );
}

const LARGE_SPACING = 2;

function Separator({ data }: ComponentProps) {
  const { divider: hasLine = true, spacing = 1 } = data;
  const className = spacing === LARGE_SPACING ? styles.wide : styles.narrow;
  return hasLine ? <hr className={className} /> : <div className={className} />;
}

function Container({ data, message }: ComponentProps) {
  return (
    <Covered isCovered={data.spoiler === true}>
      <div
        className={styles.container}
        style={{ borderInlineStartColor: colourOf(data.accent_color) }}
      >
        <Components list={data.components ?? []} message={message} />
      </div>
    </Covered>
  );
}

/** Uses a component, with the same action as a line of a test. */
function useUsing(message: string) {
  const { act, user, channel, isBusy } = useActor();
  const session = useSession();
  const place = () => placeOf(session.seen(), channel);
  return {
    isBusy,
    click: ({ custom_id = "", label = custom_id }: ComponentData): void => {
      void act("control.click", { message, custom_id }, clickLine(user, place(), label));
    },
    select: (
      { custom_id = "", placeholder: menu = custom_id }: ComponentData,
      values: string[],
    ): void => {
      const line = selectLine(user, place(), { menu, values });
      void act("control.select", { message, custom_id, values }, line);
    },
  };
}

function Button({ data, message }: ComponentProps) {
  const { click, isBusy } = useUsing(message);
  if (data.style === ButtonStyle.LINK) return <LinkButton data={data} />;
  if (data.style === ButtonStyle.PREMIUM) {
    return (
      <button
        type="button"
        disabled
        title="Purchases are not simulated: the application receives no interaction for this button."
      >
        Buy {data.sku_id}
      </button>
    );
  }
  return (
    <button
      type="button"
      className={buttonLooks[data.style ?? 0]}
      data-first={data.style === ButtonStyle.PRIMARY ? true : undefined}
      disabled={data.disabled === true}
      // `aria-disabled` instead of `disabled`, so that the button keeps the focus while it waits.
      aria-disabled={isBusy ? true : undefined}
      onClick={() => (isBusy ? undefined : click(data))}
    >
      <Face data={data} />
    </button>
  );
}

/** The content of a button. */
function Face({ data: { emoji, label = "" } }: Pick<ComponentProps, "data">) {
  if (emoji === undefined) return label;
  return (
    <>
      <Emoji emoji={emoji} />
      {label === "" ? "" : ` ${label}`}
    </>
  );
}

/** A link button; when disabled it is not a link. */
function LinkButton({ data }: Pick<ComponentProps, "data">) {
  const isOff = data.disabled === true;
  return (
    <a
      className={styles.link}
      role="link"
      aria-disabled={isOff ? true : undefined}
      href={isOff ? undefined : data.url}
      target="_blank"
      rel="noreferrer noopener"
    >
      <Face data={data} /> ↗
    </a>
  );
}

function menuLabel({ placeholder, custom_id: id }: ComponentData): string {
  return placeholder ?? id ?? "select";
}

function StringSelect(props: ComponentProps) {
  const { data } = props;
  const { options = [], min_values: min = 1, max_values: max = 1 } = data;
  if (max <= 1 && min > 0) return <OneOfMenu {...props} />;
  return (
    <MenuForm {...props}>
      <Choices
        name="values"
        label={menuLabel(data)}
        options={options}
        type="checkbox"
        isOff={data.disabled === true}
      />
    </MenuForm>
  );
}

/** Keys that move through a closed menu: browsers report each step as a choice. */
const goesThrough = /^(Arrow|Home|End|Page|[^ ]$)/;

/** A menu with one value. A choice by pointer is sent at once, one by keyboard with Enter. */
function OneOfMenu({ data, message }: ComponentProps) {
  const { select } = useUsing(message);
  const [held, hold] = useState<string>();
  const isByKeys = useRef(false);
  const hint = useId();
  const { options = [] } = data;
  const send = (value: string): void => {
    hold(undefined);
    select(data, [value]);
  };
  return (
    <span className={styles.row}>
      <select
        aria-label={menuLabel(data)}
        aria-describedby={hint}
        disabled={data.disabled === true}
        defaultValue={options.find((each) => each.default === true)?.value ?? ""}
        onPointerDown={() => {
          isByKeys.current = false;
        }}
        onKeyDown={({ key }) => {
          isByKeys.current = goesThrough.test(key);
          if (key === "Enter" && held !== undefined) send(held);
        }}
        onChange={({ target: { value } }) => (isByKeys.current ? hold(value) : send(value))}
      >
        <option value="" disabled>
          {data.placeholder ?? "Choose an option"}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value} title={option.description}>
            {optionText(option)}
          </option>
        ))}
      </select>
      <span id={hint} className={styles.note}>
        {held === undefined ? "" : "Enter sends it."}
      </span>
    </span>
  );
}

/** A menu of users, roles or channels, which are chosen by name. */
function EntitySelect(props: ComponentProps) {
  const { data } = props;
  return (
    <MenuForm {...props}>
      <EntityPicker
        name="values"
        label={menuLabel(data)}
        placeholder={data.placeholder}
        kinds={entityKinds[data.type] ?? []}
        channelTypes={data.channel_types ?? []}
        max={data.max_values ?? 1}
        initial={(data.default_values ?? []).map(({ id }) => id)}
        isOff={data.disabled === true}
      />
    </MenuForm>
  );
}

/** A menu with several values, which are sent together. */
function MenuForm({ data, message, children }: ComponentProps & { readonly children: ReactNode }) {
  const { select, isBusy } = useUsing(message);
  const [fault, setFault] = useState<string>();
  const { min_values: min = 1, max_values: max = 1 } = data;
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    const all = new FormData(event.currentTarget).getAll("values").map(String);
    const values = all.filter((each) => each !== "");
    const found = countFault(values.length, { min, max });
    setFault(found);
    if (found === undefined) select(data, values);
  };
  return (
    <form onSubmit={send}>
      <div className={styles.menuForm} role="group" aria-label={menuLabel(data)}>
        {children}
        {fault === undefined ? null : <span role="alert">{fault}</span>}
        <button
          type="submit"
          disabled={data.disabled === true}
          aria-disabled={isBusy ? true : undefined}
        >
          Choose
        </button>
      </div>
    </form>
  );
}
