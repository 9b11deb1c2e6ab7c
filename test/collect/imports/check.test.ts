// The checker of layout files says in one sentence each which file, which key and what is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLayout, WrongLayout } from '../../../src/collect/imports/index.ts';

const GOOD = `
layout: shop.orders
title: Orders of a shop
reads: payments
source: shop
seen: an export of the shop
recognise: [id, total]
columns:
  id: [Order]
  total: [Total]
amount: total
reference: id
`;

const faultsOf = (yaml: string): string[] => {
  try {
    checkLayout('shop.yaml', yaml);
    return [];
  } catch (error) {
    assert.ok(error instanceof WrongLayout);
    return error.message.split('\n');
  }
};

test('a good layout has no fault', () => {
  assert.deepEqual(faultsOf(GOOD), []);
});

test('each fault names file, key and what is wrong', async (t) => {
  const cases: Record<string, [yaml: string, fault: RegExp]> = {
    'an unknown key': [`${GOOD}colour: red\n`, /^shop\.yaml: the file has "colour", which layouts do not have\.$/],
    'a key that is missing': [GOOD.replace('title: Orders of a shop\n', ''), /^shop\.yaml: title .+\.$/],
    'a column that is not there': [
      GOOD.replace('amount: total', 'amount: sum'),
      /^shop\.yaml: amount uses "sum", which is no key of columns\.$/,
    ],
    'a meaning that does not exist': [`${GOOD}otherwise: income\n`, /^shop\.yaml: otherwise .+\.$/],
    'a key twice': [`${GOOD}amount: id\n`, /^shop\.yaml: Map keys must be unique.+\.$/],
    'text that is no YAML': ['a: [b', /^shop\.yaml: .+\.$/],
    'a meaning of another kind of file': [
      `${GOOD}otherwise: page_view\n`,
      /^shop\.yaml: otherwise has "page_view", which no row of payments is\.$/,
    ],
    'a column that a template uses and is not there': [
      `${GOOD}values:\n  session: ["{id}.{visit}"]\n`,
      /^shop\.yaml: values\.session uses "visit", which is no key of columns\.$/,
    ],
    'a field that events do not have': [`${GOOD}values:\n  colour: ["{id}"]\n`, /^shop\.yaml: values.+\.$/],
    'a period without its word': [
      `${GOOD}period: { title: "Aggregation", days: [Daily] }\n`,
      /^shop\.yaml: period\.title must have \{period\} for the word\.$/,
    ],
    'a condition that does not exist': [
      `${GOOD}rows:\n  - { when: { total: many }, is: fee }\n`,
      /^shop\.yaml: rows\.0\.when\.total .+\.$/,
    ],
  };
  for (const [name, [yaml, fault]] of Object.entries(cases))
    await t.test(name, () => {
      const faults = faultsOf(yaml);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', fault);
    });
});
