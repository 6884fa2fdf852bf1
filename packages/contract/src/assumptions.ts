// What is assumed of no single endpoint, event, error or limit: rules of behaviour that no public
// source states, or where sources differ. The reference pages list them beside all others.

/** Each begins with `assumed:`, as sources of other declarations do. */
export const assumptions = {
  ownInstallation:
    "assumed: default_member_permissions, `0` too, and permission entries are about the guild's installation of an application; a command that the user brought by an installation of their own is not held to them, where sources differ",
} as const;
