// The size limits of packages. A change that needs more raises the number here, where reviewers
// notice it.

const KIB = 1024;

/** The size of a package in bytes: its tarball, and unpacked with source maps. */
export interface Budget {
  readonly tarball: number;
  readonly unpacked: number;
}

export const budgets: Readonly<Record<string, Budget>> = {
  antechamber: { tarball: 4600 * KIB, unpacked: 17_700 * KIB },
  "@antechamber/sdk": { tarball: 184 * KIB, unpacked: 1056 * KIB },
};

/** The size of the SDK in a page: the whole bundle, minified and compressed by gzip. */
export const SDK_IN_BROWSERS_BYTES = 17 * KIB;
