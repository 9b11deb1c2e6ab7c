// Lift and split studies: what somebody registered with its evidence, and the ads that went into them. No figure of the service is computed from them.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../../base/contract/operation.ts';
import type { RowOf } from '../../../base/state/state.ts';
import type { KnownAd } from '../analysis/by-rule.ts';
import { findAd } from '../analysis/inputs.ts';
import { changeableProfile, type OpenedProfile, openedProfiles } from '../patterns/opened-profiles.ts';
import { storedResult } from './stored.ts';

type Shown = Answer<'listExperiments'>['data'][number];
type Row = RowOf<'act/creatives/experiment_get'>;
type PromoteCall = Call<'promoteToExperiment'>;
type NewStudy = NonNullable<PromoteCall['body']['experiment']>;

/** A split at a platform is no experiment on people: each ad is delivered to whom it suits. */
const CAVEATS = {
  split: 'The people to whom each ad was delivered differ, so the difference is not the creative’s alone.',
  lift: null,
} as const;

function shownStudy(
  row: Row,
  promotions: readonly { experiment_id: string; ad_id: string; promoted_at: number }[],
  of: OpenedProfile,
): Shown {
  return {
    ...{ experiment_id: row.experiment_id, profile_id: of.profileId, profile_name: of.profileName },
    ...{ platform: row.platform, account_id: row.account_id, kind: row.kind, name: row.name },
    ...{ first_day: row.first_day, last_day: row.last_day, evidence_url: row.evidence_url },
    ...{ result: storedResult.readOrNull(row.result), caveat: CAVEATS[row.kind] },
    ads: promotions
      .filter(({ experiment_id }) => experiment_id === row.experiment_id)
      .map(({ ad_id, promoted_at }) => ({ ad_id, promoted_at: new Date(promoted_at).toISOString() })),
    registered_at: new Date(row.created_at).toISOString(),
  };
}

const promotionsOf = (base: ReadBase, profileId: string) =>
  base.state.statement('act/creatives/promotions_list').all({ profile_id: profileId });

export const listExperiments = reading('listExperiments', ({ principal, workspaceId, params }, base) => {
  const data = openedProfiles(base, { principal, workspaceId }, params.profile_id).flatMap((profile) => {
    const promotions = promotionsOf(base, profile.profileId);
    return base.state
      .statement('act/creatives/experiments_list')
      .all({ profile_id: profile.profileId, row_limit: params.limit })
      .map((row) => shownStudy(row, promotions, profile));
  });
  return { data: data.slice(0, params.limit), meta: { workspace_id: workspaceId } };
});

/** @throws ApiError for days in the wrong order, or a result outside of its interval. */
function checkStudy({ first_day, last_day, result }: NewStudy): void {
  if (last_day != null && last_day < first_day)
    throw new ApiError('validation_error', 'experiment.last_day: it is before first_day.');
  if (result != null && !(result.low <= result.ratio && result.ratio <= result.high))
    throw new ApiError('validation_error', 'experiment.result: ratio must be between low and high.');
}

interface Place {
  workspaceId: string;
  profileId: string;
  actor: string;
}

function register(tx: Base, { workspaceId, profileId, actor }: Place, ad: KnownAd, study: NewStudy): string {
  const key = {
    profile_id: profileId,
    platform: ad.platform,
    account_id: ad.account_id,
    kind: study.kind,
    name: study.name.trim(),
    first_day: study.first_day,
  };
  tx.state.statement('act/creatives/experiment_put').run({
    ...{ ...key, experiment_id: randomUUID(), workspace_id: workspaceId, last_day: study.last_day ?? null },
    ...{ evidence_url: study.evidence_url, result: study.result == null ? null : storedResult.write(study.result) },
    ...{ created_by: actor, now: tx.clock.now() },
  });
  const found = tx.state.statement('act/creatives/experiment_find').get(key);
  if (!found) throw new Error('a study that was registered is there');
  return found.experiment_id;
}

/** @throws ApiError */
function requireStudy(tx: Base, profileId: string, experimentId: string, ad: KnownAd): string {
  const row = tx.state
    .statement('act/creatives/experiment_get')
    .get({ profile_id: profileId, experiment_id: experimentId.toLowerCase() });
  if (!row) throw new ApiError('not_found', 'The profile has no such study.');
  if (row.platform !== ad.platform || row.account_id !== ad.account_id)
    throw new ApiError('validation_error', 'experiment_id: the study is of another ad account than the ad.');
  return row.experiment_id;
}

interface Prepared {
  profile: OpenedProfile;
  ad: KnownAd;
}

export const promoteToExperiment = stateChange('promoteToExperiment', {
  prepare: async ({ principal, workspaceId, body }, base): Promise<Prepared> => {
    if ((body.experiment_id === undefined) === (body.experiment === undefined))
      throw new ApiError('validation_error', 'experiment_id: send either it or experiment.');
    if (body.experiment) checkStudy(body.experiment);
    const profile = changeableProfile(base, { principal, workspaceId }, body.profile_id);
    const { ad_id: adId, platform, account_id: accountId } = body;
    return { profile, ad: await findAd(base, profile.profileId, { adId, platform, accountId }) };
  },
  change: ({ principal, workspaceId, body }, tx, { profile, ad }) => {
    const { profileId } = profile;
    const actor = actorOf(principal);
    const experimentId = body.experiment
      ? register(tx, { workspaceId, profileId, actor }, ad, body.experiment)
      : requireStudy(tx, profileId, body.experiment_id ?? '', ad);
    const added = tx.state
      .statement('act/creatives/promotion_add')
      .run({ profile_id: profileId, experiment_id: experimentId, ad_id: ad.ad_id, promoted_by: actor, now: tx.clock.now() });
    if (added.changes > 0)
      writeAudit(tx, {
        ...{
          actor,
          action: 'creative.promoted',
          workspaceId,
          profileId,
          subject: experimentId,
          detail: { ad_id: ad.ad_id, platform: ad.platform },
        },
      });
    const row = tx.state.statement('act/creatives/experiment_get').get({ profile_id: profileId, experiment_id: experimentId });
    if (!row) throw new Error('a study that was promoted to is there');
    return { data: shownStudy(row, promotionsOf(tx, profileId), profile), meta: { workspace_id: workspaceId } };
  },
});
