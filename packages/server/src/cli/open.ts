// `antechamber open`: pages of the service in the browser.
import { spawn } from "node:child_process";
import type { Command } from "commander";
import { nearest } from "../kit/nearest.ts";
import type { Act } from "./acting.ts";
import { wrongUsage } from "./failures.ts";
import type { Session } from "./session.ts";

/** Pages by the names that people give them. */
const pages: Readonly<Record<string, string>> = {
  console: "/console",
  reference: "/reference",
  openapi: "/openapi.json",
  schema: "/world.schema.json",
  metrics: "/metrics",
  health: "/readyz",
};

/** The program of each system that shows an address to people. */
const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

export function addOpen(program: Command, act: Act): void {
  act(
    program
      .command("open")
      .description("Open a page of the service in the browser")
      .argument("[page]", Object.keys(pages).join(", "), "reference")
      .option("--print", "only print the address"),
    open,
  );
}

async function open(
  session: Session,
  { print }: { readonly print?: boolean },
  page = "",
): Promise<void> {
  const path = pages[page];
  if (path === undefined) {
    wrongUsage(
      `there is no page "${page}"; did you mean ${nearest(page, Object.keys(pages)).join(", ")}?`,
    );
  }
  const url = `${session.url}${path}`;
  session.out.show({ url }, () => [url]);
  if (print === true || session.out.isJson) return;
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () =>
    session.out.note(`antechamber: no ${program} here: open the address yourself`),
  );
  child.unref();
}
