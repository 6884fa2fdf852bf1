// Assumptions that are not about a single endpoint, event, error or limit: rules of behaviour that
// no public source states, or on which sources differ. The reference pages list them with all
// others.

/** Each text begins with `assumed:`, like the sources of other declarations. */
export const assumptions = {
  ownInstallation:
    "assumed: default_member_permissions, `0` too, and permission entries are about the guild's installation of an application; a command that the user brought by an installation of their own is not held to them, where sources differ",
  exportedWorld:
    "assumed: interactions, their tokens, codes, sessions, deliveries under way, the counts of limits and daily quotas, and who left which guild end with the service that made them; an exported world has everything else that the API can show, except the entries of audit logs",
  hiddenChannels:
    "assumed: GUILD_CREATE, CHANNEL_CREATE, CHANNEL_UPDATE, CHANNEL_DELETE and the list of a guild's channels have every channel whole, those that the receiver does not see too, as the reference's staff says of it (discord-api-docs 867); its messages and threads stay with those who see it. That the reference blanks such channels on the gateway and leaves them out of the list from 16 November 2026 on is not built",
  hiddenVoice:
    "assumed: sessions hear who is in voice channels that their user does not see, in GUILD_CREATE and VOICE_STATE_UPDATE, as the reference's staff says of it (discord-api-docs 867)",
  listedLobbyMember:
    "assumed: a member who stands in the list that replaces a lobby's members has the metadata and flags of that list alone, so none where it says nothing; their additional name, which the public specification lists there too, stays where it is left out, as when a member is put, and goes with null",
  emptyTargetUsers:
    "assumed: a file of target users that names nobody, empty or with its header alone, is taken: the invite is for nobody",
  botTokens:
    "assumed: a bot's token in a world file may be any secret whose first part is no other id, since only some clients read it; one that is left out begins with the bot's own",
  entryPointWithoutFlag:
    "assumed: a bulk overwrite by an application that lost the EMBEDDED flag deletes its entry point where the items leave it out, since it may not be among them; with the flag the overwrite is refused (50240)",
  installedKinds:
    "assumed: an installation outlives a change of its application's integration_types, so a world may hold one of a kind that the application has no more; a new one must fit",
} as const;
