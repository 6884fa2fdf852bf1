// Which programs are isolated where nobody says it: those into which nothing can be loaded that would
// lead them here, as compiled ones.
import { closeSync, openSync, readSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Variables } from "../bot-tokens.ts";

/** Programs that are led here by what is loaded into them, or that only start others. */
const led =
  /^(node|npm|npx|pnpm|pnpx|yarn|tsx|ts-node|nodemon|pm2|(i?python|pip|poetry|uv|pipenv)[0-9.]*|env|sh|bash|zsh|dash)$/;

const FIRST_LINE_BYTES_MAX = 256;

/** True for a program that finds the service without isolation. */
export function isLedHere([program = ""]: readonly string[], env: Variables): boolean {
  if (led.test(basename(program))) return true;
  const [, interpreter = "", argument = ""] =
    /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(firstLineOf(pathOf(program, env))) ?? [];
  const name = basename(interpreter) === "env" ? argument : interpreter;
  return led.test(basename(name));
}

function pathOf(program: string, env: Variables): readonly string[] {
  if (program.includes("/")) return [program];
  return (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
}

/**
 * Of the first of these files that is there; programs for the machine have none that means
 * anything.
 */
function firstLineOf(paths: readonly string[]): string {
  for (const path of paths) {
    try {
      const file = openSync(path, "r");
      const buffer = Buffer.alloc(FIRST_LINE_BYTES_MAX);
      const length = readSync(file, buffer);
      closeSync(file);
      return buffer.toString("latin1", 0, length).split("\n", 1)[0] ?? "";
    } catch {
      // It is not there: the next one.
    }
  }
  return "";
}
