// The applications that took part, and how a test starts each.
import type { Entry } from "../../entry.ts";
import { headerOf } from "../../redaction/header-blocks.ts";
import type { StartedApp } from "./model.ts";
import type { Names } from "./names.ts";
import { isOfApplication } from "./segments.ts";

export interface Modules {
  /** `./bot.ts`, `Concierge=./bot.ts#createBot`. */
  readonly named: readonly string[];
  readonly runner: "vitest" | "jest" | "node" | "pytest";
}

/** The default module and export of an application, where `modules` names none. */
const defaultModules = {
  javascript: { gateway: ["./bot.ts", "createBot"], http: ["./app.ts", "default"] },
  python: { gateway: ["bot", "Bot"], http: ["app", "create_app"] },
} as const;

interface DetectedApp {
  readonly app: StartedApp;
  /** A note for the reader of the test. */
  readonly note: string | undefined;
}

/**
 * Finds the applications that took part.
 *
 * @param all every entry, also those before the recorded part, from which the library is detected
 */
export function appsOf(
  entries: readonly Entry[],
  { all, names, modules }: { all: Iterable<Entry>; names: Names; modules: Modules },
): readonly DetectedApp[] {
  const agents = agentsOf(all);
  const overHttp = new Set<string>();
  const participants = new Set<string>();
  for (const entry of entries) {
    const { application, kind, name } = entry;
    if (application === undefined) continue;
    if (kind === "delivery" && name === "INTERACTION_CREATE") overHttp.add(application);
    if (isOfApplication(entry) || overHttp.has(application)) participants.add(application);
  }
  return [...names.applications.entries()]
    .map(([id, name], i) => ({ id, name, isFirst: i === 0 }))
    .filter(({ id }) => participants.has(id))
    .map(({ id, name, isFirst }, i) => {
      const by = overHttp.has(id) ? "http" : "gateway";
      const agent = agents.get(id) ?? "";
      const library = agent.includes("Oceanic") ? "oceanic.js" : "discord.js";
      const [module, exported] = moduleOf(modules, { name, by, isFirst: i === 0 });
      const isKnown =
        /discord\.js|Oceanic/i.test(agent) || by === "http" || modules.runner === "pytest";
      return {
        app: { name, isFirst, by, library, module, export: exported },
        note: isKnown
          ? undefined
          : `The kit does not know the library of ${name}: world.env() has what it needs to come here.`,
      };
    });
}

/** The user agent of each application's program, by application id. */
function agentsOf(all: Iterable<Entry>): ReadonlyMap<string, string> {
  const agents = new Map<string, string>();
  for (const entry of all) {
    const { application, request } = entry;
    if (application === undefined || request === undefined || !isOfApplication(entry)) continue;
    const agent = headerOf(request.headers, "user-agent");
    if (agent !== undefined) agents.set(application, agent);
  }
  return agents;
}

interface NeededApps {
  readonly name: string;
  readonly by: "gateway" | "http";
  readonly isFirst: boolean;
}

/** The module of an application and the name of its export. */
function moduleOf({ named, runner }: Modules, { name, by, isFirst }: NeededApps) {
  const configured =
    named.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ??
    (isFirst ? named.find((each) => !each.includes("=")) : undefined);
  const [file, exported] = defaultModules[runner === "pytest" ? "python" : "javascript"][by];
  const [module = file, exportName = exported] = configured?.split("#") ?? [];
  return [module, exportName] as const;
}
