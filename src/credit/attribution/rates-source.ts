// Exchange rates from a public source, where the operator names one (TRIBUTARY_RATES_URL): the reference rates of the European
// Central Bank in its XML, fetched once a day. What comes is told to the installation as a file would be.
import type { Base } from '../../base/base.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { outside } from '../../base/outside/guard.ts';
import { readCurrency } from '../../collect/events/index.ts';
import { isRate, keepRates, type ToldRate } from './rates-file.ts';

const DAY_MS = 86_400_000;
const AGAIN_MS = 3_600_000;
const MOST_BYTES = 16 * 1024 * 1024;
const DAYS = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]\s*>([\s\S]*?)<\/Cube>/g;
const RATES = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([0-9.]+)['"]\s*\/>/g;
const NOBODY = '';

/** Cubes of a day with cubes of a rate each; what is neither is passed over. */
function ratesIn(xml: string): ToldRate[] {
  return [...xml.matchAll(DAYS)].flatMap(([, day = '', cubes = '']) =>
    [...cubes.matchAll(RATES)].flatMap(([, code = '', rate = '']) => {
      const currency = readCurrency(code);
      return currency && isRealDay(day) && isRate(rate) ? [{ day, base: 'EUR', currency, rate }] : [];
    }),
  );
}

/** Fetches the rates where a source is named and a day has passed; true when some came. A source that fails is asked again in an hour. */
export async function fetchRatesWhenDue(base: Base): Promise<boolean> {
  const { ratesUrl } = base.config;
  const now = base.clock.now();
  if (ratesUrl === undefined || now < Number(base.state.cursor('rates_due_at', NOBODY))) return false;
  base.state.setCursor('rates_due_at', NOBODY, BigInt(now + AGAIN_MS));
  try {
    const { status, body } = await outside(base)(ratesUrl, { maxBytes: MOST_BYTES, timeoutMs: 30_000 });
    const rates = status === 200 ? ratesIn(body.toString('utf8')) : [];
    if (rates.length === 0) throw new Error(`answered ${status} and no rates`);
    keepRates(base, rates);
    base.state.setCursor('rates_due_at', NOBODY, BigInt(now + DAY_MS));
    return true;
  } catch (error) {
    base.log.warn({ err: error, url: ratesUrl }, 'exchange rates could not be fetched; it is tried again in an hour');
    return false;
  }
}
