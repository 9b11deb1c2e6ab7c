// Exact decimals: reading, writing, dividing, and rounding parts so that they sum to the rounded whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apportion, decimalText, ratio, roundedQuotient, trimmedDecimal, unitsOf } from '../../../src/base/kit/decimals.ts';

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
