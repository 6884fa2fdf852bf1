// Who may import whom. Imports only ever point upwards: contract <- platform <- domains <- control,
// journal and transports <- worlds <- service. The reasons stand with the rules; `npm run check` runs them.
import { readFileSync } from "node:fs";
import { folderRules, laterFolders, tests } from "./.dependency-cruiser.folders.mjs";

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

/** The files that a package shows to others, as patterns. */
function entriesOf(name) {
  const { exports: shown } = JSON.parse(
    readFileSync(new URL(`packages/${name}/package.json`, import.meta.url), "utf8"),
  );
  return Object.values(shown)
    .filter((file) => file.startsWith("./src/"))
    .map((file) => `^packages/${name}/${RegExp.escape(file.slice(2)).replace("\\*", "[^/]+")}$`);
}

const adapters = "(time/system-clock|(sqlite|postgres|redis)/[a-z-]+|network/outbound-[a-z-]+)";

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
        pathNot: ["^packages/$1/", ...entriesOf("contract"), ...entriesOf("sdk")],
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
    ...folderRules,
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
    {
      name: "service-is-the-root",
      comment: "Only what starts a whole service knows every part of it.",
      severity: "error",
      from: {
        pathNot: String.raw`${tests}|^packages/server/src/(start/start|service)\.ts$|^packages/server/src/testing/`,
      },
      to: { path: String.raw`^packages/server/src/service\.ts$` },
    },
    {
      name: "kit-is-a-client",
      comment:
        "The test kit is loaded into every test file of others: it calls a service over the wire, and loads server code only to run one in its own process. Types, the names of permissions, the types of commands and components, the size of pages and the times of interactions come from the contract, the time of applications from what a run loads into them.",
      severity: "error",
      from: {
        path: "^packages/server/src/kit/",
        pathNot: String.raw`${tests}|^packages/server/src/kit/servers/in-process\.ts$`,
      },
      to: {
        path: "^packages/",
        pathNot: String.raw`^packages/server/(src/kit/|preload/app-time\.cjs$)|^packages/contract/src/(permissions/permissions|limits/(interactions|paging)-limits|resources/(commands/command|messages/component)-types)\.ts$`,
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
        pathNot: String.raw`^packages/server/src/cli/|^packages/sdk/src/(control|index)\.ts$|^packages/contract/src/(resources/webhooks/index|control/(client-snippets|journal-kinds|trace-file)|limits/(commands|journal|paging)-limits|resources/commands/command-types)\.ts$|^packages/server/src/(kit/(actors/(command-text|controls)|client/(durations|errors|nearest|no-answer|over-http))|platform/(file-faults|formats/real-tokens|network/loopback))\.ts$`,
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
        pathNot: String.raw`^packages/server/src/(agents|cli)/|^packages/server/src/kit/(actors/command-text|client/(errors|nearest|no-answer|oauth)|servers/(private-path|run-server))\.ts$|^packages/server/src/(transports/pages/guides|control/world-file/demo-world)\.ts$`,
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
        pathNot: String.raw`^packages/server/src/(run/|platform/|start/(config|config-error|start)\.ts$)`,
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
