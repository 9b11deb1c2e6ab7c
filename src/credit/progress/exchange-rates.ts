// The exchange rates of a profile: whether reference rates of the central bank serve where none was imported, what is known, and what is missing.
import { z } from 'zod';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { changeThenWait, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { applyRates, findRates } from '../pipeline/index.ts';
import { downloadRates, ownRates, referenceRates, setReferenceUse, usesReferenceRates } from '../rates/index.ts';

type Answer = components['schemas']['ExchangeRates'];

const DAY_MS = 86_400_000;
const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Downloads the reference rates for a profile that uses them from now on, and applies the rates that its money needs. */
export const ratesJob = defineJob({
  kind: 'reference_rates',
  payload: z.object({}),
  concurrencyKey: () => 'reference_rates',
  leaseSeconds: 300,
  retry: { attempts: 100, firstPauseMs: 5_000, maxPauseMs: 3_600_000 },
  failureText: 'reference rates could not be downloaded; the service retries automatically',
  run: async (base, { profileId }) => {
    const { downloadedAt } = referenceRates(base);
    if (!usesReferenceRates(base, profileId)) return {};
    if (downloadedAt === null || base.clock.now() - downloadedAt >= DAY_MS) await downloadRates(base);
    const { recorded } = await applyRates(base, profileId, 'system');
    return { recorded };
  },
});

async function shownRates(base: ReadBase, profileId: string): Promise<Answer> {
  const { source, firstDay, lastDay, currencies, downloadedAt, failedAt } = referenceRates(base);
  const own = ownRates(base);
  const { missing, currency } = await findRates(base, profileId);
  return {
    uses_reference_rates: usesReferenceRates(base, profileId),
    set_by: base.config.ratesUrl === undefined ? 'profile' : 'installation',
    reference_rates: {
      source,
      first_day: firstDay,
      last_day: lastDay,
      currencies,
      downloaded_at: instantOrNull(downloadedAt),
      failed_at: instantOrNull(failedAt),
    },
    imported_rates: { rates: own.rates, first_day: own.firstDay, last_day: own.lastDay },
    currency,
    missing,
  };
}

export const getExchangeRates = reading('getExchangeRates', async ({ profile: { profileId } }, base) => ({
  data: await shownRates(base, profileId),
  meta: { profile_id: profileId },
}));

export const updateExchangeRates = changeThenWait('updateExchangeRates', {
  change: ({ profile, principal, body }, base) => {
    const { profileId, workspaceId } = profile;
    const isUsed = body.uses_reference_rates;
    const changed = setReferenceUse(base, profileId, isUsed);
    if (changed) {
      const detail = { uses_reference_rates: isUsed };
      const actor = actorOf(principal);
      writeAudit(base, { actor, action: 'exchange_rates.updated', workspaceId, profileId, subject: profileId, detail });
      if (isUsed) addJob(base, ratesJob, { profileId, payload: {}, dedupeKey: profileId });
    }
    return { changed };
  },
  after: async ({ profile: { profileId } }, base) => ({
    data: await shownRates(base, profileId),
    meta: { profile_id: profileId },
  }),
});
