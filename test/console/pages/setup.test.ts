// A sheet of spend that the console reads: amounts in either notation, and what would have to be guessed refused with the value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConsole } from '../load.ts';

interface Sheet {
  days: { rows: { spend: string }[] }[];
  problem?: string;
}
const { readSpend } = await loadConsole<{ readSpend: (text: string) => Sheet }>('pages/setup/spend-file.ts');

const spendOf = (...amounts: string[]): unknown => {
  const { days, problem } = readSpend(`day;spend\n${amounts.map((amount) => `2026-03-01;${amount}\n`).join('')}`);
  return problem ?? days.flatMap(({ rows }) => rows.map(({ spend }) => spend));
};

test('a sheet of spend is read in the notation that its amounts prove', () => {
  assert.deepEqual(spendOf('12,50', '1.234'), ['12.50', '1234']);
  assert.deepEqual(spendOf('€ 1,234.50', '3'), ['1234.50', '3']);
  assert.deepEqual(spendOf('1.234,50 EUR', 'EUR 12'), ['1234.50', '12']);
  assert.deepEqual(spendOf('19.990000000', '0'), ['19.990000000', '0']);
  for (const amount of ['1.234', '12,5x', '-3', '', '1,5.2'])
    assert.match(String(spendOf('7', amount)), /^Line 2: .* in one notation; here the amount is “7”\.$/, amount);
});
