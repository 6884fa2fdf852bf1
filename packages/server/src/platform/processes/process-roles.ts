// What a process does, when several share a store. Source: product.md, Commands: --roles.

/** Answers calls; holds gateway sessions; does what falls due and calls applications. */
export const processRoles = ["api", "gateway", "worker"] as const;

export type ProcessRole = (typeof processRoles)[number];
