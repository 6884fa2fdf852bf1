// The examples of guides: blocks that begin with the name of the file that they are.
import { textOf } from "./source-tree.ts";

/**
 * The text of each by its name, of TypeScript (`// name.ts`), of Python (`# name.py`) and of YAML
 * (`# name.yml`).
 */
export function filesOfGuide(guide: string): ReadonlyMap<string, string> {
  const blocks = textOf(guide).matchAll(/^```(?:ts|py|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, name = "", text = ""]) => [name, text]));
}
