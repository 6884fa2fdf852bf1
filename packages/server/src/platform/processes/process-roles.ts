// The roles of processes that share a store. Source: product.md, Commands: --roles.

/** Answers calls; holds gateway sessions; runs due work and calls applications. */
export const processRoles = ["api", "gateway", "worker"] as const;

export type ProcessRole = (typeof processRoles)[number];
