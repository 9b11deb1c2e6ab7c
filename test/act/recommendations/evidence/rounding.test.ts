// Amounts of evidence: in the smallest unit of their currency, half away from zero as their decimal text says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedMoney, money } from '../../../../src/act/recommendations/evidence/rounding.ts';

test('an amount is rounded by its decimal text, and padded where all decimals are shown', () => {
  for (const [amount, currency, short, full] of [
    [1.005, 'EUR', '1.01', '1.01'],
    [-1.005, 'EUR', '-1.01', '-1.01'],
    [12.5, 'EUR', '12.5', '12.50'],
    [1.0005, 'KWD', '1.001', '1.001'],
    [3, 'KWD', '3', '3.000'],
    [2.5, 'JPY', '3', '3'],
    [0, 'USD', '0', '0.00'],
  ] as const) {
    assert.equal(money(amount, currency), short);
    assert.equal(fixedMoney(amount, currency), full);
  }
});
