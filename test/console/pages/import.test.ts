// The page Import: exact sums, the rules of a mapping that a person chooses, and a word for everything that the importer names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS } from '../../../src/collect/imports/layout/mapping.ts';
import { REASONS } from '../../../src/collect/imports/layout/vocabulary.ts';
import { loadConsole } from '../load.ts';

const { sumOf } = await loadConsole<typeof import('../../../console/pages/import/amounts.ts')>('pages/import/amounts.ts');
const rules = await loadConsole<typeof import('../../../console/pages/import/mapping-rules.ts')>('pages/import/mapping-rules.ts');
const words = await loadConsole<typeof import('../../../console/pages/import/words.ts')>('pages/import/words.ts');

test('amounts are added exactly', () => {
  assert.equal(sumOf(['0.1', '0.2']), '0.3');
  assert.equal(sumOf(['12345678901234567890.01', '-0.011']), '12345678901234567889.999');
  assert.equal(sumOf(['-5', '4.5']), '-0.5');
  assert.equal(sumOf(['100', '-100']), '0');
  assert.equal(sumOf([]), '0');
});

const payments = { reads: 'payments' as const, needed: ['amount', 'currency', 'time'], may_lack: ['currency'], more: ['email'] };
const column = (name: string, proposed: string | null) => ({ column: name, samples: [], proposed });

test('a mapping begins with what the headers name alone, and is whole when the rest is chosen or declined', () => {
  const header = [column('Total', 'amount'), column('Net', 'amount'), column('Date', 'time'), column('Day', 'day')];
  const first = rules.proposedMapping({ header }, payments);
  assert.deepEqual(first, { reads: 'payments', columns: { Date: 'time' }, without: [] });
  assert.deepEqual(rules.missingOf(first, payments), ['amount', 'currency']);
  const chosen = rules.withField(first, 'Total', 'amount');
  const declined = { ...chosen, without: ['currency'] };
  assert.deepEqual(rules.missingOf(declined, payments), []);
  assert.deepEqual(rules.withField(declined, 'Money', 'currency').without, []);
  assert.deepEqual(rules.withField(chosen, 'Total', '').columns, { Date: 'time' });
  assert.deepEqual(rules.chosenTwice(rules.withField(chosen, 'Net', 'amount')), [{ field: 'amount', columns: ['Total', 'Net'] }]);
  assert.deepEqual(rules.chosenTwice(chosen), []);
});

test('a list of customers needs one column, whichever', () => {
  const customers = { reads: 'customers' as const, needed: [], may_lack: [], more: ['email', 'phone'] };
  const none = rules.proposedMapping({ header: [column('Kunde', null)] }, customers);
  assert.equal(rules.missingOf(none, customers).length, 1);
  assert.deepEqual(rules.missingOf(rules.withField(none, 'Kunde', 'phone'), customers), []);
});

test('every reason, field and kind of reading has a word', () => {
  for (const reason of [...REASONS, 'deal_open', 'deal_lost']) assert.match(words.reasonWord(reason), /^[A-Z]/, reason);
  for (const { needed, more } of Object.values(FIELDS))
    for (const field of [...needed, ...more]) assert.match(words.fieldWord(field), /^[A-Z]/, field);
  for (const reads of Object.keys(FIELDS)) assert.match(words.kindWord(reads), /^[A-Z]/, reads);
  assert.equal(words.reasonWord('sent_by_pigeon'), 'sent by pigeon');
});
