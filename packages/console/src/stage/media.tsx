// Colours and media as messages name them.
import styles from "./stage.module.css";

const HEX = 16;
const DIGITS = 6;

/** A colour as the wire writes it. */
export function colourOf(color: number | null | undefined): string | undefined {
  if (color === null || color === undefined) return undefined;
  return `#${color.toString(HEX).padStart(DIGITS, "0")}`;
}

/** Nothing is asked of another site: media are named, and shown where they are opened. */
export function Media({
  url,
  description,
}: {
  readonly url: string;
  readonly description?: string | null | undefined;
}) {
  const isOwn = URL.parse(url, location.origin)?.origin === location.origin;
  const text = description ?? url;
  return isOwn ? (
    <img src={url} alt={text} width={160} />
  ) : (
    <a className={styles.media} href={url} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
