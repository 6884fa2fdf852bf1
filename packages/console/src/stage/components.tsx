// Components of messages, of both versions, as people use them. A kind that is not known is shown as it
// was sent. Source: the reference's public documentation, Component Reference.
import type { ReactNode } from "react";
import { MessageText } from "../markdown/text.tsx";
import { Json } from "../parts/parts.tsx";
import { useActor } from "./acting.ts";
import { colourOf, Media } from "./media.tsx";
import styles from "./stage.module.css";

export interface ComponentData {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly style?: number;
  readonly url?: string;
  readonly disabled?: boolean;
  readonly emoji?: { readonly name?: string | null };
  readonly placeholder?: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly default?: boolean;
  }[];
  readonly components?: readonly ComponentData[];
  readonly accessory?: ComponentData;
  readonly content?: string;
  readonly accent_color?: number | null;
  readonly media?: { readonly url: string };
  readonly items?: readonly {
    readonly media: { readonly url: string };
    readonly description?: string;
  }[];
  readonly file?: { readonly url: string };
  readonly description?: string | null;
}

interface ComponentProps {
  readonly data: ComponentData;
  readonly message: string;
}

const Kind = {
  ACTION_ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT_DISPLAY: 10,
  THUMBNAIL: 11,
  MEDIA_GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
} as const;

const LINK_STYLE = 5;
const buttonLooks: Readonly<Record<number, string | undefined>> = {
  3: styles.success,
  4: styles.danger,
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

const views: Readonly<Record<number, (props: ComponentProps) => ReactNode>> = {
  [Kind.ACTION_ROW]: Row,
  [Kind.BUTTON]: Button,
  [Kind.STRING_SELECT]: Select,
  [Kind.USER_SELECT]: NamedSelect,
  [Kind.ROLE_SELECT]: NamedSelect,
  [Kind.MENTIONABLE_SELECT]: NamedSelect,
  [Kind.CHANNEL_SELECT]: NamedSelect,
  [Kind.SECTION]: Section,
  [Kind.TEXT_DISPLAY]: ({ data }) => <MessageText text={data.content ?? ""} />,
  [Kind.THUMBNAIL]: ({ data }) => (
    <Media url={data.media?.url ?? ""} description={data.description} />
  ),
  [Kind.MEDIA_GALLERY]: ({ data }) => (
    <div className={styles.row}>
      {(data.items ?? []).map(({ media, description }) => (
        <Media key={media.url} url={media.url} description={description} />
      ))}
    </div>
  ),
  [Kind.FILE]: ({ data }) => <Media url={data.file?.url ?? ""} description="file" />,
  [Kind.SEPARATOR]: () => <hr />,
  [Kind.CONTAINER]: Container,
};

function Component({ data, message }: ComponentProps) {
  const View = views[data.type];
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

function Container({ data, message }: ComponentProps) {
  return (
    <div
      className={styles.container}
      style={{ borderInlineStartColor: colourOf(data.accent_color) }}
    >
      <Components list={data.components ?? []} message={message} />
    </div>
  );
}

function Button({ data, message }: ComponentProps) {
  const { act, isBusy } = useActor();
  const label = [data.emoji?.name, data.label]
    .filter((part) => part !== undefined && part !== null)
    .join(" ");
  if (data.style === LINK_STYLE) {
    return (
      <a href={data.url} target="_blank" rel="noreferrer noopener">
        {label} ↗
      </a>
    );
  }
  return (
    <button
      type="button"
      className={buttonLooks[data.style ?? 0]}
      data-first={data.style === 1 ? true : undefined}
      disabled={data.disabled === true || isBusy}
      onClick={() => act("control.click", { message, custom_id: data.custom_id ?? "" })}
    >
      {label}
    </button>
  );
}

function Select({ data, message }: ComponentProps) {
  const { act, isBusy } = useActor();
  const isMultiple = (data.max_values ?? 1) > 1;
  const chosen = (data.options ?? [])
    .filter((each) => each.default === true)
    .map(({ value }) => value);
  return (
    <select
      aria-label={data.placeholder ?? data.custom_id ?? "select"}
      disabled={data.disabled === true || isBusy}
      multiple={isMultiple}
      defaultValue={isMultiple ? chosen : (chosen[0] ?? "")}
      onChange={({ target }) => {
        const values = [...target.selectedOptions].map(({ value }) => value);
        act("control.select", { message, custom_id: data.custom_id ?? "", values });
      }}
    >
      {isMultiple ? null : (
        <option value="" disabled>
          {data.placeholder ?? "choose"}
        </option>
      )}
      {(data.options ?? []).map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Users, roles and channels are chosen by name or id. */
function NamedSelect({ data, message }: ComponentProps) {
  const { act, isBusy } = useActor();
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("names");
        const values = typeof typed === "string" ? typed.split(/[\s,]+/).filter(Boolean) : [];
        act("control.select", { message, custom_id: data.custom_id ?? "", values });
      }}
    >
      <input
        name="names"
        aria-label={data.placeholder ?? data.custom_id ?? "names"}
        placeholder={data.placeholder ?? "names or ids"}
        disabled={data.disabled === true || isBusy}
      />
      <button type="submit" disabled={data.disabled === true || isBusy}>
        Choose
      </button>
    </form>
  );
}
