// The job that analyses the ads of a profile that wait, one by one. What a crash interrupts waits still; an ad that was requested again meanwhile
// is analysed again.
import { z } from 'zod';
import { findProfile } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { defineJob, type JobRun } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { NoText } from '../../../providers/language-model/client.ts';
import { requireUnit, useUnit } from '../../../report/customers/index.ts';
import { labelByModel } from './by-model.ts';
import { type AdInputs, BY_RULE, composeByRule, type KnownAd } from './by-rule.ts';
import { inputsName, inputsOf, knownAds, modelFor } from './inputs.ts';
import { type Found, storedFound } from './stored.ts';
import { type AdAddress, addressKey } from './tags.ts';

const payload = z.object({});

export const analyseJob = defineJob<z.infer<typeof payload>>({
  kind: 'analyse_creatives',
  payload,
  concurrencyKey: ({ profileId }) => `creatives:${profileId}`,
  leaseSeconds: 120,
  retry: { attempts: 12 },
  failureText: 'ads could not be analysed; the service retries automatically',
  run: analyseWaiting,
});

/** In the caller's transaction. */
export function queueAnalyses(tx: Base, profileId: string, ads: readonly AdAddress[]): void {
  if (ads.length === 0) return;
  const rows = JSON.stringify(ads.map(({ platform, account_id, ad_id }) => ({ platform, account_id, ad_id })));
  tx.state.statement('act/creatives/analyses_queue').run({ profile_id: profileId, rows, now: tx.clock.now() });
  addJob(tx, analyseJob, { profileId, payload: {}, dedupeKey: profileId });
}

async function analyseWaiting(base: Base, { profileId, signal }: JobRun<z.infer<typeof payload>>): Promise<unknown> {
  const known = new Map((await knownAds(base, profileId)).map((ad) => [addressKey(ad), ad]));
  let [analysed, lost] = [0, 0];
  for (;;) {
    if (signal.aborted) throw signal.reason;
    const next = base.state.statement('act/creatives/analysis_next').get({ profile_id: profileId });
    if (!next) return { analysed, lost };
    const { queued_at, ...address } = next;
    const ad = known.get(addressKey(address));
    if (ad) {
      await analyse(base, profileId, { ad, queuedAt: queued_at });
      analysed += 1;
    } else {
      base.state.statement('act/creatives/analysis_lost').run({ profile_id: profileId, ...address });
      lost += 1;
    }
  }
}

interface Waiting {
  ad: KnownAd;
  queuedAt: number | null;
}

async function analyse(base: Base, profileId: string, { ad, queuedAt }: Waiting): Promise<void> {
  const inputs = await inputsOf(base, profileId, ad);
  const { found, workspaceId } = await foundOf(base, profileId, inputs);
  base.state.tx(() => {
    if (workspaceId !== undefined) useUnit(base, workspaceId);
    base.state.statement('act/creatives/analysis_done').run({
      profile_id: profileId,
      platform: ad.platform,
      account_id: ad.account_id,
      ad_id: ad.ad_id,
      found: storedFound.write(found),
      now: base.clock.now(),
      queued_at: queuedAt,
    });
  });
}

/** @returns The workspace whose allowance it used, where it did. */
async function foundOf(
  base: ReadBase,
  profileId: string,
  inputs: AdInputs,
): Promise<{ found: Found; workspaceId?: string | undefined }> {
  const byRule = composeByRule(inputs);
  const rules: Found = {
    ...byRule,
    inputs: inputsName(inputs.ad, inputs.content, byRule.picture === 'read'),
    unsure: [],
    refused: 0,
    written_by: BY_RULE,
    fallback: null,
  };
  const model = modelFor(base, profileId);
  const workspaceId = findProfile(base, profileId)?.workspaceId;
  if (!model || workspaceId === undefined) return { found: rules };
  try {
    requireUnit(base, workspaceId);
    const { tags, unsure, refused, hasSeenPicture } = await labelByModel(model, inputs);
    const sent = { model: model.name, texts: inputs.texts.length, pictures: hasSeenPicture ? 1 : 0 };
    base.log.info({ ...sent, tags: tags.length, refused }, 'texts of an ad were labelled');
    return { found: { ...rules, tags: [...rules.tags, ...tags], unsure, refused, written_by: model.name }, workspaceId };
  } catch (error) {
    const fallback = reasonOf(error);
    if (fallback === undefined) throw error;
    base.log.warn({ err: error, model: model.name }, 'the language model labelled no ad; the rules do');
    return { found: { ...rules, fallback } };
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof NoText) return error.message;
  return error instanceof ApiError && error.code === 'rate_limit_exceeded' ? 'the allowance of the day is used up' : undefined;
}
