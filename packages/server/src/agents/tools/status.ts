// `status`: where the service is, what is in the world, and which calls were refused recently.
import { object } from "@antechamber/contract/schema";
import type { types } from "@antechamber/sdk/control";
import { instantOf, realNow } from "../../cli/environment.ts";
import { entryLine } from "../../cli/journal-lines.ts";
import type { Session } from "../../cli/session.ts";
import { writtenName } from "../../kit/actors/command-text.ts";
import { QUOTED_BELOW, quoted, type ToolAnswer } from "../answers.ts";
import { readWorld, tool, type ToolDeps } from "../tool.ts";

/** The most names of a kind that are shown. */
const NAMES_SHOWN = 12;
/** The most refusals that are shown. */
const REFUSALS_SHOWN = 8;
const MINUTE_MS = 60_000;

export const status = tool({
  name: "status",
  title: "Show status",
  description:
    "Start here. The service's address and mode, its worlds, what is in one of them (applications and whether their bots are connected, users, channels, commands), the world's clock, and calls refused in the last minute.",
  input: object({ world: readWorld }),
  isReadOnly: true,
  run: async ({ world }, deps) => statusOf(world, deps),
});

async function statusOf(world: string | undefined, { worlds }: ToolDeps): Promise<ToolAnswer> {
  const mode = await worlds.mode();
  if (mode === "unreachable") {
    return {
      head: [`no service answers at ${worlds.url}`],
      foot: [
        'next: world_new {"from": "demo"} starts one in memory and opens a world in it; or start one with `antechamber start`',
      ],
    };
  }
  const { name, session } = worlds.reading(world);
  const [clock, all, sessions, content, refused] = await Promise.all([
    session.call("control.clock.get"),
    mode === "production" ? undefined : session.call("control.worlds.list"),
    session.call("control.sessions.list", { query: { limit: 100 } }),
    contentOf(session),
    refusedLately(session),
  ]);
  const others = all?.items.map((each) => each.name) ?? [];
  return {
    head: [
      `${worlds.url}, ${mode} mode${worlds.isServiceOwn ? ", started for you and ends with you" : ""}`,
      ...(others.length === 0 ? [] : [`worlds: ${named(others)}`]),
      `your own world: ${worlds.own ?? "none"}; shown here: ${name}`,
      `clock: ${clock.now}, ${clock.frozen ? "frozen" : "running"}`,
      QUOTED_BELOW,
    ],
    body: [
      ...quoted([...connections(sessions.items, content.applications), ...content.lines]),
      refused.length === 0
        ? "no call was refused in the last minute"
        : "refused in the last minute:",
      ...quoted(refused.map((entry) => entryLine(entry, session.out))),
    ],
    foot: [nextStep(mode, worlds.own)],
  };
}

function nextStep(mode: string, own: string | undefined): string {
  if (mode === "production")
    return "next: this service is in production mode, so tools are read-only";
  if (own === undefined)
    return 'next: world_new {"from": "demo"} opens a world of your own; connect_snippet connects a library to it';
  return "next: connect_snippet connects a library; act acts as a user; why and explain show what decided";
}

interface Content {
  readonly applications: readonly types.WorldApplication[];
  readonly lines: readonly string[];
}

/** The content of the world, by name. */
async function contentOf(session: Session): Promise<Content> {
  const query = { limit: NAMES_SHOWN + 1 };
  const [applications, users, guilds, channels] = await Promise.all([
    session.call("control.applications.list", { query }),
    session.call("control.users.list", { query }),
    session.call("control.guilds.list", { query }),
    session.call("control.channels.list", { query }),
  ]);
  const commands = await Promise.all(
    applications.items
      .slice(0, NAMES_SHOWN)
      .map(({ id = "" }) =>
        session.call("control.applications.get", { path: { application: id } }),
      ),
  );
  return {
    applications: applications.items,
    lines: [
      ...commands.map(
        ({ name = "", commands: own = [] }) =>
          `commands of ${name}: ${own.length === 0 ? "none" : named(own.map(writtenName))}`,
      ),
      `users: ${named(users.items.map(({ username = "", id }) => `${username} (${id})`))}`,
      `guilds: ${named(guilds.items.map(({ name = "", id }) => `${name} (${id})`))}`,
      `channels: ${named(channels.items.map(({ name = "", id }) => `#${name} (${id})`))}`,
    ],
  };
}

/** A list of names, as many as are shown. */
function named(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length > NAMES_SHOWN ? ", and more" : "";
  return names.slice(0, NAMES_SHOWN).join(", ") + more;
}

function connections(
  sessions: readonly types.SessionItem[],
  applications: readonly types.WorldApplication[],
): readonly string[] {
  return applications.slice(0, NAMES_SHOWN).map(({ id, name = "" }) => {
    const own = sessions.filter(({ kind, application, connected }) => {
      return kind === "bot" && connected && application === id;
    });
    const count = own.length === 1 ? "1 session" : `${own.length} sessions`;
    const how = own.length === 0 ? "not connected" : `connected, ${count}`;
    return `application ${name} (${id}): bot ${how}`;
  });
}

/** Calls refused in the last minute of real time, as the world's clock may be frozen or moved. */
async function refusedLately(session: Session): Promise<readonly types.JournalEntry[]> {
  const since = realNow() - MINUTE_MS;
  const query = { status: ">=400", limit: REFUSALS_SHOWN };
  const { items } = await session.call("control.journal.list", { query });
  return items.filter((entry) => instantOf(entry.real_at) >= since);
}
