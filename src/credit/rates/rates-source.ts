// Exchange rates from a public source, where the operator names one (TRIBUTARY_RATES_URL): the reference rates of the European
// Central Bank in its XML, fetched once a day. Its rates are recorded as those of a file are.
import type { Base } from '../../base/base.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { readCurrency } from '../../collect/events/index.ts';
import { fetchReferenceRates, type ReferenceRate } from '../../providers/exchange-rates/client.ts';
import { outside } from '../../providers/http/guard.ts';
import { type FileRate, isRate, keepRates } from './rates-file.ts';

const DAY_MS = 86_400_000;
const AGAIN_MS = 3_600_000;
const NOBODY = '';

const usable = ({ day, currency: code, rate }: ReferenceRate): FileRate[] => {
  const currency = readCurrency(code);
  return currency && isRealDay(day) && isRate(rate) ? [{ day, base: 'EUR', currency, rate }] : [];
};

/** Fetches the rates where a source is named and a day has passed; true when some came. A source that fails is asked again in an hour. */
export async function fetchRatesWhenDue(base: Base): Promise<boolean> {
  const { ratesUrl } = base.config;
  const now = base.clock.now();
  if (ratesUrl === undefined || now < Number(base.state.cursor('rates_due_at', NOBODY))) return false;
  base.state.setCursor('rates_due_at', NOBODY, BigInt(now + AGAIN_MS));
  try {
    keepRates(base, (await fetchReferenceRates(outside(base), ratesUrl)).flatMap(usable));
    base.state.setCursor('rates_due_at', NOBODY, BigInt(now + DAY_MS));
    return true;
  } catch (error) {
    base.log.warn({ err: error, url: ratesUrl }, 'exchange rates could not be fetched; it is tried again in an hour');
    return false;
  }
}
