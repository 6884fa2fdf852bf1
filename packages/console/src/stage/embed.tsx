import type { ReactNode } from "react";
import { LineText, MessageText } from "../markdown/text.tsx";
import { WholeTime } from "../parts/time.tsx";
import { colourOf, Icon, Media } from "./media.tsx";
import styles from "./stage.module.css";

export interface EmbedData {
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly color?: number;
  readonly timestamp?: string;
  readonly provider?: { readonly name?: string };
  readonly author?: { readonly name?: string; readonly url?: string; readonly icon_url?: string };
  readonly footer?: { readonly text?: string; readonly icon_url?: string };
  readonly fields?: readonly {
    readonly name: string;
    readonly value: string;
    readonly inline?: boolean;
  }[];
  readonly image?: { readonly url?: string };
  readonly thumbnail?: { readonly url?: string };
}

export function Embed({ data }: { readonly data: EmbedData }) {
  const { title, description, url, author, fields = [], image, thumbnail, provider } = data;
  return (
    <div className={styles.embed} style={{ borderInlineStartColor: colourOf(data.color) }}>
      {provider?.name === undefined ? null : <small className={styles.note}>{provider.name}</small>}
      {author?.name === undefined ? null : (
        <small>
          <Icon url={author.icon_url} /> <Linked url={author.url}>{author.name}</Linked>
        </small>
      )}
      {title === undefined ? null : (
        <strong>
          <Linked url={url}>
            <LineText text={title} />
          </Linked>
        </strong>
      )}
      {description === undefined ? null : <MessageText text={description} />}
      {fields.length === 0 ? null : (
        <div className={styles.fields}>
          {fields.map(({ name, value, inline = false }, i) => (
            <div key={i} data-wide={inline ? undefined : true}>
              <strong>
                <LineText text={name} />
              </strong>
              <MessageText text={value} />
            </div>
          ))}
        </div>
      )}
      {[image, thumbnail].map((each) =>
        each?.url === undefined ? null : <Media key={each.url} url={each.url} />,
      )}
      <Footer data={data} />
    </div>
  );
}

/** The footer, with the embed's timestamp. */
function Footer({ data: { footer, timestamp } }: { readonly data: EmbedData }) {
  if (footer?.text === undefined && timestamp === undefined) return null;
  return (
    <small className={styles.note}>
      <Icon url={footer?.icon_url} /> {footer?.text}
      {footer?.text === undefined || timestamp === undefined ? "" : " · "}
      {timestamp === undefined ? null : <WholeTime at={timestamp} />}
    </small>
  );
}

interface LinkedProps {
  readonly url: string | undefined;
  readonly children: ReactNode;
}

function Linked({ url, children }: LinkedProps) {
  if (url === undefined) return children;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
