// A user's picture: their own, or their initial on a colour of theirs. Who has none costs no call.
import { MAIN } from "../api/control.ts";
import { useWorld } from "../frame/address.ts";
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
  const world = useWorld();
  // Pictures of other worlds are at addresses of their own, which the policy of this page refuses.
  if (typeof avatar === "string" && world === MAIN) {
    return <img className={styles.avatar} src={`/cdn/avatars/${id}/${avatar}.png`} alt="" />;
  }
  const colour = Number((BigInt(id) ^ (BigInt(id) >> SNOWFLAKE_TIME_SHIFT)) % COLOURS);
  return (
    <span className={styles.avatar} data-colour={colour} aria-hidden>
      {String.fromCodePoint(username.toUpperCase().codePointAt(0) ?? BLANK)}
    </span>
  );
}
