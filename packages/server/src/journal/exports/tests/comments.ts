// Comments written so that no text from elsewhere can end or extend them.

const WIDTH = 100;

/** A comment wrapped into lines, each after the comment sign. */
export function commentLines(sign: string, text: string, column: number): readonly string[] {
  const margin = " ".repeat(column);
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && margin.length + sign.length + 1 + longer.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => `${margin}${sign} ${each}`);
}
