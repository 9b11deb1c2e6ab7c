// Reports whose rows move while their pages are read: shuffled, repeated, passed over, changed, added and removed at every page border. What is read
// has each row once and lacks none that was there all the time, or the reading fails as a whole. Random cases print their seed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { type ReportPage, readWholeReport } from '../../src/providers/whole-report.ts';

interface Row {
  ad: number;
  spend: number;
}

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env['RUNS'] ?? 400);

/** What happens at a page border; numbers choose the rows. */
const disturbance = fc.record({
  kind: fc.constantFrom('none', 'shuffle', 'repeat', 'pass over', 'change', 'add', 'remove'),
  at: fc.nat(1_000),
});
type Disturbance = { kind: string; at: number };

/** A source of rows that is disturbed while its first readings are under way. */
class Source {
  rows: Row[];
  readonly #hasTotal: boolean;
  readonly #size: number;
  /** Rows that were there from the beginning of the last reading to its end, and every state of them meanwhile. */
  steady = new Set<number>();
  states = new Set<string>();
  readings: Row[][] = [];
  #next = 1_000;

  constructor(count: number, size: number, hasTotal: boolean) {
    this.rows = Array.from({ length: count }, (_, ad) => ({ ad, spend: ad + 1 }));
    this.#size = size;
    this.#hasTotal = hasTotal;
  }

  async *read(disturbances: readonly Disturbance[]): AsyncGenerator<ReportPage<Row>> {
    const sequence: Row[] = [];
    this.readings.push(sequence);
    this.steady = new Set(this.rows.map(({ ad }) => ad));
    this.states = new Set();
    this.#note();
    for (let start = 0, border = 0; start === 0 || start < this.rows.length; start += this.#size, border += 1) {
      const page = this.rows.slice(start, start + this.#size).map((row) => ({ ...row }));
      const { kind = 'none', at = 0 } = disturbances[border] ?? {};
      if (kind === 'repeat' && sequence.length > 0) page.unshift({ ...(sequence.at(-1) as Row) });
      // Of a page, without a word: only a total shows it.
      if (kind === 'pass over' && this.#hasTotal) page.splice(at % Math.max(1, page.length), 1);
      sequence.push(...page);
      yield { rows: page, ...(this.#hasTotal ? { total: this.rows.length } : {}) };
      this.#disturb(kind, at);
      this.#note();
    }
  }

  #disturb(kind: string, at: number): void {
    const index = at % Math.max(1, this.rows.length);
    if (kind === 'shuffle') this.rows = [...this.rows.slice(index), ...this.rows.slice(0, index)].reverse();
    if (kind === 'change') this.rows = this.rows.map((row, i) => (i === index ? { ...row, spend: row.spend + 1 } : row));
    if (kind === 'add') this.rows.splice(index, 0, { ad: this.#next++, spend: 1 });
    // Where nothing says how many rows there are, one that is removed moves others up unnoticed; reports lose no rows of past days.
    if (kind === 'remove' && this.#hasTotal) this.rows.splice(index, 1);
  }

  #note(): void {
    const present = new Set(this.rows.map(({ ad }) => ad));
    for (const ad of this.steady) if (!present.has(ad)) this.steady.delete(ad);
    for (const row of this.rows) this.states.add(JSON.stringify(row));
  }
}

for (const hasTotal of [false, true])
  test(`rows move at page borders, ${hasTotal ? 'the platform says how many there are' : 'nothing says how many there are'}`, async (t) => {
    t.diagnostic(`SEED=${seed} RUNS=${numRuns}`);
    const counts = { whole: 0, failed: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ count: fc.integer({ min: 0, max: 25 }), size: fc.integer({ min: 1, max: 7 }) }),
        fc.array(fc.array(disturbance, { maxLength: 12 }), { maxLength: 4 }),
        async ({ count, size }, readings) => {
          const source = new Source(count, size, hasTotal);
          const report = {
            provider: 'x',
            keyOf: ({ ad }: Row) => String(ad),
            pages: (n: number) => source.read(readings[n - 1] ?? []),
          };
          const rows = await readWholeReport(report).catch((error: unknown) => error);
          if (rows instanceof ProviderFailure) {
            assert.equal(rows.outcome, 'unavailable');
            assert.equal(source.readings.length, 3);
            counts.failed += 1;
            return;
          }
          assert.ok(Array.isArray(rows), String(rows));
          counts.whole += 1;
          const ads = rows.map(({ ad }: Row) => ad);
          assert.equal(new Set(ads).size, ads.length, 'each once');
          for (const row of rows) assert.ok(source.states.has(JSON.stringify(row)), 'as it was at some time of the reading');
          // Two readings that are the same row by row are taken for steady; by chance they can be that in a list of a few rows.
          if (isDeepStrictEqual(source.readings.at(-1), source.readings.at(-2))) return;
          for (const ad of source.steady) assert.ok(ads.includes(ad), `${ad} is missing`);
        },
      ),
      { seed, numRuns },
    );
    t.diagnostic(`${counts.whole} whole, ${counts.failed} failed`);
    assert.ok(counts.whole > 0 && counts.failed > 0);
  });

test('a row that always comes again counts once, one that always contradicts itself fails', async () => {
  const keyOf = ({ ad }: Row): string => String(ad);
  const pagesOf = (...pages: Row[][]) =>
    async function* () {
      for (const rows of pages) yield { rows };
    };
  const [a, b] = [
    { ad: 1, spend: 5 },
    { ad: 2, spend: 7 },
  ];
  assert.deepEqual(await readWholeReport({ provider: 'x', keyOf, pages: pagesOf([a, b], [b]) }), [a, b]);
  const changed = pagesOf([a, b], [{ ad: 2, spend: 8 }]);
  await assert.rejects(readWholeReport({ provider: 'x', keyOf, pages: changed }), ProviderFailure);
  await assert.rejects(readWholeReport({ provider: 'x', keyOf, pages: changed, isFixed: () => true }), ProviderFailure);
});
