// Who may import whom. Imports only ever point upwards: contract <- platform <- domains <- control,
// journal and transports <- worlds <- service. The reasons stand with the rules; `npm run check` runs them.

const tests = String.raw`\.(test|conformance)\.ts$|^tests/|^bench/|^packages/[^/]+/test/`;
const domainsInOrder = [
  ["users"],
  ["applications"],
  ["webhooks"],
  ["guilds"],
  ["entitlements"],
  ["messages", "commands", "invites"],
  ["lobbies", "interactions", "search", "audit-log"],
  ["channels"],
  ["oauth"],
  ["moderation"],
  ["guild-settings"],
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
const adapters = "(time/system-clock|(sqlite|postgres|redis)/[a-z-]+|network/outbound-[a-z-]+)";

/**
 * Each rank of folders may not import its own neighbours, nor any later rank, nor what wires all of
 * them.
 */
function laterFolders({ name, folder, ranks, reason }) {
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

export default {
  forbidden: [
    {
      name: "no-cycle",
      comment:
        "Two modules that need each other are one module, or need a third. Types count: a reader follows them too.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that cannot be resolved is seen by no other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "resources-know-no-control",
      comment:
        "What is promised of a resource is the wire's: the control plane takes it up, never the reverse. A kind of value that both take stands in the language of schemas.",
      severity: "error",
      from: { path: "^packages/contract/src/(resources|schema)/", pathNot: tests },
      to: { path: "^packages/contract/src/control/" },
    },
    {
      name: "contract-stands-alone",
      comment:
        "The contract is data that runs anywhere: SDK and console stand on it, so it imports TypeBox alone.",
      severity: "error",
      from: { path: "^packages/contract/", pathNot: tests },
      to: { pathNot: String.raw`^packages/contract/|(^|/)node_modules/typebox/` },
    },
    {
      name: "packages-meet-at-exports",
      comment:
        "What a package shows is in its package.json; its inner files may move without asking.",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: {
        path: "^packages/([^/]+)/",
        pathNot: String.raw`^packages/$1/|^packages/[^/]+/src/index\.ts$|^packages/sdk/src/control\.ts$|^packages/contract/src/((schema|gateway|control|openapi|resources/[^/]+)/index|permissions/permissions|control/(client-snippets|journal-kinds|trace-file)|limits/(commands|journal)-limits|resources/commands/command-types)\.ts$`,
      },
    },
    {
      name: "platform-below-everything",
      comment:
        "The platform supplies time, chance, storage and the outside; what the service decides is not its business.",
      severity: "error",
      from: { path: "^packages/server/src/platform/", pathNot: tests },
      to: { path: "^packages/server/src/", pathNot: "^packages/server/src/platform/" },
    },
    {
      name: "domains-decide-only",
      comment:
        "Domains have no sockets, no environment and no real time: contract, platform ports and earlier domains are all they see, so that every rule runs in memory and in a moved clock.",
      severity: "error",
      from: { path: "^packages/server/src/domains/", pathNot: tests },
      to: { pathNot: "^packages/contract/src/|^packages/server/src/(platform|domains)/" },
    },
    {
      name: "domains-know-no-adapter",
      comment:
        "A domain is given its ports; which adapter stands behind them is chosen in service.ts alone.",
      severity: "error",
      from: { path: "^packages/server/src/domains/", pathNot: tests },
      to: { path: `^packages/server/src/platform/${adapters}` },
    },
    {
      name: "ports-know-no-adapter",
      comment: "An adapter imports its port, never the reverse.",
      severity: "error",
      from: {
        path: "^packages/server/src/platform/",
        pathNot: `${tests}|^packages/server/src/platform/${adapters}`,
      },
      to: { path: `^packages/server/src/platform/${adapters}` },
    },
    {
      name: "ports-stand-above-their-folders",
      comment:
        "The platform's ports and the context can be read knowing nothing of what is behind them: of its folders they use the forms of values and of stored records alone.",
      severity: "error",
      from: { path: String.raw`^packages/server/src/platform/[^/]+\.ts$`, pathNot: tests },
      to: {
        path: "^packages/server/src/platform/[^/]+/",
        pathNot: "^packages/server/src/platform/(records|collections|async)/",
      },
    },
    {
      name: "values-know-no-port",
      comment:
        "What the ports themselves stand on is made of values: neither the store nor time is in it.",
      severity: "error",
      from: {
        path: "^packages/server/src/platform/(records|collections|async)/",
        pathNot: tests,
      },
      to: {
        path: "^packages/server/src/",
        pathNot: "^packages/server/src/platform/(records|collections|async)/",
      },
    },
    ...laterFolders({
      name: "domain-order",
      folder: "packages/server/src/domains",
      ranks: domainsInOrder,
      reason:
        "Domains use one another in one direction only, so that each can be read knowing the earlier ones alone.",
    }),
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
    {
      name: "control-steers-domains",
      comment:
        "The control plane loads, shows and steers what the domains hold; it knows neither sockets nor adapters.",
      severity: "error",
      from: { path: "^packages/server/src/control/", pathNot: tests },
      to: { path: "^packages/server/src/(transports/|platform/" + adapters + ")" },
    },
    {
      name: "journal-stands-beside",
      comment:
        "The journal writes down what others tell it through platform/journal.ts, and knows none of them.",
      severity: "error",
      from: { path: "^packages/server/src/journal/", pathNot: tests },
      to: {
        path: `^packages/server/src/(domains|control|transports)/|^packages/server/src/platform/${adapters}`,
      },
    },
    {
      name: "nobody-knows-the-journal",
      comment: "Whoever has something to write down uses the port: the journal can be left out.",
      severity: "error",
      from: {
        path: "^packages/server/src/(platform|domains|control|transports)/",
        pathNot: tests,
      },
      to: { path: "^packages/server/src/journal/" },
    },
    {
      name: "transports-are-strangers",
      comment:
        "HTTP, gateway, webhooks and control meet in domains and in the event log, so that each can be left out.",
      severity: "error",
      from: { path: "^packages/server/src/transports/([^/]+)/", pathNot: tests },
      to: {
        path: "^packages/server/src/transports/([^/]+)/",
        pathNot: "^packages/server/src/transports/$1/",
      },
    },
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
    {
      name: "service-is-the-root",
      comment: "Only what starts a whole service knows every part of it.",
      severity: "error",
      from: {
        pathNot: String.raw`${tests}|^packages/server/src/(start|service)\.ts$|^packages/server/src/testing/`,
      },
      to: { path: String.raw`^packages/server/src/service\.ts$` },
    },
    {
      name: "kit-is-a-client",
      comment:
        "The test kit is loaded into every test file of others: it calls a service over the wire, and loads server code only to run one in its own process. Types and the names of permissions come from the contract, the time of applications from what a run loads into them.",
      severity: "error",
      from: {
        path: "^packages/server/src/kit/",
        pathNot: String.raw`${tests}|^packages/server/src/kit/servers/in-process\.ts$`,
      },
      to: {
        path: "^packages/",
        pathNot: String.raw`^packages/server/(src/kit/|preload/app-time\.cjs$)|^packages/contract/src/permissions/permissions\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "kit-folders-know-no-fixture",
      comment:
        "What a test is given is made of calls, of what users do and of servers, and none of these knows it.",
      severity: "error",
      from: { path: "^packages/server/src/kit/(client|actors|servers|worlds)/", pathNot: tests },
      to: { path: String.raw`^packages/server/src/kit/[^/]+\.ts$` },
    },
    {
      name: "kit-client-alone",
      comment: "Calls of a service stand below all else that the kit has.",
      severity: "error",
      from: { path: "^packages/server/src/kit/client/", pathNot: tests },
      to: {
        path: "^packages/server/src/kit/",
        pathNot: "^packages/server/src/kit/client/",
      },
    },
    {
      name: "nobody-knows-the-kit",
      comment:
        "The service runs without its test kit, of which the program prints one file; the command line reads what people type as the kit does.",
      severity: "error",
      from: { path: "^packages/", pathNot: `${tests}|^packages/server/src/(kit|cli|agents)/` },
      to: {
        path: "^packages/server/src/kit/",
        pathNot: String.raw`^packages/server/src/kit/python-plugin\.ts$`,
      },
    },
    {
      name: "client-commands-are-clients",
      comment:
        "They call a running service over the wire, and start in some milliseconds: they load no server code but the words for files that cannot be read and the look of real tokens, and of the kit only what reads what people type and what makes their calls.",
      severity: "error",
      from: { path: "^packages/server/src/cli/", pathNot: tests },
      to: {
        path: "^packages/[^/]+/src/",
        pathNot: String.raw`^packages/server/src/cli/|^packages/sdk/src/(control|index)\.ts$|^packages/contract/src/(resources/webhooks/index|control/(client-snippets|journal-kinds|trace-file)|limits/(commands|journal)-limits)\.ts$|^packages/server/src/(kit/(actors/(command-text|controls)|client/(durations|errors|nearest|no-answer|over-http))|platform/(file-faults|formats/real-tokens))\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "agents-server-is-a-client",
      comment:
        "The server for coding agents calls a running service over the wire, as the client commands do, with whose code it reads what agents type; from the service's own code it takes texts alone.",
      severity: "error",
      from: { path: "^packages/server/src/agents/", pathNot: tests },
      to: {
        path: "^packages/server/src/",
        pathNot: String.raw`^packages/server/src/(agents|cli)/|^packages/server/src/kit/(client/(errors|nearest|no-answer|oauth)|servers/run-server)\.ts$|^packages/server/src/(transports/pages/guides|control/world-file/demo-world)\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "agents-server-is-for-its-command",
      comment: "Its library is optional: only the command that needs it loads it.",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot: `${tests}|^packages/server/src/(agents|testing)/`,
      },
      to: {
        path: "^packages/server/src/agents/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "client-commands-load-commander-late",
      comment: "The program decides whether a command needs it before anything else is loaded.",
      severity: "error",
      from: { path: "^packages/server/src/cli/", pathNot: tests },
      to: {
        path: "(^|/)node_modules/commander/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "run-stands-around-the-service",
      comment:
        "Running a program beside the service is a use of the service: it starts one, and looks into none of its parts.",
      severity: "error",
      from: { path: "^packages/server/src/run/", pathNot: tests },
      to: {
        path: "^packages/server/src/",
        pathNot: String.raw`^packages/server/src/(run/|platform/|config(-error)?\.ts$|start\.ts$)`,
      },
    },
    {
      name: "run-is-for-the-command-line",
      comment: "The service knows nothing of the programs that are run beside it.",
      severity: "error",
      from: {
        path: "^packages/server/src/",
        pathNot: String.raw`${tests}|^packages/server/src/(run/|testing/|(main|server-program|command-line)\.ts$)`,
      },
      to: { path: "^packages/server/src/run/" },
    },
    {
      name: "console-is-a-client",
      comment:
        "The console calls the service over the wire as any client does: it stands on the SDK, and on what the contract declares.",
      severity: "error",
      from: { path: "^packages/console/src/", pathNot: tests },
      to: {
        path: "^packages/[^/]+/src/",
        pathNot: String.raw`^packages/console/src/|^packages/sdk/src/(index|control)\.ts$|^packages/contract/src/`,
      },
    },
    {
      name: "console-ships-built",
      comment: "The service serves the console's files; none of its code knows what is in them.",
      severity: "error",
      from: { pathNot: "^packages/console/" },
      to: { path: "^packages/console/src/" },
    },
    {
      name: "testing-is-for-tests",
      comment: "Fixtures are valid by default and generous; the product must not lean on them.",
      severity: "error",
      from: { pathNot: `${tests}|^packages/server/src/testing/` },
      to: { path: "^packages/server/src/testing/" },
    },
    {
      name: "tests-are-leaves",
      comment:
        "A file that a test shares with others is a fixture, and belongs in testing/. Journeys run once more as they are, against two processes.",
      severity: "error",
      from: { pathNot: String.raw`^tests/journeys/two-processes\.test\.ts$` },
      to: { path: String.raw`\.test\.ts$` },
    },
    {
      name: "product-code-ships",
      comment:
        "What the product imports must be installed where it runs: a development dependency is not.",
      severity: "error",
      from: {
        path: "^packages/[^/]+/(src|bin)/",
        // The console is installed as it was built.
        pathNot: `${tests}|^packages/server/src/testing/|^packages/console/`,
      },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm"],
      },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for tools: without swc no .ts file is read, and all rules pass.
    parser: "swc",
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(coverage|bench/results|packages/[^/]+/dist)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json", ".css"],
    },
  },
};
