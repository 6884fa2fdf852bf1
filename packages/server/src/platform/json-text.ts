// JSON that is written already, as a part of a larger value.

/**
 * Stands for a value by its JSON. Whoever makes it vouches that it holds declared fields alone, in
 * their order: it is not cut as other parts of a reply are.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Where nobody takes the text as it is, it is written like any other value. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}
