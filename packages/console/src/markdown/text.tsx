// A message's text as it is shown.
import { createContext, useContext, useState, type ReactNode } from "react";
import { wholeText } from "../parts/time.tsx";
import { parseMarkdown, type Block, type Inline } from "./parse.ts";
import styles from "./text.module.css";

/** What mentions name. */
type Mentioned = Extract<Inline, { kind: "mention" }>["of"];

/** What users, roles and channels are called by whoever reads; undefined for what is not known. */
export const MentionNames = createContext<(of: Mentioned, id: string) => string | undefined>(
  () => undefined,
);

export function MessageText({ text }: { readonly text: string }) {
  return (
    <div className={styles.text}>
      {parseMarkdown(text).map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </div>
  );
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
        <small>
          <Parts parts={block.parts} />
        </small>
      );
    case "quote":
      return (
        <blockquote className={styles.quote}>
          {block.blocks.map((each, i) => (
            <BlockView key={i} block={each} />
          ))}
        </blockquote>
      );
    case "list":
      return <Items isOrdered={block.isOrdered} items={block.items} />;
    case "code":
      return <pre className={styles.code}>{block.text}</pre>;
  }
}

function Items({
  isOrdered,
  items,
}: {
  readonly isOrdered: boolean;
  readonly items: readonly (readonly Inline[])[];
}) {
  const shown = items.map((parts, i) => (
    <li key={i}>
      <Parts parts={parts} />
    </li>
  ));
  return isOrdered ? <ol>{shown}</ol> : <ul>{shown}</ul>;
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
      return <span title={part.id}>:{part.name}:</span>;
    case "time":
      return <time title={String(part.seconds)}>{wholeText(part.seconds * 1000)}</time>;
    case "style":
      return <Styled style={part.style} parts={part.parts} />;
  }
}

function Mention({ of, id }: { readonly of: Mentioned; readonly id: string }) {
  const name = useContext(MentionNames)(of, id) ?? id;
  return <span className={styles.mention}>{`${of === "channel" ? "#" : "@"}${name}`}</span>;
}

function Styled({ style, parts }: Pick<Extract<Inline, { kind: "style" }>, "style" | "parts">) {
  const inner = <Parts parts={parts} />;
  if (style === "spoiler") return <Spoiler>{inner}</Spoiler>;
  const Element = elements[style];
  return <Element>{inner}</Element>;
}

function Spoiler({ children }: { readonly children: ReactNode }) {
  const [isShown, show] = useState(false);
  if (isShown) return <span>{children}</span>;
  return (
    <button type="button" className={styles.spoiler} onClick={() => show(true)}>
      spoiler
    </button>
  );
}
