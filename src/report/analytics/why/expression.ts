// Exact arithmetic that can be read: an expression has its value as a fraction and its text as formulas of receipts are written, so that a
// figure and its receipt cannot differ.

/** `under` is positive. */
export interface Fraction {
  over: bigint;
  under: bigint;
}

export interface Expression {
  value: Fraction;
  /** Made when a receipt is requested. */
  text: () => string;
  /** What binds its parts: decides where parentheses are needed. */
  binds: 'sum' | 'product' | 'nothing';
}

const MICRO = 1_000_000n;

export const number = (value: bigint): Expression => ({
  value: { over: value, under: 1n },
  text: () => String(value),
  binds: 'nothing',
});
export const NOTHING = number(0n);

/** A term of the receipt, in units of 10^-6. */
export const named = (name: string, micros: bigint): Expression => ({
  value: { over: micros, under: MICRO },
  text: () => name,
  binds: 'nothing',
});

export const isZero = ({ value }: Expression): boolean => value.over === 0n;

const enclosed = (of: Expression, isNeeded: boolean): string => (isNeeded ? `(${of.text()})` : of.text());

export const plus = (a: Expression, b: Expression): Expression => ({
  value: { over: a.value.over * b.value.under + b.value.over * a.value.under, under: a.value.under * b.value.under },
  text: () => `${a.text()} + ${b.text()}`,
  binds: 'sum',
});

export const minus = (a: Expression, b: Expression): Expression => ({
  value: { over: a.value.over * b.value.under - b.value.over * a.value.under, under: a.value.under * b.value.under },
  text: () => `${a.text()} − ${enclosed(b, b.binds === 'sum')}`,
  binds: 'sum',
});

export const times = (a: Expression, b: Expression): Expression => ({
  value: { over: a.value.over * b.value.over, under: a.value.under * b.value.under },
  text: () => `${enclosed(a, a.binds === 'sum')} × ${enclosed(b, b.binds !== 'nothing')}`,
  binds: 'product',
});

/** The divisor is no negative amount; of nothing, the caller has another rule. */
export function over(a: Expression, b: Expression): Expression {
  if (b.value.over <= 0n) throw new RangeError(`${b.text()} is no divisor.`);
  return {
    value: { over: a.value.over * b.value.under, under: a.value.under * b.value.over },
    text: () => `${enclosed(a, a.binds === 'sum')} ÷ ${enclosed(b, b.binds !== 'nothing')}`,
    binds: 'product',
  };
}

/** In units of 10^-6, rounded down, and the part that this leaves. */
export function flooredMicros({ value: { over: top, under } }: Expression): { micros: bigint; rest: Fraction } {
  const scaled = top * MICRO;
  const rest = ((scaled % under) + under) % under;
  return { micros: (scaled - rest) / under, rest: { over: rest, under } };
}

export const compareFractions = (a: Fraction, b: Fraction): number => {
  const [left, right] = [a.over * b.under, b.over * a.under];
  return left < right ? -1 : left > right ? 1 : 0;
};
