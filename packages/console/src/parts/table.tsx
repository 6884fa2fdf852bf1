// A table that scrolls by itself where it is wider than its place, by the keyboard too.
import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface TableProps {
  readonly label: string;
  /** Of its columns. */
  readonly titles: readonly string[];
  /** Rows, or bodies of rows where `hasBodies` is set. */
  readonly children: ReactNode;
  readonly hasBodies?: boolean;
  /** Stands below the table, and scrolls with it. */
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
