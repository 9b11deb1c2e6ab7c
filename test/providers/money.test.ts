// Money units of providers: exact both ways, by the currency's exponent or the provider's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromMicros, fromMinorUnits, toMicros, toMinorUnits } from '../../src/providers/money.ts';

test('amounts are what the currency says', () => {
  assert.equal(fromMinorUnits(1999, 'EUR'), '19.99');
  assert.equal(fromMinorUnits('1999', 'JPY'), '1999');
  assert.equal(fromMinorUnits(1999n, 'KWD'), '1.999');
  assert.equal(fromMinorUnits(-5, 'USD'), '-0.05');
  assert.equal(fromMinorUnits(1999, 'CLP', { CLP: 2 }), '19.99');
  assert.equal(toMinorUnits('19.9', 'EUR'), 1990n);
  assert.equal(fromMicros('1230000'), '1.23');
  assert.equal(toMicros('0.000001'), 1n);
});

test('what is no whole number, too fine or no currency is refused', () => {
  assert.throws(() => fromMinorUnits(1.5, 'EUR'), RangeError);
  assert.throws(() => fromMinorUnits(1, 'XXZ'), /XXZ is no currency/);
  assert.throws(() => toMinorUnits('1.999', 'EUR'), RangeError);
  assert.throws(() => toMinorUnits('0.5', 'JPY'), RangeError);
});

test('there and back is the same amount', (t) => {
  const seed = Date.now() % 1_000_000;
  t.diagnostic(`seed ${seed}`);
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.constantFrom('EUR', 'JPY', 'KWD', 'CLP'),
      (units, currency) => {
        assert.equal(toMinorUnits(fromMinorUnits(units, currency), currency), units);
        assert.equal(toMicros(fromMicros(units)), units);
      },
    ),
    { seed },
  );
});
