// What the stores take for each fact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesPerFact, type Store } from '../../src/base/usage.ts';

const bytes: Record<Store, number> = {
  journal: 4_000_000,
  state: 1_000_000,
  ledger: 500_000,
  archive: 4_500_000,
  warehouse: 2_000_000,
  published: 9_000_000,
  other: 64_000_000,
};

test('bytes for each fact are of the stores, without copies and ballast', () => {
  assert.equal(bytesPerFact(bytes, 120_000), 100);
});

test('few facts have no such figure', () => {
  assert.equal(bytesPerFact(bytes, 99_999), undefined);
  assert.equal(bytesPerFact(bytes, 0), undefined);
});
