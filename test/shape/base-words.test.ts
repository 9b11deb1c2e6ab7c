// `src/base` is technical: it has no words of marketing and commerce, but where a list of the whole product is kept in it. Names count by their parts
// (`customerNos` has `customer`). Words with a technical sense of their own (order, source, lead, message) are not in the list.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

const WORDS = new Set(
  [
    ['ad', 'ads', 'advert', 'adverts', 'advertiser', 'advertisers', 'advertising', 'attribution', 'campaign', 'campaigns'],
    ['cart', 'carts', 'checkout', 'conversion', 'conversions', 'customer', 'customers', 'impression', 'impressions'],
    ['payment', 'payments', 'purchase', 'purchases', 'refund', 'refunds', 'revenue', 'shopper', 'shoppers', 'spend'],
    ['visitor', 'visitors'],
  ].flat(),
);

/** Folders with texts and types of the whole product. */
const FOLDERS: Record<string, string> = {
  'contract/': 'the errors, scopes and hooks of all slices',
  'config/': 'the settings of all providers',
};

const FILES: Record<string, { words: string[]; why: string }> = {
  'backup/backup.ts': { words: ['ad'], why: 'says what the stores of the sandbox and the clock are' },
  'journal/journal.ts': { words: ['ad', 'payment', 'spend'], why: 'the kinds of facts' },
  'kit/ids.ts': { words: ['conversion', 'customer', 'visitor'], why: 'the kinds of published ids' },
  'kit/seeds.ts': { words: ['campaign', 'conversion', 'payment', 'revenue'], why: 'the columns of the seed files' },
  'kit/text-key.ts': { words: ['ad', 'campaigns'], why: 'says what is compared under this key, in both engines alike' },
  'move/arrive.ts': { words: ['customer'], why: 'copies the search values, whose column is customer_no' },
  'move/move-plan.ts': { words: ['customer'], why: 'copies the search values, whose column is customer_no' },
  'move/row-faults.ts': { words: ['customer'], why: 'copies the search values, whose column is customer_no' },
  'rows/person-rows.ts': { words: ['customer', 'visitor'], why: 'the keys by which rows are of a person' },
  'short-lived/open-short-lived.ts': { words: ['conversions'], why: 'tells an operator what the loss of the file changes' },
  'state/decisions.ts': { words: ['customer', 'payment'], why: 'the kinds of decisions' },
  'state/owned-tables.ts': { words: ['customer'], why: 'erases by the column customer_no' },
  'state/references.ts': { words: ['ad'], why: 'names tables' },
  'warehouse/clickhouse/twin-plan.ts': { words: ['spend'], why: 'names a statement' },
  'warehouse/statements.ts': { words: ['spend'], why: 'an example of a column' },
};

const folder = projectFile('src/base');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.gen.ts'))
  .filter((path) => !Object.keys(FOLDERS).some((each) => path.startsWith(each)));

const wordsOf = (text: string): string[] => {
  const parts = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return [...new Set(parts.match(/[a-z]+/g) ?? [])].filter((word) => WORDS.has(word)).sort();
};

test('a word is found in a sentence, in a name and in a column', () => {
  assert.deepEqual(wordsOf('the Campaigns; customerNos; ad_objects'), ['ad', 'campaigns', 'customer']);
  assert.deepEqual(wordsOf('addresses, a header, spending'), []);
});

test('base has no word of marketing or commerce but where the list says why', () => {
  assert.ok(files.length > 100);
  const found = files.flatMap((path) => {
    const words = wordsOf(readFileSync(`${folder}/${path}`, 'utf8'));
    return words.length === 0 ? [] : [[path, words] as const];
  });
  const listed = Object.entries(FILES).map(([path, { words }]) => [path, words] as const);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(listed));
});
