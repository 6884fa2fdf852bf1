// Values that can be copied, moved from and be empty, as the sheet describes the SDK's objects.
// Source: requirements 2.5, protocol: lobbies-and-sdk 8.1.

/** A value with named properties: valid while it holds them. */
export abstract class ValueObject<Fields extends object> {
  #fields: Fields | undefined;
  readonly #isFixed: boolean;

  /** `undefined` makes the one that never holds anything. */
  protected constructor(fields: Fields | undefined) {
    this.#fields = fields;
    this.#isFixed = fields === undefined;
  }

  /** True while it holds its properties: not the null object, and not moved from. */
  get valid(): boolean {
    return this.#fields !== undefined;
  }

  /** One as its constructor makes it when nothing is said. */
  protected abstract fresh(): this;

  /** An independent copy; the copy of an empty value is as empty, and can be filled. */
  clone(): this {
    const copy = this.fresh();
    copy.#fields = this.#fields === undefined ? undefined : { ...this.#fields };
    return copy;
  }

  /** Takes over copies of the other's properties. @throws TypeError on the null object */
  assign(other: this): void {
    this.#refuseIfFixed();
    this.#fields = other.valid ? { ...other.fields } : undefined;
  }

  /** Takes over the other's properties and leaves it empty. @throws TypeError on the null object */
  moveFrom(other: this): void {
    this.#refuseIfFixed();
    if (other === this) return;
    this.#fields = other.#fields;
    other.#fields = undefined;
  }

  /** @throws TypeError when it is empty */
  protected get fields(): Readonly<Fields> {
    if (this.#fields === undefined) throw new TypeError(`${this.constructor.name} holds nothing`);
    return this.#fields;
  }

  /** @throws TypeError when it is empty */
  protected set(change: Partial<Fields>): void {
    this.#fields = { ...this.fields, ...change };
  }

  #refuseIfFixed(): void {
    if (this.#isFixed) throw new TypeError(`${this.constructor.name}.nullobj cannot be changed`);
  }
}
