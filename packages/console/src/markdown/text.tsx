// Renders the text of a message.
import { createContext, useContext, useState, type ReactNode } from "react";
import { useNow } from "../parts/now.ts";
import { wholeText } from "../parts/time.tsx";
import { CustomEmoji } from "./emoji.tsx";
import { instantText, isRelative } from "./instant.ts";
import { inlines, type Inline } from "./inlines.ts";
import { parseMarkdown, type Block, type List } from "./parse.ts";
import styles from "./text.module.css";

/** The kinds of mention. */
type Mentioned = Extract<Inline, { kind: "mention" }>["of"];

/** The reader's names for users, roles and channels; undefined for unknown ones. */
export const MentionNames = createContext<(of: Mentioned, id: string) => string | undefined>(
  () => undefined,
);

export function MessageText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      <Blocks blocks={parseMarkdown(text)} />
    </div>
  );
}

/** A text on one line, with inline markup only. */
export function LineText({ text }: { readonly text: string }) {
  return <Parts parts={inlines(text)} />;
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, i) => <BlockView key={i} block={block} />);
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p className={styles.paragraph}>
          <Parts parts={block.parts} />
        </p>
      );
    case "heading":
      return (
        <p className={styles.heading} data-level={block.level}>
          <Parts parts={block.parts} />
        </p>
      );
    case "subtext":
      return (
        <small className={styles.subtext}>
          <Parts parts={block.parts} />
        </small>
      );
    case "quote":
      return (
        <blockquote className={styles.quote}>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case "spoiler":
      return (
        <Spoiler>
          <Blocks blocks={block.blocks} />
        </Spoiler>
      );
    case "list":
      return <Items list={block} />;
    case "code":
      return <pre className={styles.code}>{block.text}</pre>;
  }
}

function Items({ list: { isOrdered, start, items } }: { readonly list: List }) {
  const shown = items.map(({ parts, lists }, i) => (
    <li key={i}>
      <Parts parts={parts} />
      {lists.map((list, j) => (
        <Items key={j} list={list} />
      ))}
    </li>
  ));
  return isOrdered ? <ol start={start}>{shown}</ol> : <ul>{shown}</ul>;
}

function Parts({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, i) => <Part key={i} part={part} />);
}

const elements = { strong: "strong", em: "em", underline: "u", strike: "s" } as const;

function Part({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code>{part.text}</code>;
    case "link":
      return (
        <a href={part.href} target="_blank" rel="noreferrer noopener">
          <Parts parts={part.parts} />
        </a>
      );
    case "mention":
      return <Mention of={part.of} id={part.id} />;
    case "command":
      return <span className={styles.mention}>/{part.name}</span>;
    case "emoji":
      return <CustomEmoji id={part.id} name={part.name} />;
    case "broadcast":
      return <span className={styles.mention}>@{part.to}</span>;
    case "navigation":
      return <span className={styles.mention}>{navigationTexts[part.to]}</span>;
    case "time":
      return <Instant seconds={part.seconds} format={part.format} />;
    case "style":
      return <Styled style={part.style} parts={part.parts} />;
  }
}

/** The names of guild pages that a text can link to. */
const navigationTexts: Readonly<Record<string, string>> = {
  browse: "Browse Channels",
  customize: "Channels & Roles",
  guide: "Server Guide",
  "linked-roles": "Linked Roles",
};

type InstantProps = Pick<Extract<Inline, { kind: "time" }>, "seconds" | "format">;

function Instant({ seconds, format }: InstantProps) {
  if (isRelative(format)) return <RelativeInstant seconds={seconds} format={format} />;
  return (
    <time className={styles.time} title={wholeText(seconds * 1000)}>
      {instantText(seconds, format, seconds * 1000)}
    </time>
  );
}

/** Relative time by the world's clock, kept up to date. */
function RelativeInstant({ seconds, format }: InstantProps) {
  const now = useNow()?.now;
  const whole = wholeText(seconds * 1000);
  return (
    <time className={styles.time} title={whole}>
      {now === undefined ? whole : instantText(seconds, format, now)}
    </time>
  );
}

function Mention({ of, id }: { readonly of: Mentioned; readonly id: string }) {
  const name = useContext(MentionNames)(of, id) ?? id;
  // The name of the @everyone role already starts with its sign.
  const sign = of === "channel" ? "#" : name.startsWith("@") ? "" : "@";
  return <span className={styles.mention}>{`${sign}${name}`}</span>;
}

function Styled({ style, parts }: Pick<Extract<Inline, { kind: "style" }>, "style" | "parts">) {
  const inner = <Parts parts={parts} />;
  if (style === "spoiler") return <Spoiler>{inner}</Spoiler>;
  const Element = elements[style];
  return <Element>{inner}</Element>;
}

function Spoiler({ children }: { readonly children: ReactNode }) {
  const [isShown, show] = useState(false);
  if (isShown) return children;
  return (
    <button type="button" className={styles.spoiler} onClick={() => show(true)}>
      spoiler
    </button>
  );
}
