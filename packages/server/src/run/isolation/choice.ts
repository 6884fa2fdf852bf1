// Decides which programs `auto` isolates: those that nothing can be loaded into to redirect them,
// such as compiled ones.
import { closeSync, openSync, readSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Variables } from "../bot-tokens.ts";

/** Programs that are redirected by code loaded into them, or that only start other programs. */
const preloadable =
  /^(node|npm|npx|pnpm|pnpx|yarn|tsx|ts-node|nodemon|pm2|(i?python|pip|poetry|uv|pipenv)[0-9.]*|env|sh|bash|zsh|dash)$/;

const FIRST_LINE_BYTES_MAX = 256;

/** Whether a program finds the service without isolation. */
export function isRedirected([program = ""]: readonly string[], env: Variables): boolean {
  if (preloadable.test(basename(program))) return true;
  const [, interpreter = "", argument = ""] =
    /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(firstLineOf(pathOf(program, env))) ?? [];
  const name = basename(interpreter) === "env" ? argument : interpreter;
  return preloadable.test(basename(name));
}

function pathOf(program: string, env: Variables): readonly string[] {
  if (program.includes("/")) return [program];
  return (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
}

/** The first line of the first file that exists; in binaries it has no meaning. */
function firstLineOf(paths: readonly string[]): string {
  for (const path of paths) {
    try {
      const file = openSync(path, "r");
      const buffer = Buffer.alloc(FIRST_LINE_BYTES_MAX);
      const length = readSync(file, buffer);
      closeSync(file);
      return buffer.toString("latin1", 0, length).split("\n", 1)[0] ?? "";
    } catch {
      // The file does not exist; try the next one.
    }
  }
  return "";
}
