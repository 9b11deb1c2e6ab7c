// Reference rates of a public source in the European Central Bank's XML: cubes of a day, with a cube of a rate for each currency.

import { ProviderFailure } from '../http/failure.ts';
import type { Outside } from '../http/guard.ts';

export interface ReferenceRate {
  /** YYYY-MM-DD, as the source says. */
  day: string;
  currency: string;
  /** Units of the currency for one euro, as the source says. */
  rate: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const DAYS = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]\s*>([\s\S]*?)<\/Cube>/g;
const RATES = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([0-9.]+)['"]\s*\/>/g;

const ratesIn = (xml: string): ReferenceRate[] =>
  [...xml.matchAll(DAYS)].flatMap(([, day = '', cubes = '']) =>
    [...cubes.matchAll(RATES)].map(([, currency = '', rate = '']) => ({ day, currency, rate })),
  );

/** @param url The operator's own setting. @throws ProviderFailure, or the guard's refusal of the address. */
export async function fetchReferenceRates(ask: Outside, url: string): Promise<ReferenceRate[]> {
  const { status, body } = await ask(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  const rates = status === 200 ? ratesIn(body.toString('utf8')) : [];
  if (rates.length > 0) return rates;
  throw new ProviderFailure('exchange_rates', 'unusable', `the source of exchange rates returned ${status} and no rates`, {
    status,
  });
}
