// A user's avatar, or else their initial on a colour derived from their id, which needs no request.
import { useFile } from "../api/own-files.ts";
import styles from "./stage.module.css";

interface AvatarProps {
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly avatar?: string | null;
  };
}

/** The number of such colours. */
const COLOURS = 6n;
const SNOWFLAKE_TIME_SHIFT = 22n;
/** The initial of an empty name. */
const BLANK = 0x20;

/** Hidden from screen readers, because the name is beside it. */
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
