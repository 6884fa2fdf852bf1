// A set of things that come and go with every call. A `Set` or `Map` makes itself a new table now and
// then, and each old table leads to the next one: once an old one outlives young collections, all
// that ever stood in the later ones stays in memory until the next full collection.

/** What is in a set, with its place there. */
export interface DenseMember {
  /** For the set alone. */
  index: number;
}

/** Takes and gives up members in no order, and refers to nothing that was given up. */
export class DenseSet<M extends DenseMember> {
  readonly #members: M[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(member: M): void {
    member.index = this.#members.length;
    this.#members.push(member);
  }

  /** Gives a member up; one that is not there is passed over. */
  delete(member: M): void {
    if (this.#members[member.index] !== member) return;
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    last.index = member.index;
    this.#members[member.index] = last;
  }

  /** Calls a function with each member; it may give that one up. */
  forEach(visit: (member: M) => void): void {
    // Backwards: what takes the place of a member was visited before.
    for (let i = this.#members.length - 1; i >= 0; i -= 1) {
      const member = this.#members[i];
      if (member !== undefined) visit(member);
    }
  }
}
