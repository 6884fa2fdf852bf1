// Emojis: Unicode ones, and custom ones of guilds and applications.
import { useState } from "react";
import { useFile } from "../api/own-files.ts";
import styles from "./text.module.css";

interface CustomEmojiProps {
  readonly id: string;
  readonly name: string;
}

/** An emoji as reactions, buttons and polls contain it. */
export interface EmojiData {
  readonly id?: string | null;
  readonly name?: string | null;
}

export function Emoji({ emoji: { id = null, name = null } }: { readonly emoji: EmojiData }) {
  return id === null ? name : <CustomEmoji id={id} name={name ?? id} />;
}

/** The image of a custom emoji, or its name if there is none. */
export function CustomEmoji({ id, name }: CustomEmojiProps) {
  const picture = useFile(`/cdn/emojis/${id}.png`);
  const [isMissing, miss] = useState(false);
  const text = `:${name}:`;
  if (isMissing) return <span title={id}>{text}</span>;
  return (
    <img
      className={styles.emoji}
      src={picture}
      alt={text}
      title={text}
      onError={() => miss(true)}
    />
  );
}
