// The calls of a trace as lines of code that repeat them with the SDK.
import { callLine, type MadeCall, type types } from "@antechamber/sdk/control";
import { entriesIn } from "./trace-file.ts";

/** The lines of a trace file. */
export function sdkLinesIn(file: string): string {
  const read = entriesIn(file);
  if ("fault" in read) throw new Error(read.fault);
  return sdkLines(read.entries);
}

/** Each call, below a comment with the entry that caused it, in order. */
export function sdkLines(entries: readonly types.WholeEntry[]): string {
  const calls = entries.filter(({ kind }) => kind === "request");
  const lines = calls.flatMap((entry) => [
    `// ${entry.name} → ${entry.status ?? "no answer"}`,
    ...(entry.cut === true ? ["// The body was truncated: it is incomplete here."] : []),
    lineOf(entry) ?? "// The SDK has no method for this call.",
  ]);
  return [
    "// `rest` is a Rest of @antechamber/sdk, `control` a ControlClient of @antechamber/sdk/control.",
    ...lines,
    "",
  ].join("\n");
}

function lineOf(entry: types.WholeEntry): string | undefined {
  const { name, request } = entry;
  if (request === undefined) return undefined;
  const authorization = authorizationOf(entry);
  return callLine({
    id: name,
    url: request.url,
    body: request.body,
    ...(authorization === undefined ? {} : { authorization }),
  });
}

/** The journal only has the scheme of a credential; the variable is named after its owner. */
function authorizationOf({
  request,
  actor,
  application,
}: types.WholeEntry): MadeCall["authorization"] {
  const header = Object.entries(request?.headers ?? {}).find(
    ([name]) => name.toLowerCase() === "authorization",
  );
  if (header === undefined) return undefined;
  const [, scheme = ""] = /^([A-Za-z]+) /.exec(header[1]) ?? [];
  const variable =
    scheme === "Bot"
      ? `BOT_TOKEN_${application ?? "UNKNOWN"}`
      : `${scheme === "" ? "USER_TOKEN" : scheme.toUpperCase()}_${actor ?? "UNKNOWN"}`;
  return { scheme, variable };
}
