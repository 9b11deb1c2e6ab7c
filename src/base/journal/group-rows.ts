// The writer's orders: their makers, loaded when they are first needed, and the rows that a group becomes.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { addColumns, COLUMNS, type Group, type Packed, type ProfileMaker } from './group.ts';
import type { NewFact, Refused, ThreadMaker } from './journal.ts';
import { checkFact } from './sound-fact.ts';

/** The rows of a group in the order of its appends. A row that is not to be written has no profile. */
export interface Rows {
  values: Packed[];
  refused: Map<number, unknown>;
  /** What makers noted, by row. */
  notes: Map<number, string>;
  /** The reason why an order could not be made. */
  failures: (string | undefined)[];
}

const load = createRequire(import.meta.url);
export const loadMaker = (module: string): ThreadMaker =>
  (load(fileURLToPath(module)) as { factEncoder: ThreadMaker }).factEncoder;
const NO_FACT: readonly null[] = new Array<null>(COLUMNS).fill(null);

export class Makers {
  /** Settings received for profiles whose first order is still to come. */
  readonly #told = new Map<string, ProfileMaker>();
  readonly #makers = new Map<string, ThreadMaker>();

  forget(profileId: string): void {
    this.#told.delete(profileId);
    this.#makers.get(profileId)?.forget(profileId);
    this.#makers.delete(profileId);
  }

  rowsOf({ sizes, values, orders, makers }: Group): Rows {
    for (const maker of makers) this.#told.set(maker.profileId, maker);
    if (orders.length === 0) return { values, refused: new Map(), notes: new Map(), failures: [] };
    const rows: Rows = { values: [], refused: new Map(), notes: new Map(), failures: [] };
    let order = 0;
    let from = 0;
    for (const [place, size] of sizes.entries()) {
      if (orders[order] === place) {
        this.#make(rows, place, size, orders[order + 1] as string, orders[order + 2] as string);
        order += 3;
        continue;
      }
      const to = from + size * COLUMNS;
      for (; from < to; from += 1) rows.values.push(values[from] as Packed);
    }
    return rows;
  }

  #makerOf(profileId: string): ThreadMaker {
    const cached = this.#makers.get(profileId);
    if (cached) return cached;
    const { module, context } = this.#told.get(profileId) as ProfileMaker;
    const maker = loadMaker(module);
    maker.learn(profileId, context as never);
    this.#makers.set(profileId, maker);
    this.#told.delete(profileId);
    return maker;
  }

  #make(rows: Rows, place: number, size: number, profileId: string, text: string): void {
    const first = rows.values.length;
    try {
      const results = this.#makerOf(profileId).make(profileId, text);
      if (results.length !== size) throw new Error(`an order of ${size} facts became ${results.length}`);
      for (const each of results) addRow(rows, each);
    } catch (error) {
      // The order was sound: the maker is wrong, and the other appends of the group must not fail with it.
      rows.failures[place] = (error as Error).message;
      rows.values.length = first;
      for (let row = 0; row < size; row += 1) rows.values.push(...NO_FACT);
    }
  }
}

function addRow(rows: Rows, result: NewFact | Refused): void {
  if ('refused' in result) {
    rows.refused.set(rows.values.length / COLUMNS, result.refused);
    rows.values.push(...NO_FACT);
    return;
  }
  checkFact(result);
  if (result.note !== undefined) rows.notes.set(rows.values.length / COLUMNS, result.note);
  addColumns(rows.values, result);
}
