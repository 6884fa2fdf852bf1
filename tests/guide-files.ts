// The example files in guides: code blocks that begin with the name of a file.
import { textOf } from "./source-tree.ts";

/**
 * The text of each file by its name: TypeScript (`// name.ts`), Python (`# name.py`) and YAML (`#
 * name.yml`).
 */
export function filesOfGuide(guide: string): ReadonlyMap<string, string> {
  const blocks = textOf(guide).matchAll(/^```(?:ts|py|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, name = "", text = ""]) => [name, text]));
}
