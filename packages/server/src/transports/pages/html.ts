// Templates for HTML, in which all values except HTML are escaped.

/** Markup that needs no escaping. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Values in a template; `undefined` and `false` are omitted. */
export type Content = string | number | Html | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

function written(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.markup;
  if (typeof content === "object") return content.map(written).join("");
  return escaped(String(content));
}

/** A template of HTML, which escapes its values. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const markup = parts.reduce((before, part, i) => before + written(contents[i - 1]) + part);
  return new Html(markup);
}
