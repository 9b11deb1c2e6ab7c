// Sums of exact decimal texts, which are never floats.

const partsOf = (amount: string): [bigint, number] => {
  const [whole = '', fraction = ''] = amount.split('.');
  return [BigInt(whole + fraction), fraction.length];
};

/** @returns exact decimal text with as many decimals as the longest has. */
export function sumOf(amounts: readonly string[]): string {
  const parts = amounts.map(partsOf);
  const digits = Math.max(0, ...parts.map(([, length]) => length));
  const units = parts.reduce((sum, [value, length]) => sum + value * 10n ** BigInt(digits - length), 0n);
  const text = `${units < 0n ? -units : units}`.padStart(digits + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)];
  return `${units < 0n ? '-' : ''}${whole}${digits === 0 ? '' : `.${fraction}`}`;
}
