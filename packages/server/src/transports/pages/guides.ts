// The project's guides as Markdown, where they are installed with the program.
import { readdirSync, readFileSync } from "node:fs";

// In the packed program, which is JavaScript, they are beside its folder.
const place = import.meta.url.endsWith(".ts") ? "../../../../../docs/guides/" : "../guides/";
const folder = new URL(place, import.meta.url);

/** A guide: its name in URLs, its heading, and its text in Markdown. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Every guide; empty where only the program was installed. */
export function readGuides(): readonly Guide[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
    return files.toSorted().map((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const name = file.slice(0, -".md".length);
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    });
  } catch {
    return [];
  }
}
