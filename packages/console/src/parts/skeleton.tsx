// A placeholder for content that is loading: nothing for a moment, then the outline of rows.
import styles from "./skeleton.module.css";

interface SkeletonProps {
  readonly rows?: number;
}

export function Skeleton({ rows = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  );
}
