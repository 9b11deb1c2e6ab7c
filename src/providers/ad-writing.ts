// The common parts of writes to ad platforms: the meaning of a failed write, and markers in names.
import type { LiveBudget } from './ad-platform.ts';
import { ProviderFailure, type ProviderOutcome } from './http/failure.ts';
import { exponentOf } from './money.ts';

/**
 * After these an answer does not say whether the write was carried out: a server that fails may fail afterwards, and an answer that
 * cannot be read may be one of success.
 */
const UNCERTAIN: ReadonlySet<ProviderOutcome> = new Set(['unavailable', 'unusable', 'too_large']);

/** A write, whose failure is `unknown` unless the platform refused it or was never reached. */
export async function writing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !UNCERTAIN.has(error.outcome)) throw error;
    throw new ProviderFailure(error.provider, 'unknown', error.message, error.details);
  }
}

/** The name of an object that was made for an operation. */
export function markedName(name: string, marker: string, maxLength: number): string {
  const mark = ` [${marker}]`;
  return `${name.slice(0, maxLength - mark.length)}${mark}`;
}

export const isMarked = (name: string | undefined, marker: string): boolean => name?.endsWith(`[${marker}]`) ?? false;

/** A budget that the platform writes in whole units, with decimals; digits beyond the currency's smallest unit are cut off. */
export function decimalBudget({ level, period, amount }: Omit<LiveBudget, 'minorUnits'>, currency: string): LiveBudget {
  const [whole = '0', fraction = ''] = amount.split('.');
  const exponent = exponentOf(currency);
  return { level, period, amount, minorUnits: Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0')) };
}
