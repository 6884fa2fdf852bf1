// Who may import whom among the folders of one domain, one transport or one client; the reasons stand
// with the rules, as in .dependency-cruiser.mjs, which has those of the layers.

export const tests = String.raw`\.(test|conformance)\.ts$|^tests/|^bench/|^packages/[^/]+/test/`;

const resourcesInOrder = [
  ["entitlements", "users"],
  ["guilds"],
  ["channels"],
  ["messages"],
  ["lobbies", "threads", "webhooks"],
  ["applications", "oauth"],
  ["commands"],
  ["audit-log", "interactions"],
];
const httpInOrder = [
  ["bodies", "limits", "requests"],
  ["authentication"],
  ["guards"],
  ["calls"],
  ["observers"],
  ["replies"],
  ["files", "steps"],
  ["routing"],
];
const gatewayInOrder = [
  ["wire", "identify"],
  ["sessions"],
  ["presence"],
  ["delivery"],
  ["handover"],
  ["opcodes"],
];
/** Folders with features that only some files of the folder above know, which list or wire them. */
const foldersOfFeatures = [
  { folder: "domains/channels", features: "threads", lists: "handlers" },
  {
    folder: "domains/guild-settings",
    features: "onboarding|templates|widget",
    lists: "handlers|event-hooks|forgetting",
  },
  { folder: "domains/interactions", features: "components|modals", lists: "create-interaction" },
  { folder: "control/world-file", features: "export", lists: "export" },
  { folder: "transports/pages", features: "reference", lists: "mount" },
  { folder: "kit", features: "matchers", lists: "kit" },
  { folder: "cli", features: "load", lists: "client-commands" },
  { folder: "cli", features: "pull", lists: "deps|world" },
  { folder: "agents", features: "tools", lists: "tool-calls" },
  { folder: "run", features: "isolation", lists: "run" },
];
const partsOfMessages = "components|files|polls|reactions|threads";

/**
 * Each rank of folders may not import its own neighbours, nor any later rank, nor what wires all of
 * them.
 */
export function laterFolders({ name, folder, ranks, reason }) {
  return ranks.flatMap((rank, i) =>
    rank.map((each) => {
      const mayImport = [...ranks.slice(0, i).flat(), each].join("|");
      return {
        name: `${name}-${each}`,
        comment: `${reason} ${each} may import: ${mayImport}.`,
        severity: "error",
        from: { path: `^${folder}/${each}/`, pathNot: tests },
        to: { path: `^${folder}/`, pathNot: `^${folder}/(${mayImport})/` },
      };
    }),
  );
}

export const folderRules = [
  {
    name: "guilds-before-their-features",
    comment:
      "A guild with its channels, roles and permissions can be read knowing none of the features in the folders beside: only the list of handlers knows them.",
    severity: "error",
    from: {
      path: String.raw`^packages/server/src/domains/guilds/[^/]+\.ts$`,
      pathNot: String.raw`${tests}|/(feature-)?handlers\.ts$`,
    },
    to: {
      path: "^packages/server/src/domains/guilds/[^/]+/",
      pathNot: "^packages/server/src/domains/guilds/audit-log/",
    },
  },
  {
    name: "guilds-audit-log-before-guilds",
    comment: "Whatever changes in a guild is written down there, the guild itself first.",
    severity: "error",
    from: { path: "^packages/server/src/domains/guilds/audit-log/", pathNot: tests },
    to: {
      path: "^packages/server/src/domains/guilds/",
      pathNot: "^packages/server/src/domains/guilds/audit-log/",
    },
  },
  {
    name: "messages-before-what-is-done-with-them",
    comment:
      "What a message is, and how one is stored, changed and shown, can be read knowing nothing of who writes it and of what else is done with it: only the lists of handlers and of background work know that.",
    severity: "error",
    from: {
      path: String.raw`^packages/server/src/domains/messages/[^/]+\.ts$`,
      pathNot: String.raw`${tests}|/(handlers|background-work)\.ts$`,
    },
    to: {
      path: "^packages/server/src/domains/messages/[^/]+/",
      pathNot: `^packages/server/src/domains/messages/(${partsOfMessages})/`,
    },
  },
  {
    name: "parts-before-messages",
    comment:
      "What a message holds, and what counts it, can be read before the message: components are those of modals too.",
    severity: "error",
    from: {
      path: `^packages/server/src/domains/messages/(${partsOfMessages})/`,
      pathNot: tests,
    },
    to: {
      path: "^packages/server/src/domains/messages/",
      pathNot: "^packages/server/src/domains/messages/$1/",
    },
  },
  {
    name: "auto-moderation-before-its-messages",
    comment:
      "The rules of a guild are held against what is written, whatever writes it: those who write ask them.",
    severity: "error",
    from: { path: "^packages/server/src/domains/messages/auto-moderation/", pathNot: tests },
    to: {
      path: "^packages/server/src/domains/messages/[^/]+/",
      pathNot: `^packages/server/src/domains/messages/(auto-moderation|${partsOfMessages})/`,
    },
  },
  {
    name: "command-permissions-before-commands",
    comment:
      "Who may use a command is decided by what is known of the place and of the user, whatever else the command is.",
    severity: "error",
    from: { path: "^packages/server/src/domains/commands/permissions/", pathNot: tests },
    to: {
      path: "^packages/server/src/domains/commands/",
      pathNot: "^packages/server/src/domains/commands/permissions/",
    },
  },
  {
    name: "oauth-before-its-players",
    comment:
      "How people allow applications and how tokens are given can be read knowing nothing of players whom other services prove: only the lists of handlers, of jobs and of grants know them.",
    severity: "error",
    from: {
      path: String.raw`^packages/server/src/domains/oauth/[^/]+\.ts$`,
      pathNot: String.raw`${tests}|/(handlers|jobs|grants)\.ts$`,
    },
    to: { path: "^packages/server/src/domains/oauth/accounts/" },
  },
  {
    name: "installs-before-oauth",
    comment:
      "An application comes to a guild and leaves it in the same way, be it by consent or by a moderator.",
    severity: "error",
    from: { path: "^packages/server/src/domains/oauth/installs/", pathNot: tests },
    to: {
      path: "^packages/server/src/domains/oauth/",
      pathNot: "^packages/server/src/domains/oauth/installs/",
    },
  },
  ...laterFolders({
    name: "resource-order",
    folder: "packages/contract/src/resources",
    ranks: resourcesInOrder,
    reason: "What is declared of a resource stands on earlier ones alone.",
  }),
  ...laterFolders({
    name: "http-order",
    folder: "packages/server/src/transports/http",
    ranks: httpInOrder,
    reason:
      "What a call is stands on how requests are read, its steps on what a call is, and routes on the steps; the server wires them.",
  }),
  ...laterFolders({
    name: "gateway-order",
    folder: "packages/server/src/transports/gateway",
    ranks: gatewayInOrder,
    reason:
      "What a session is can be read knowing nothing of what is delivered to it, and that knowing nothing of what clients ask; sockets and the gateway wire them.",
  }),
  ...foldersOfFeatures.map(({ folder, features, lists }) => ({
    name: `features-last-${[...folder.split("/"), ...features.split("|")].join("-")}`,
    comment: `What stands in ${folder} itself can be read knowing none of ${features}: only ${lists} may.`,
    severity: "error",
    from: {
      path: String.raw`^packages/server/src/${folder}/[^/]+\.tsx?$`,
      pathNot: String.raw`${tests}|/(${lists})\.ts$`,
    },
    to: { path: `^packages/server/src/${folder}/(${features})/` },
  })),
];
