// Colours, media and files of messages.
import { useState, type ReactNode } from "react";
import { useOwnFile } from "../api/own-files.ts";
import { RemotePicture } from "./remote-picture.tsx";
import { useRemoteMedia } from "./showing-remote.tsx";
import styles from "./stage.module.css";

const HEX = 16;
const DIGITS = 6;
const PICTURE_WIDTH = 160;

/** A colour in CSS, from its number on the wire. */
export function colourOf(color: number | null | undefined): string | undefined {
  if (color === null || color === undefined) return undefined;
  return `#${color.toString(HEX).padStart(DIGITS, "0")}`;
}

interface MediaProps {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly isSpoiler?: boolean | undefined;
}

/** Media; those of other hosts are only loaded once the user asks for them. */
export function Media({ url, description, isSpoiler = false }: MediaProps) {
  const text = description ?? url;
  const own = useOwnFile(url);
  return (
    <Covered isCovered={isSpoiler}>
      {own === undefined ? (
        <RemoteMedia url={url} text={text} />
      ) : (
        <img src={own} alt={text} width={PICTURE_WIDTH} referrerPolicy="no-referrer" />
      )}
    </Covered>
  );
}

const ICON_WIDTH = 20;

/** A small image beside a name; from another host only if the user enabled these. */
export function Icon({ url }: { readonly url: string | undefined }) {
  return url === undefined ? null : <KnownIcon url={url} />;
}

function KnownIcon({ url }: { readonly url: string }) {
  const { isShown } = useRemoteMedia();
  const own = useOwnFile(url);
  const common = { url, text: "icon", width: ICON_WIDTH };
  if (own !== undefined) {
    return <img src={own} alt="" width={ICON_WIDTH} referrerPolicy="no-referrer" />;
  }
  if (isShown && url.startsWith("https:")) return <RemotePicture {...common} />;
  const host = URL.parse(url)?.host ?? url;
  return <span className={styles.note}>(icon at {host})</span>;
}

interface RemoteMediaProps {
  readonly url: string;
  readonly text: string;
}

/** A placeholder for media of another host: their kind, their URL, and how to show them. */
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

/** Content that is hidden until it is clicked. */
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
      Show spoiler
    </button>
  );
}

/** A file of a message. */
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
