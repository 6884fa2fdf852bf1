// Resources that agents can read without a tool: a world, a trace, a guide.
import { readGuides } from "../transports/pages/guides.ts";
import { answerText, QUOTED_BELOW, quoted, ToolFailure } from "./answers.ts";
import { traceLines } from "../cli/journal-lines.ts";
import { tracePage } from "../cli/commands/trace.ts";
import type { ToolDeps } from "./tool.ts";

const WORLD = "antechamber://world";
const TRACE = "antechamber://trace/";
const GUIDE = "antechamber://guide/";

export function listedResources() {
  return [
    {
      uri: WORLD,
      name: "world",
      description: "The world that your tools read, as a world file without messages and files",
      mimeType: "application/yaml",
    },
    ...readGuides().map(({ name, title }) => ({
      uri: GUIDE + name,
      name: `guide ${name}`,
      description: title,
      mimeType: "text/markdown",
    })),
  ];
}

export const resourceTemplates = [
  {
    uriTemplate: `${TRACE}{id}`,
    name: "trace",
    description: "All entries of a trace, one line each",
    mimeType: "text/plain",
  },
  {
    uriTemplate: `${GUIDE}{name}`,
    name: "guide",
    description: "The full text of a guide",
    mimeType: "text/markdown",
  },
];

export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** @throws ToolFailure for a URI that names nothing */
export async function readResource(uri: string, deps: ToolDeps): Promise<ResourceText> {
  if (uri === WORLD) return { uri, mimeType: "application/yaml", text: await worldText(deps) };
  if (uri.startsWith(TRACE)) {
    const shown = await traceText(uri.slice(TRACE.length), deps);
    return { uri, mimeType: "text/plain", text: shown };
  }
  const guide = readGuides().find(({ name }) => uri === GUIDE + name);
  if (guide === undefined) {
    throw new ToolFailure(`there is no resource ${uri}`, "list the resources");
  }
  return { uri, mimeType: "text/markdown", text: guide.text };
}

/** Limited like any response: the tools page through longer ones. */
async function worldText({ worlds, secrets }: ToolDeps): Promise<string> {
  const { session } = worlds.reading(undefined);
  const query = {
    without: ["messages", "files"] as ("messages" | "files")[],
    format: "yaml",
  } as const;
  const world: unknown = await session.call("control.world.get", { query });
  const body = String(world).trimEnd().split("\n");
  const more = () => "`antechamber world export` prints all of it";
  return answerText({ head: [], body, more }, (line) => secrets.hide(line));
}

async function traceText(id: string, { worlds, secrets }: ToolDeps): Promise<string> {
  const { name, session } = worlds.reading(undefined);
  const { items } = await tracePage(session, id);
  const head = [`trace ${id} of world ${name}`, QUOTED_BELOW];
  const body = quoted(traceLines(items, session.out));
  const more = () => "the tool journal pages through them";
  return answerText({ head, body, more }, (line) => secrets.hide(line));
}
