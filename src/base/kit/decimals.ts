// Exact decimals as bigint units: a decimal string comes in, sums and shares are computed in whole units, a decimal string goes out.

/** Units of 10^-scale in a decimal string, e.g. unitsOf('1.5', 6) = 1500000n. Digits beyond the scale must be zero. */
export function unitsOf(text: string, scale: number): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  if (/[^0]/.test(fraction.slice(scale))) throw new RangeError(`${text} has more than ${scale} decimals`);
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return negative ? -units : units;
}

/** The decimal string of a number of units, without zeros at its end, e.g. decimalText(1500000n, 6) = '1.5'. */
export function decimalText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A decimal string without zeros at its end. */
export const trimmedDecimal = (text: string): string => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text);

/** `dividend / divisor`, rounded half away from zero; the divisor is positive. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (2n * dividend + half) / (2n * divisor);
}

/** `dividend / divisor` with a number of decimals, as a JSON number. */
export const ratio = (dividend: bigint, divisor: bigint, decimals = 6): number =>
  Number(decimalText(roundedQuotient(dividend * 10n ** BigInt(decimals), divisor), decimals));

/**
 * Rounds parts to multiples of `unit` so that they sum to `total`, in units: each part is rounded down, and what is left goes
 * to the parts that lost most, the earlier of equals first.
 * @param total the exact sum of the parts, rounded to whole units
 */
export function apportion(parts: readonly bigint[], unit: bigint, total: bigint): bigint[] {
  const rests = parts.map((part) => ((part % unit) + unit) % unit);
  const shares = parts.map((part, i) => (part - (rests[i] as bigint)) / unit);
  let left = total - shares.reduce((sum, share) => sum + share, 0n);
  const order = rests.map((_, i) => i).sort((a, b) => compare(rests[b] as bigint, rests[a] as bigint) || a - b);
  for (const i of order) {
    if (left <= 0n) break;
    shares[i] = (shares[i] as bigint) + 1n;
    left -= 1n;
  }
  return shares;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const EXACT_DECIMALS = 6;
const MOST_DECIMALS = 9;
const SIGNIFICANT_DIGITS = 15;

/** A number's text without powers of ten, e.g. `1e-7` as 0.0000001. */
function writtenOut(text: string): string {
  const [, sign = '', whole = '0', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  const at = whole.length + Number(power);
  const digits = `${'0'.repeat(Math.max(0, 1 - at))}${whole}${fraction}`.padEnd(at, '0');
  const point = Math.max(at, 1);
  return `${sign}${digits.slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}

/**
 * The decimal text that a binary number (of JSON, of a spreadsheet's cell, a FLOAT or DOUBLE) means: its shortest one, if that has at most six
 * decimals; else what is left at 15 digits and nine decimals, beyond which are the errors of binary sums. 3.3000000000000003 is 3.3, and
 * 0.1234567 is itself. Undefined for what is no number.
 */
export function decimalOfNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const shortest = writtenOut(String(value));
  if ((shortest.split('.')[1]?.length ?? 0) <= EXACT_DECIMALS) return shortest;
  const precise = writtenOut(value.toPrecision(SIGNIFICANT_DIGITS));
  const text = trimmedDecimal((precise.split('.')[1]?.length ?? 0) > MOST_DECIMALS ? value.toFixed(MOST_DECIMALS) : precise);
  return text === '-0' ? '0' : text;
}

/** The shortest decimal number that a single-precision number (FLOAT) stands for: 19.99, where it is 19.989999771118164 as a double. */
export function numberOfFloat(value: number): number {
  for (let digits = 1; digits < MOST_DECIMALS; digits += 1) {
    const number = Number(value.toPrecision(digits));
    if (Math.fround(number) === value) return number;
  }
  return value;
}
