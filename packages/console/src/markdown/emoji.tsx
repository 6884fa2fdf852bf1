// Emojis: characters, and those that guilds and applications made themselves.
import { useState } from "react";
import { MAIN } from "../api/control.ts";
import { useWorld } from "../frame/address.ts";
import styles from "./text.module.css";

interface CustomEmojiProps {
  readonly id: string;
  readonly name: string;
}

/** An emoji as reactions, buttons and answers have it. */
export interface EmojiData {
  readonly id?: string | null;
  readonly name?: string | null;
}

export function Emoji({ emoji: { id = null, name = null } }: { readonly emoji: EmojiData }) {
  return id === null ? name : <CustomEmoji id={id} name={name ?? id} />;
}

/** Its picture; its name where there is none. */
export function CustomEmoji({ id, name }: CustomEmojiProps) {
  const world = useWorld();
  const [isMissing, miss] = useState(false);
  const text = `:${name}:`;
  // Pictures of other worlds are at addresses of their own, which the policy of this page refuses.
  if (isMissing || world !== MAIN) return <span title={id}>{text}</span>;
  return (
    <img
      className={styles.emoji}
      src={`/cdn/emojis/${id}.png`}
      alt={text}
      title={text}
      onError={() => miss(true)}
    />
  );
}
