// Which ids a file has had. Only the last million at least are remembered, so that memory has a bound: copies of one event are near each other in the files
// of the tools that write them, and the store knows each event by its id.

const GENERATION = 1_000_000;

export class RecentIds {
  #earlier: ReadonlySet<string> = new Set();
  #later = new Set<string>();

  /** True where the id has been there before. */
  isRepeated(id: string): boolean {
    if (this.#later.has(id) || this.#earlier.has(id)) return true;
    if (this.#later.size >= GENERATION) {
      this.#earlier = this.#later;
      this.#later = new Set();
    }
    this.#later.add(id);
    return false;
  }
}
