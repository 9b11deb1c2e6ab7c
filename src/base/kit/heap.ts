// A queue from which the first by an order comes out, whatever was added in the meantime: a binary heap. Of equals either may come first.

export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** Takes the first out; undefined where none is left. */
  take(): Item | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an item in the place of the first, and where it belongs. */
  #sink(item: Item): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      const [left, right] = [items[2 * at + 1], items[2 * at + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && this.#isBefore(right, left);
      const next = isRight ? right : left;
      if (!this.#isBefore(next, item)) break;
      items[at] = next;
      at = 2 * at + (isRight ? 2 : 1);
    }
    items[at] = item;
  }
}
