// A table that scrolls by itself if it is wider than its container, by keyboard too.
import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface TableProps {
  readonly label: string;
  /** The titles of the columns. */
  readonly titles: readonly string[];
  /** Rows, or `tbody` elements if `hasBodies` is set. */
  readonly children: ReactNode;
  readonly hasBodies?: boolean;
  /** Content below the table, which scrolls with it. */
  readonly end?: ReactNode;
}

export function Table({ label, titles, children, hasBodies = false, end }: TableProps) {
  return (
    <div className={styles.scrolls} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {hasBodies ? children : <tbody>{children}</tbody>}
      </table>
      {end}
    </div>
  );
}
