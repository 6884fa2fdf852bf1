// Colours, media and files as messages name them.
import { useState, type ReactNode } from "react";
import { RemotePicture } from "./remote-picture.tsx";
import { useRemoteMedia } from "./showing-remote.tsx";
import styles from "./stage.module.css";

const HEX = 16;
const DIGITS = 6;
const PICTURE_WIDTH = 160;

/** A colour as the wire writes it. */
export function colourOf(color: number | null | undefined): string | undefined {
  if (color === null || color === undefined) return undefined;
  return `#${color.toString(HEX).padStart(DIGITS, "0")}`;
}

interface MediaProps {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly isSpoiler?: boolean | undefined;
}

/** Nothing is asked of another site, unless somebody asks the console to show what is there. */
export function Media({ url, description, isSpoiler = false }: MediaProps) {
  const text = description ?? url;
  return (
    <Covered isCovered={isSpoiler}>
      {isOurs(url) ? (
        <img src={url} alt={text} width={PICTURE_WIDTH} referrerPolicy="no-referrer" />
      ) : (
        <RemoteMedia url={url} text={text} />
      )}
    </Covered>
  );
}

const ICON_WIDTH = 20;

/** A small picture beside a name; of another host only where those are shown. */
export function Icon({ url }: { readonly url: string | undefined }) {
  const { isShown } = useRemoteMedia();
  if (url === undefined) return null;
  const common = { url, text: "icon", width: ICON_WIDTH };
  if (isOurs(url)) return <img src={url} alt="" width={ICON_WIDTH} referrerPolicy="no-referrer" />;
  if (isShown && url.startsWith("https:")) return <RemotePicture {...common} />;
  const host = URL.parse(url)?.host ?? url;
  return <span className={styles.note}>(icon at {host})</span>;
}

interface RemoteMediaProps {
  readonly url: string;
  readonly text: string;
}

/**
 * Media of another host: what they are, where they are, and how to see them, until they are asked
 * for.
 */
function RemoteMedia({ url, text }: RemoteMediaProps) {
  const { isShown, show } = useRemoteMedia();
  const mayShow = url.startsWith("https:");
  if (mayShow && isShown) return <RemotePicture url={url} text={text} width={PICTURE_WIDTH} />;
  const host = URL.parse(url)?.host;
  return (
    <span className={styles.media}>
      <a href={url} target="_blank" rel="noreferrer noopener">
        {text}
      </a>{" "}
      {host === undefined || host === "" ? null : <small className={styles.note}>at {host}</small>}{" "}
      {mayShow ? (
        <button type="button" onClick={show}>
          Load
        </button>
      ) : null}
    </span>
  );
}

function isOurs(url: string): boolean {
  return URL.parse(url, location.origin)?.origin === location.origin;
}

/** What is hidden until it is asked for. */
export function Covered({
  isCovered,
  children,
}: {
  readonly isCovered: boolean;
  readonly children: ReactNode;
}) {
  const [isShown, show] = useState(false);
  if (!isCovered || isShown) return children;
  return (
    <button type="button" onClick={() => show(true)}>
      Show the spoiler
    </button>
  );
}

/** A file as a message has it. */
export interface ShownFile {
  readonly filename: string;
  readonly url: string;
  readonly size?: number;
  readonly content_type?: string;
  readonly description?: string;
}

const KIB = 1024;

function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  return bytes < KIB * KIB
    ? `${(bytes / KIB).toFixed(1)} KiB`
    : `${(bytes / KIB / KIB).toFixed(1)} MiB`;
}

export function FileView({ file }: { readonly file: ShownFile }) {
  const { filename, url, size, content_type: type = "", description } = file;
  const isSpoiler = filename.startsWith("SPOILER_");
  if (type.startsWith("image/")) {
    return <Media url={url} description={description ?? filename} isSpoiler={isSpoiler} />;
  }
  return (
    <Covered isCovered={isSpoiler}>
      <a className={styles.media} href={url} target="_blank" rel="noreferrer noopener">
        {filename}
        {size === undefined ? "" : ` (${sizeText(size)})`}
      </a>
    </Covered>
  );
}
