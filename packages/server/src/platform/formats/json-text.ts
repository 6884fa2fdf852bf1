// JSON that is written already, as a part of a larger value.

/**
 * Holds a value as its JSON. It is not cut as other parts of a reply are: its maker must hold
 * it to the declared fields, in their order.
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
