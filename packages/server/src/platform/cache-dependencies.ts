// What a cached value depends on.
/** What a read depends on: while none of it changes, the read would return the same again. */
export interface CacheDependencies {
  /** The count of commits when the read began. */
  readonly stamp: number;
  /** Every table that was read. */
  readonly tables: ReadonlySet<string>;
  /** Those of them of which any change ends the dependency. */
  readonly wholeTables: ReadonlySet<string>;
  /** What was read in the others: numbers of places, as the commit counter assigns them. */
  readonly places: readonly number[];
}

export interface TableVersions {
  /** The count of commits so far, to be taken before a read begins. */
  stamp(): number;
  /** Whether none of the dependencies has changed since. */
  holds(dependencies: CacheDependencies): boolean;
  /** Whether changes of these tables are tracked. */
  tracks(tables: ReadonlySet<string>): boolean;
}

/** The same where other processes write too, whose writes become known a moment later. */
export interface LateVersions extends TableVersions {
  /** Catches up. @returns whether everything is known that was committed before the call */
  catchUp(): Promise<boolean>;
}
