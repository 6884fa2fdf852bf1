// What is assumed of no single endpoint, event, error or limit: rules of behaviour that no public
// source states, or where sources differ. The reference pages list them beside all others.

/** Each begins with `assumed:`, as sources of other declarations do. */
export const assumptions = {
  ownInstallation:
    "assumed: default_member_permissions, `0` too, and permission entries are about the guild's installation of an application; a command that the user brought by an installation of their own is not held to them, where sources differ",
  exportedWorld:
    "assumed: interactions, their tokens, codes, sessions, deliveries under way and the counts of limits and daily quotas end with the service that made them; an exported world has everything else that the API can show",
} as const;
