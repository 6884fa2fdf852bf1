// What a cache knows of the records that something was made from.
/** What a read looked at: while none of it changes, the read would give the same again. */
export interface CacheDependencies {
  /** The count of commits when the read began. */
  readonly stamp: number;
  /** Every table that it looked at. */
  readonly tables: ReadonlySet<string>;
  /** Those of them of which any change counts. */
  readonly wholeTables: ReadonlySet<string>;
  /** Where it looked in the others: numbers of places, as the counter of commits gives them. */
  readonly places: readonly number[];
}

export interface TableVersions {
  /** The count of commits so far, to be taken before a read begins. */
  stamp(): number;
  /** True while nothing of the basis has changed since. */
  holds(dependencies: CacheDependencies): boolean;
  /** Whether changes of these tables are seen. */
  sees(tables: ReadonlySet<string>): boolean;
}

/** The same where other processes write too, and what they wrote is known a moment later. */
export interface LateVersions extends TableVersions {
  /** Catches up. @returns whether everything is known that was committed before the call */
  look(): Promise<boolean>;
}
