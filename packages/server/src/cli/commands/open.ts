// `antechamber open`: opens pages of the service in the browser, and shows trace files without a
// service.
import { spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { fileFault } from "../../platform/file-faults.ts";
import { basename } from "node:path";
import type { Command } from "commander";
import { nearest } from "../../kit/client/nearest.ts";
import type { Act } from "../acting.ts";
import { aborted } from "../environment.ts";
import { CommandFailure, wrongUsage } from "../failures.ts";
import type { TraceToServe } from "../deps.ts";
import type { Session } from "../session.ts";

/** Paths of pages, by name. */
const pages: Readonly<Record<string, string>> = {
  console: "/console",
  reference: "/reference",
  openapi: "/openapi.json",
  schema: "/world.schema.json",
  metrics: "/metrics",
  health: "/readyz",
};

export const pageNames: readonly string[] = Object.keys(pages);

/** The suffix of trace files. */
const TRACE_FILE = ".jsonl";

/** The program of each operating system that opens a URL; others use `xdg-open`. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

export function addOpen(program: Command, act: Act): void {
  act(
    program
      .command("open")
      .description("Open a page of the service in the browser, or a trace file without a service")
      .argument(
        "[page]",
        `${pageNames.join(", ")}, or a trace file (.trace.jsonl), which is shown until Ctrl-C`,
        "reference",
      )
      .option("--print", "print the address only"),
    open,
  );
}

interface OpenOptions {
  readonly print?: boolean;
}

async function open(session: Session, options: OpenOptions, page = ""): Promise<void> {
  const path = pages[page];
  if (path !== undefined)
    return show(session, options, session.url + path + worldOf(session, page));
  if (page.endsWith(TRACE_FILE)) return openTrace(session, options, page);
  return wrongUsage(
    `there is no page "${page}"; did you mean ${nearest(page, pageNames).join(", ")}? (The name of a trace file ends in ${TRACE_FILE})`,
  );
}

/** The query that selects the world: only the console shows one, by default the first. */
function worldOf({ worldName }: Session, page: string): string {
  return page !== "console" || worldName === undefined
    ? ""
    : `/?w=${encodeURIComponent(worldName)}`;
}

/** Prints a URL, and opens it in the browser unless `--print` or `--json` is given. */
function show(session: Session, { print }: OpenOptions, url: string): void {
  session.out.show({ url }, () => [url]);
  if (print === true || session.out.isJson) return;
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () =>
    session.out.note(`antechamber: ${program} is missing here: open the address yourself`),
  );
  child.unref();
}

/** Serves the console with the trace on this machine until interrupted. */
async function openTrace(session: Session, options: OpenOptions, path: string): Promise<void> {
  const { deps, out } = session;
  const trace = await traceIn(path);
  const interrupted = deps.interrupted();
  const page = await deps.serveTrace(trace).catch((error: Error) => {
    throw new CommandFailure(`cannot show ${path}: ${error.message}`);
  });
  try {
    show(session, options, page.url);
    out.note(`antechamber: ${trace.name} is shown there; press Ctrl-C to end`);
    await aborted(interrupted);
  } finally {
    await page.close();
  }
}

/** @throws CommandFailure where it is no trace */
async function traceIn(path: string): Promise<TraceToServe> {
  const [{ journalLimits: limits }, { readTraceFile }] = await Promise.all([
    import("@antechamber/contract/journal-limits"),
    import("@antechamber/contract/trace-file"),
  ]);
  const max = limits.traceFile.value;
  const text = await textOf(path, max).catch((error: Error) =>
    wrongUsage(`cannot read ${path}: ${fileFault(error)}`),
  );
  const read = readTraceFile(text);
  if ("fault" in read) wrongUsage(`${path} is not a trace file: ${read.fault}`);
  return { name: basename(path), text };
}

/** @throws Error where it is larger, or not a file */
async function textOf(path: string, max: number): Promise<string> {
  const file = await stat(path);
  if (!file.isFile()) throw new Error("it is not a file");
  if (file.size > max) throw new Error(`it is larger than ${max / 1024 ** 2} MiB`);
  return readFile(path, "utf8");
}
