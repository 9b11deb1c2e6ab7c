// What a verification found, in words; empty when both engines have the same.
import type { Verification } from '../../../src/credit/second-engine/index.ts';

export const differencesOf = ({ tables }: Verification): string =>
  tables
    .filter(({ columns }) => columns.length > 0)
    .map(
      ({ table, columns, samples }) =>
        `${table}: ${columns.join(', ')}\n${samples.map(({ engine, row }) => `  ${engine}: ${row}`).join('\n')}`,
    )
    .join('\n');
