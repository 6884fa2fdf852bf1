// JSON that is already serialized, as a part of a larger value.

/**
 * Holds a value as its JSON. Unlike the other parts of a reply it is not cut to the declared
 * fields: its creator must write only those, in their order.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** If the text is not used as it is, the value is serialized like any other. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}
