// Building blocks of the generated pages.

/** A page with a notice that names its source. */
export function page(title: string, body: readonly string[], from = "packages/contract"): string {
  const notice = `<!-- Generated from ${from} by \`npm run generate\`; never edit. -->`;
  return `${[notice, "", `# ${title}`, "", ...body].join("\n").trimEnd()}\n`;
}

export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)];
}

/** Text that is safe in a table cell. */
function cell(value: string): string {
  return value.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
