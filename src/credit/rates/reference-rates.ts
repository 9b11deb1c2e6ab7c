// The reference rates of the European Central Bank: which profiles use them, and their download once a day while any does, or while the operator names a source
// of them (TRIBUTARY_RATES_URL; then every profile uses them).
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Base, ReadBase } from '../../base/base.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { readCurrency } from '../../collect/events/index.ts';
import { fetchReferenceRates, type ReferenceRate } from '../../providers/exchange-rates/client.ts';
import { outside } from '../../providers/http/guard.ts';
import { dayBefore } from './rates.ts';
import { isRate, noteRatesWritten } from './rates-file.ts';

const ECB = 'https://www.ecb.europa.eu/stats/eurofxref';
/** All days since 1999, some 9 MB. */
const ALL_DAYS = `${ECB}/eurofxref-hist.xml`;
const LAST_90_DAYS = `${ECB}/eurofxref-hist-90d.xml`;
/** With newer rates than that the last 90 days leave no gap. */
const GAP_DAYS = 80;

const DAY_MS = 86_400_000;
const AGAIN_MS = 3_600_000;
const NOBODY = '';
const ROWS_AT_ONCE = 5_000;

export const usesReferenceRates = (base: ReadBase, profileId: string): boolean =>
  base.config.ratesUrl !== undefined || base.state.statement('credit/rates/use_get').get({ profile_id: profileId }) !== undefined;

/** Has the profile use reference rates from now on, or no longer; inside the caller's transaction. False: it did so before. */
export function setReferenceUse(base: Base, profileId: string, isUsed: boolean): boolean {
  const { changes } = isUsed
    ? base.state.statement('credit/rates/use_add').run({ profile_id: profileId, now: base.clock.now() })
    : base.state.statement('credit/rates/use_delete').run({ profile_id: profileId });
  if (changes > 0) noteRatesWritten(base);
  return changes > 0;
}

export interface ReferenceRates {
  source: string;
  firstDay: string | null;
  lastDay: string | null;
  currencies: number;
  downloadedAt: number | null;
  /** The last download failed then. */
  failedAt: number | null;
}

export function referenceRates(base: ReadBase): ReferenceRates {
  const summary = base.state.statement('credit/rates/references_summary').get();
  const [downloadedAt, failedAt] = [cursorOf(base, 'rates_downloaded_at'), cursorOf(base, 'rates_failed_at')];
  return {
    source: base.config.ratesUrl ?? ECB,
    firstDay: summary?.first_day ?? null,
    lastDay: summary?.last_day ?? null,
    currencies: summary?.currencies ?? 0,
    downloadedAt,
    failedAt: failedAt !== null && failedAt > (downloadedAt ?? 0) ? failedAt : null,
  };
}

const cursorOf = (base: ReadBase, name: string): number | null => Number(base.state.cursor(name, NOBODY)) || null;

/** Downloads them where anybody uses them and a day has passed; true when some came. A source that fails is asked again in an hour. */
export async function fetchRatesWhenDue(base: Base): Promise<boolean> {
  const isUsed = base.config.ratesUrl !== undefined || base.state.statement('credit/rates/use_any').get() !== undefined;
  if (!isUsed || base.clock.now() < Number(base.state.cursor('rates_due_at', NOBODY))) return false;
  try {
    await downloadRates(base);
    return true;
  } catch (error) {
    base.log.warn({ err: error }, 'exchange rates could not be downloaded; it is tried again in an hour');
    return false;
  }
}

/** @throws ProviderFailure, or the guard's refusal of the address. */
export async function downloadRates(base: Base): Promise<void> {
  const now = base.clock.now();
  base.state.setCursor('rates_due_at', NOBODY, BigInt(now + AGAIN_MS));
  try {
    await keepReferenceRates(base, (await fetchReferenceRates(outside(base), urlOf(base))).filter(isUsable));
  } catch (error) {
    base.state.setCursor('rates_failed_at', NOBODY, BigInt(now));
    throw error;
  }
  base.state.setCursor('rates_downloaded_at', NOBODY, BigInt(now));
  base.state.setCursor('rates_due_at', NOBODY, BigInt(now + DAY_MS));
}

function urlOf(base: ReadBase): string {
  const { lastDay } = referenceRates(base);
  const today = new Date(base.clock.now()).toISOString().slice(0, 10);
  return base.config.ratesUrl ?? (lastDay !== null && lastDay > dayBefore(today, GAP_DAYS) ? LAST_90_DAYS : ALL_DAYS);
}

const isUsable = ({ day, currency, rate }: ReferenceRate): boolean =>
  readCurrency(currency) === currency && isRealDay(day) && isRate(rate);

/** Twenty-five years are a quarter of a million rows: other writers get their turns between them. A part that is written is right by itself. */
async function keepReferenceRates(base: Base, rates: readonly ReferenceRate[]): Promise<void> {
  for (let from = 0; from < rates.length; from += ROWS_AT_ONCE) {
    base.state.tx(() => {
      const written = rates
        .slice(from, from + ROWS_AT_ONCE)
        .reduce((sum, rate) => sum + base.state.statement('credit/rates/reference_put').run({ ...rate }).changes, 0);
      if (written > 0) noteRatesWritten(base);
    });
    await endOfTurn();
  }
}
