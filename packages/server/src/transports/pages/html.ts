// Text that is HTML already. Whatever else is put into a template is escaped.

/** Markup that was written here, with everything from elsewhere escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What may stand in a template; `undefined` and `false` leave nothing. */
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

/** A template of HTML. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const markup = parts.reduce((before, part, i) => before + written(contents[i - 1]) + part);
  return new Html(markup);
}
