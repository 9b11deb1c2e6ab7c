// Money units of providers: what an integer of theirs is in our decimal strings, and back. No floating point on the way.
import { decimalText, unitsOf } from '../base/kit/decimals.ts';
import { readSeed } from '../base/kit/seeds.ts';

const MICRO_DECIMALS = 6;

let exponents: ReadonlyMap<string, number> | undefined;

/** Decimals of a currency's minor unit by ISO 4217, or by the provider's own table where it differs. */
export function exponentOf(currency: string, own: Readonly<Record<string, number>> = {}): number {
  exponents ??= new Map(readSeed('currencies').map(({ code = '', minor_units }) => [code, Number(minor_units)]));
  const exponent = own[currency] ?? exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`${currency} is no currency of ISO 4217`);
  return exponent;
}

/** E.g. `1999` cents to `"19.99"`. @throws RangeError for what is no whole number or no currency. */
export const fromMinorUnits = (
  amount: bigint | number | string,
  currency: string,
  own?: Readonly<Record<string, number>>,
): string => decimalText(BigInt(amount), exponentOf(currency, own));

/** E.g. `"19.99"` to `1999n` cents. @throws RangeError where the amount is finer than the unit. */
export const toMinorUnits = (amount: string, currency: string, own?: Readonly<Record<string, number>>): bigint =>
  unitsOf(amount, exponentOf(currency, own));

/** E.g. `"1230000"` millionths to `"1.23"`. */
export const fromMicros = (amount: bigint | number | string): string => decimalText(BigInt(amount), MICRO_DECIMALS);

export const toMicros = (amount: string): bigint => unitsOf(amount, MICRO_DECIMALS);

/**
 * A provider's decimal text in at most six decimals, which is what spend keeps: `"0.35200500488281251"` to `"0.352005"`. Half is rounded up.
 * @throws RangeError for what is no plain decimal that is not negative.
 */
export function roundedAmount(amount: string): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError('an amount is no decimal');
  const millionths = BigInt(whole + fraction.slice(0, MICRO_DECIMALS).padEnd(MICRO_DECIMALS, '0'));
  return fromMicros(millionths + (Number(fraction[MICRO_DECIMALS] ?? '0') >= 5 ? 1n : 0n));
}
