// The warnings of answers about money that no rate converts.
import type { components } from '../../base/contract/types.ts';

/** The warning about currencies whose amounts were left out for want of a rate; none when there are none. */
export function rateWarnings(currencies: Iterable<string>): components['schemas']['Warning'][] {
  const missing = [...new Set(currencies)].sort();
  if (missing.length === 0) return [];
  const message = `No exchange rate of the last 7 days for ${missing.join(', ')} on some days: those amounts are left out.`;
  return [{ code: 'rate_missing', message }];
}
