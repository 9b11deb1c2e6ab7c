// Facts of a profile in ClickHouse: journal lines and sealed segments are sent as they are, and its own SQL makes the tables of facts from the
// bodies. What DuckDB made of them (the live file, the parsed column of a segment) is not read. Both engines share where facts are found, their
// order and which are quarantined.
import type { Base } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import { allFactKinds, BUILD_BYTES, factBatches, landOnlyStatements } from '../pipeline/index.ts';
import { runFiles, statementOf } from './fold.ts';

/** Where a fact's text comes from is another file there: sql/clickhouse/landing. */
const READS = /^models\/landing\/batch_/;

/** The models that land facts, by their names in DuckDB. */
export const factModels = (): string[] =>
  landOnlyStatements({ json: '', lineBytes: 0 }, allFactKinds, 0n, 0n)
    .flatMap(({ name }) => name ?? [])
    .filter((name) => name.startsWith('models/landing/') && !READS.test(name));

interface Landing {
  profileId: string;
  landedSeq: bigint;
  database: string;
  onProgress: (step: string, done: number, total: number) => void;
}

export async function landFacts(
  base: Base,
  clickhouse: ClickHouse,
  { profileId, landedSeq, database, onProgress }: Landing,
): Promise<void> {
  await clickhouse.execute(database, [statementOf('clickhouse/landing/raw_facts')]);
  const bounds = { facts: Number.POSITIVE_INFINITY, bytes: BUILD_BYTES, upTo: landedSeq };
  for await (const { source, count, after } of factBatches(base, profileId, 0n, bounds)) {
    onProgress('send', Number(after), Number(landedSeq));
    if (count === 0) continue;
    if ('json' in source) await clickhouse.insertFile(database, statementOf('clickhouse/landing/journal_lines'), source.json);
    else {
      const params = { after: source.after, up_to: source.upTo, leave_out: source.leaveOut.map(BigInt) };
      for (const { path } of source.segments)
        await clickhouse.insertFile(database, statementOf('clickhouse/landing/segment_rows', params), path);
    }
  }
  onProgress('land', 0, 1);
  await clickhouse.execute(database, [statementOf('clickhouse/landing/batch_facts'), { sql: 'drop table raw_facts sync' }]);
  await runFiles(clickhouse, database, factModels(), ['landing/batch_facts']);
}
