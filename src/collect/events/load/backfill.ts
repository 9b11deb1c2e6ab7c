// Events from a file, with a server's trust: each row goes through the same enrichment as an event that is posted. Running a file
// twice adds nothing: the journal knows a key; a row without one is known when landing, by its event id or by its content.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { NewFact } from '../../../base/journal/journal.ts';
import { tokeniserOf } from '../enrich/tokeniser.ts';
import type { EnrichContext } from '../event-input.ts';
import { OutcomeSums } from '../uncounted.ts';
import { ColumnLoad } from './columns/column-load.ts';
import { factOf, isKnownColumn, REQUIRED, type Reader } from './file-input.ts';
import { type BackfillOptions, type BackfillReport, type GoodRow, type LoadBase, loadFile, patiently } from './file-load.ts';
import { rowIdentities } from './row-identity.ts';
import { RowTimes } from './row-times.ts';
import type { Tally } from './tally.ts';

/** Loads events from a CSV, NDJSON or Parquet file, plain or gzipped. Throws UnusableFile when the file is none of them. */
export function backfillEvents(base: LoadBase, options: BackfillOptions): Promise<BackfillReport> {
  const { profileId, dryRun = false, timezone = 'UTC' } = options;
  const tokens = tokeniserOf(base, profileId);
  const reader: Reader = { identify: rowIdentities(), sums: new OutcomeSums(), times: new RowTimes(timezone) };
  const columns = new ColumnLoad(base, options, { reader, tokens });
  let writing: Promise<void> = Promise.resolve();

  async function write(facts: NewFact[], rows: GoodRow[], tally: Tally): Promise<void> {
    const appended = await patiently(() => base.journal.append(facts));
    tally.count(appended, rows);
    options.onFacts?.(
      appended.flatMap(({ status, seq }) => (status === 'conflict' ? [] : [{ seq, isNew: status === 'created' }])),
    );
  }

  return loadFile(base, options, {
    kind: 'events',
    required: REQUIRED,
    isKnown: isKnownColumn,
    takePiece: async (piece, tally) => {
      await writing;
      return columns.take(piece, tally);
    },
    take: async (rows, tally) => {
      const context: EnrichContext = { profileId, receivedAt: base.clock.now(), trust: 'server', tokens };
      const facts: NewFact[] = [];
      const sound: GoodRow[] = [];
      for (const row of rows) {
        const fact = factOf(row, context, tally, reader);
        if (!fact) continue;
        facts.push(fact);
        sound.push(row);
      }
      // One batch is written while the next is enriched, never more: the file waits for the disk.
      await writing;
      if (dryRun) tally.accepted += facts.length;
      else writing = write(facts, sound, tally);
      writing.catch(() => undefined);
      // The journal sends a batch off at the end of this turn of the event loop; the next batch would hold it back.
      await endOfTurn();
    },
    finish: () => writing,
    outcomes: () => reader.sums.list(),
    times: () => reader.times.times,
  });
}
