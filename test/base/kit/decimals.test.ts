// Exact decimals: reading, writing, dividing, and rounding parts so that they sum to the rounded whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  apportion,
  decimalOfNumber,
  decimalText,
  numberOfFloat,
  ratio,
  roundedQuotient,
  trimmedDecimal,
  unitsOf,
} from '../../../src/base/kit/decimals.ts';

test('apportion', async (t) => {
  await t.test('parts sum to the rounded whole, and none moves by a unit or more', () => {
    const part = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), fc.bigInt({ min: 1n, max: 10n ** 7n }), (parts, unit) => {
        const total = roundedQuotient(
          parts.reduce((sum, value) => sum + value, 0n),
          unit,
        );
        const shares = apportion(parts, unit, total);
        assert.equal(
          shares.reduce((sum, value) => sum + value, 0n),
          total,
        );
        for (const [i, share] of shares.entries()) {
          const distance = share * unit - (parts[i] as bigint);
          assert.ok(distance < unit && -distance < unit, `${parts[i]} became ${share} units of ${unit}`);
        }
      }),
      { numRuns: 500, verbose: true },
    );
  });
  await t.test('whole parts stay as they are', () =>
    assert.deepEqual(apportion([3_000_000n, 0n, 2_000_000n], 1_000_000n, 5n), [3n, 0n, 2n]),
  );
  await t.test('the unit left over goes to the part that lost most, the earlier of equals', () => {
    assert.deepEqual(apportion([333_333n, 333_334n, 333_333n], 1_000_000n, 1n), [0n, 1n, 0n]);
    assert.deepEqual(apportion([500_000n, 500_000n], 1_000_000n, 1n), [1n, 0n]);
  });
});

test('decimals', async (t) => {
  await t.test('what is written reads back the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 1, max: 12 }), (units, scale) => {
        assert.equal(unitsOf(decimalText(units, scale), scale), units);
      }),
    );
  });
  await t.test('no zeros at the end, no lone point', () => {
    assert.deepEqual([decimalText(1_500_000n, 6), decimalText(-20_000_000n, 6), decimalText(1n, 6)], ['1.5', '-20', '0.000001']);
    assert.deepEqual([trimmedDecimal('10.500000'), trimmedDecimal('100'), trimmedDecimal('0.000000')], ['10.5', '100', '0']);
  });
  await t.test('digits that the scale cannot hold are refused', () => assert.throws(() => unitsOf('1.0000001', 6), RangeError));
  await t.test('halves round away from zero', () => {
    assert.deepEqual([roundedQuotient(5n, 2n), roundedQuotient(-5n, 2n), roundedQuotient(4n, 3n)], [3n, -3n, 1n]);
    assert.equal(ratio(2n, 3n), 0.666667);
  });
});

test('binary numbers', async (t) => {
  await t.test('are the decimals that they mean', () => {
    const read: [number, string | undefined][] = [
      [3.3000000000000003, '3.3'],
      [19.990000000000002, '19.99'],
      [0.1 + 0.2 - 0.3, '0'],
      [-3.3000000000000003, '-3.3'],
      [123456789.12345679, '123456789.123457'],
      [1234567890.123456, '1234567890.123456'],
      [0.1234567, '0.1234567'],
      [1 / 3, '0.333333333'],
      [1e-7, '0.0000001'],
      [1.5e-6, '0.0000015'],
      [2e21, '2000000000000000000000'],
      [-0, '0'],
      [Number.NaN, undefined],
      [Number.POSITIVE_INFINITY, undefined],
    ];
    for (const [value, text] of read) assert.equal(decimalOfNumber(value), text, String(value));
  });
  await t.test('of sums of prices are the sum', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(cents, (prices) => {
        const sum = prices.reduce((total, price) => total + price / 100, 0);
        const exact = prices.reduce((total, price) => total + BigInt(price), 0n);
        assert.equal(decimalOfNumber(sum), decimalText(exact, 2));
      }),
    );
  });
  await t.test('of single precision are their shortest decimals', () => {
    for (const value of [19.99, 0.1, 1234.5, 16_777_216, 3.4e38, -7.25, 0])
      assert.equal(numberOfFloat(Math.fround(value)), value);
    assert.ok(Number.isNaN(numberOfFloat(Number.NaN)));
  });
});
