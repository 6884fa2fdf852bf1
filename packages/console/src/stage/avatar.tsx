// A user's picture: their own, or their initial on a colour of theirs. Who has none costs no call.
import { useFile } from "../api/own-files.ts";
import styles from "./stage.module.css";

interface AvatarProps {
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly avatar?: string | null;
  };
}

/** Colours for those who have none. */
const COLOURS = 6n;
const SNOWFLAKE_TIME_SHIFT = 22n;
/** Stands for a name that is empty. */
const BLANK = 0x20;

/** The name stands beside it, so that it says nothing of its own. */
export function Avatar({ user: { id, username, avatar } }: AvatarProps) {
  const picture = useFile(`/cdn/avatars/${id}/${avatar ?? ""}.png`);
  if (typeof avatar === "string") return <img className={styles.avatar} src={picture} alt="" />;
  const colour = Number((BigInt(id) ^ (BigInt(id) >> SNOWFLAKE_TIME_SHIFT)) % COLOURS);
  return (
    <span className={styles.avatar} data-colour={colour} aria-hidden>
      {String.fromCodePoint(username.toUpperCase().codePointAt(0) ?? BLANK)}
    </span>
  );
}
