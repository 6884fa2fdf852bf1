// A set for members that come and go with every call. A `Set` or `Map` replaces its table now and
// then, and each old table refers to the next one: once an old one survives young collections,
// everything that was ever in the later ones stays in memory until the next full collection.

/** A member, with its position in the set. */
export interface DenseMember {
  /** Used by the set alone. */
  index: number;
}

/** An unordered set, which keeps no reference to removed members. */
export class DenseSet<M extends DenseMember> {
  readonly #members: M[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(member: M): void {
    member.index = this.#members.length;
    this.#members.push(member);
  }

  /** Removes a member; one that is not in the set is ignored. */
  delete(member: M): void {
    if (this.#members[member.index] !== member) return;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    last.index = member.index;
    this.#members[member.index] = last;
  }

  /** Calls a function with each member, which it may remove. */
  forEach(visit: (member: M) => void): void {
    // Backwards: the member that replaces a removed one was visited before.
    for (let i = this.#members.length - 1; i >= 0; i -= 1) {
      const member = this.#members[i];
      if (member !== undefined) visit(member);
    }
  }
}
