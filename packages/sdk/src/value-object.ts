// Values that can be copied, moved from and empty, as the sheet describes the SDK's objects.
// Source: requirements 2.5, protocol: lobbies-and-sdk 8.1.

/** A value with named properties; it is valid while it has them. */
export abstract class ValueObject<Fields extends object> {
  #fields: Fields | undefined;
  readonly #isFixed: boolean;

  /** @param fields `undefined` makes the null object */
  protected constructor(fields: Fields | undefined) {
    this.#fields = fields;
    this.#isFixed = fields === undefined;
  }

  /** True while the value has its properties: false for the null object and after a move. */
  get valid(): boolean {
    return this.#fields !== undefined;
  }

  /** A new value, as the constructor makes it without arguments. */
  protected abstract fresh(): this;

  /** An independent copy; the copy of an empty value is empty too, but can be filled. */
  clone(): this {
    const copy = this.fresh();
    copy.#fields = this.#fields === undefined ? undefined : { ...this.#fields };
    return copy;
  }

  /** Copies the other value's properties into this one. @throws TypeError on the null object */
  assign(other: this): void {
    this.#refuseIfFixed();
    this.#fields = other.valid ? { ...other.fields } : undefined;
  }

  /** Moves the other value's properties into this one. @throws TypeError on the null object */
  moveFrom(other: this): void {
    this.#refuseIfFixed();
    if (other === this) return;
    this.#fields = other.#fields;
    other.#fields = undefined;
  }

  /** @throws TypeError when the value is empty */
  protected get fields(): Readonly<Fields> {
    if (this.#fields === undefined) throw new TypeError(`${this.constructor.name} holds nothing`);
    return this.#fields;
  }

  /** @throws TypeError when the value is empty */
  protected set(change: Partial<Fields>): void {
    this.#fields = { ...this.fields, ...change };
  }

  #refuseIfFixed(): void {
    if (this.#isFixed) throw new TypeError(`${this.constructor.name}.nullobj cannot be changed`);
  }
}
