// Colours, media and files as messages name them.
import { useState, type ReactNode } from "react";
import styles from "./stage.module.css";

const HEX = 16;
const DIGITS = 6;

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
  const mayShow = isOurs(url) || (showsRemote() && url.startsWith("https:"));
  return (
    <Covered isCovered={isSpoiler}>
      {mayShow ? (
        <img src={url} alt={text} width={160} referrerPolicy="no-referrer" />
      ) : (
        <RemoteMedia url={url} text={text} />
      )}
    </Covered>
  );
}

/** What stands for media of another host: what they are, where they are, and how to see them. */
function RemoteMedia({ url, text }: { readonly url: string; readonly text: string }) {
  const host = URL.parse(url)?.host;
  return (
    <span className={styles.media}>
      <a href={url} target="_blank" rel="noreferrer noopener">
        {text}
      </a>{" "}
      {host === undefined || host === "" ? null : <small className={styles.note}>at {host}</small>}{" "}
      {url.startsWith("https:") && !showsRemote() ? (
        <button type="button" onClick={showRemote}>
          Load
        </button>
      ) : null}
    </span>
  );
}

/** In the address as the page was loaded: its policy, which the service sends, follows from it. */
const REMOTE = "media";

function showsRemote(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return URL.parse(loaded?.name ?? "")?.searchParams.get(REMOTE) === "1";
}

/** Loads this page again, with media of other hosts. */
function showRemote(): void {
  const address = new URL(location.href);
  address.searchParams.set(REMOTE, "1");
  location.assign(address);
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
