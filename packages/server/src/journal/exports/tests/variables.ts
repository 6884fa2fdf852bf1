// Picks readable names for variables, from the command, the button or the modal they belong to.

/** Reserved words, and names with a meaning of their own in generated tests. */
const reservedWords =
  "and app as assert async await break case catch class const continue def default delete del do elif else enum equal except expect export extends false finally for from function global if import in is lambda let new none nonlocal not null or pass path print raise reply return self static super switch t test this throw true try typeof undefined useWorld var void while with world yield recorded";

export class Variables {
  readonly #used = new Set(reservedWords.split(" "));

  /** @param names identifiers that are already in use */
  constructor(names: readonly string[]) {
    for (const name of names) this.#used.add(name);
  }

  /** A new unique name, made from a title, or from the fallback if the title has no letters. */
  add(title: string, fallback: string): string {
    const words = title
      .normalize("NFKD")
      .replaceAll(/[^A-Za-z0-9 _-]/g, "")
      .split(/[ _-]+/)
      .filter((word) => word !== "");
    const camel = words
      .slice(0, 4)
      .map((word, i) => (i === 0 ? word.toLowerCase() : capital(word.toLowerCase())))
      .join("");
    const base = /^[a-z]/.test(camel) ? camel : fallback;
    let name = base;
    for (let i = 2; this.#used.has(name); i += 1) name = `${base}${i}`;
    this.#used.add(name);
    return name;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
