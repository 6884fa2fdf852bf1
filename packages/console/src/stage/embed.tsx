import { MessageText } from "../markdown/text.tsx";
import { colourOf, Media } from "./media.tsx";
import styles from "./stage.module.css";

export interface EmbedData {
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly color?: number;
  readonly author?: { readonly name?: string };
  readonly footer?: { readonly text?: string };
  readonly fields?: readonly {
    readonly name: string;
    readonly value: string;
    readonly inline?: boolean;
  }[];
  readonly image?: { readonly url?: string };
  readonly thumbnail?: { readonly url?: string };
}

export function Embed({ data }: { readonly data: EmbedData }) {
  const { title, description, url, author, footer, fields = [], image, thumbnail } = data;
  return (
    <div className={styles.embed} style={{ borderInlineStartColor: colourOf(data.color) }}>
      {author?.name === undefined ? null : <small>{author.name}</small>}
      {title === undefined ? null : <EmbedTitle title={title} url={url} />}
      {description === undefined ? null : <MessageText text={description} />}
      {fields.length === 0 ? null : (
        <div className={styles.fields}>
          {fields.map(({ name, value, inline = false }, i) => (
            <div key={i} data-wide={inline ? undefined : true}>
              <strong>{name}</strong>
              <MessageText text={value} />
            </div>
          ))}
        </div>
      )}
      {[image, thumbnail].map((each) =>
        each?.url === undefined ? null : <Media key={each.url} url={each.url} />,
      )}
      {footer?.text === undefined ? null : <small className={styles.note}>{footer.text}</small>}
    </div>
  );
}

function EmbedTitle({ title, url }: { readonly title: string; readonly url: string | undefined }) {
  if (url === undefined) return <strong>{title}</strong>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      <strong>{title}</strong>
    </a>
  );
}
