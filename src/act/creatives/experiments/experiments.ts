// Lift and split studies: what platforms list, what somebody registered with its evidence, and the ads that went into them. No figure of the service is
// computed from them.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../../base/contract/operation.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { findStudy, type ReadStudy, studiesOf, studyAccounts } from '../../connections/index.ts';
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
const MOST_CHANCE = 0.1;
const LEAST_CONFIDENCE = 0.9;

interface Promoted {
  experiment_id: string;
  ad_id: string;
  promoted_at: number;
}

const adsOf = (promotions: readonly Promoted[], id: string): Shown['ads'] =>
  promotions
    .filter(({ experiment_id }) => experiment_id === id)
    .map(({ ad_id, promoted_at }) => ({ ad_id, promoted_at: new Date(promoted_at).toISOString() }));

function shownStudy(row: Row, promotions: readonly Promoted[], of: OpenedProfile): Shown {
  return {
    experiment_id: row.experiment_id,
    profile_id: of.profileId,
    profile_name: of.profileName,
    platform: row.platform,
    account_id: row.account_id,
    source: 'registered',
    study_id: null,
    kind: row.kind,
    name: row.name,
    state: null,
    first_day: row.first_day,
    last_day: row.last_day,
    evidence_url: row.evidence_url,
    arms: [],
    result: storedResult.readOrNull(row.result),
    figures: [],
    is_usable: null,
    caveat: CAVEATS[row.kind],
    ads: adsOf(promotions, row.experiment_id),
    registered_at: new Date(row.created_at).toISOString(),
    read_at: null,
  };
}

/** A negative effect is a result. */
const isUsable = ({ state, result, pValue, confidence }: ReadStudy): boolean =>
  state === 'done' && (result !== null || (pValue ?? 1) <= MOST_CHANCE || (confidence ?? 0) >= LEAST_CONFIDENCE);

function shownRead(study: ReadStudy, promotions: readonly Promoted[], of: OpenedProfile): Shown {
  return {
    experiment_id: study.experimentId,
    profile_id: of.profileId,
    profile_name: of.profileName,
    platform: study.platform,
    account_id: study.accountId,
    source: 'platform',
    study_id: study.studyId,
    kind: study.kind,
    name: study.name,
    state: study.state,
    first_day: study.firstDay,
    last_day: study.lastDay,
    evidence_url: null,
    arms: study.arms.map(({ name, percent, adSetIds: adset_ids, campaignIds: campaign_ids }) => ({
      name,
      percent,
      adset_ids,
      campaign_ids,
    })),
    result: study.result,
    figures: study.figures,
    is_usable: isUsable(study),
    caveat: CAVEATS[study.kind],
    ads: adsOf(promotions, study.experimentId),
    registered_at: null,
    read_at: new Date(study.readAt).toISOString(),
  };
}

const promotionsOf = (base: ReadBase, profileId: string): Promoted[] =>
  base.state.statement('act/creatives/promotions_list').all({ profile_id: profileId });

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const listExperiments = reading('listExperiments', ({ principal, workspaceId, params }, base) => {
  const profiles = openedProfiles(base, { principal, workspaceId }, params.profile_id);
  const data = profiles.flatMap((profile) => {
    const { profileId } = profile;
    const promotions = promotionsOf(base, profileId);
    const registered = base.state
      .statement('act/creatives/experiments_list')
      .all({ profile_id: profileId, row_limit: params.limit })
      .map((row) => shownStudy(row, promotions, profile));
    return [...registered, ...studiesOf(base, profileId, params.limit).map((study) => shownRead(study, promotions, profile))];
  });
  const accounts = profiles.flatMap(({ profileId }) => studyAccounts(base, profileId));
  return {
    data: data.toSorted((a, b) => (a.first_day < b.first_day ? 1 : a.first_day > b.first_day ? -1 : 0)).slice(0, params.limit),
    meta: {
      workspace_id: workspaceId,
      accounts: accounts.map(({ provider, account_id, studies_read_at, studies_error }) => ({
        platform: provider,
        account_id,
        read_at: instantOrNull(studies_read_at),
        error: studies_error,
      })),
    },
  };
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
    ...key,
    experiment_id: randomUUID(),
    workspace_id: workspaceId,
    last_day: study.last_day ?? null,
    evidence_url: study.evidence_url,
    result: study.result == null ? null : storedResult.write(study.result),
    created_by: actor,
    now: tx.clock.now(),
  });
  const found = tx.state.statement('act/creatives/experiment_find').get(key);
  if (!found) throw new Error('a study that was registered is there');
  return found.experiment_id;
}

/** @throws ApiError */
function requireStudy(tx: Base, profileId: string, experimentId: string, ad: KnownAd): string {
  const id = experimentId.toLowerCase();
  const row = tx.state.statement('act/creatives/experiment_get').get({ profile_id: profileId, experiment_id: id });
  const study = findStudy(tx, profileId, id);
  const [platform, accountId] = row ? [row.platform, row.account_id] : [study?.platform, study?.accountId];
  if (platform === undefined) throw new ApiError('not_found', 'The profile has no such study.');
  if (platform !== ad.platform || accountId !== ad.account_id)
    throw new ApiError('validation_error', 'experiment_id: the study is of another ad account than the ad.');
  return id;
}

interface Prepared {
  profile: OpenedProfile;
  ad: KnownAd;
}

function promotedTo(tx: Base, profile: OpenedProfile, experimentId: string): Shown {
  const { profileId } = profile;
  const promotions = promotionsOf(tx, profileId);
  const row = tx.state.statement('act/creatives/experiment_get').get({ profile_id: profileId, experiment_id: experimentId });
  if (row) return shownStudy(row, promotions, profile);
  const study = findStudy(tx, profileId, experimentId);
  if (!study) throw new Error('a study that was promoted to is there');
  return shownRead(study, promotions, profile);
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
        actor,
        action: 'creative.promoted',
        workspaceId,
        profileId,
        subject: experimentId,
        detail: { ad_id: ad.ad_id, platform: ad.platform },
      });
    return { data: promotedTo(tx, profile, experimentId), meta: { workspace_id: workspaceId } };
  },
});
