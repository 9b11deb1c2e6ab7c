// The operations of analyses: one ad, all ads of a profile, and the lists by which ads are distinguished.
import { actorOf } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../../base/contract/operation.ts';
import { requireUnit } from '../../../report/customers/index.ts';
import { contentsOf, pictureAddresses } from '../../connections/index.ts';
import { queueAnalyses } from './analyse.ts';
import type { KnownAd } from './by-rule.ts';
import { dimensions, levelsOf, seedVersion } from './dimensions.ts';
import { FEWEST_LABELLED, gateOf, LEAST_KAPPA } from './gate.ts';
import { contentOfAd, findAd, inputsName, knownAds, modelFor } from './inputs.ts';
import { storedFound } from './stored.ts';
import { addressKey, labelTags, withCounted } from './tags.ts';

type Shown = Answer<'getCreativeAnalysis'>['data'];
type Place = Call<'getCreativeAnalysis'>['profile'];

const instantOrNull = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());
const addressOf = (ad: KnownAd) => ({ platform: ad.platform, account_id: ad.account_id, ad_id: ad.ad_id });

function shownOf(base: ReadBase, { profileId, workspaceId }: Place, ad: KnownAd): Shown {
  const at = { profile_id: profileId, ...addressOf(ad) };
  const row = base.state.statement('act/creatives/analysis_get').get(at);
  const labels = base.state.statement('act/creatives/labels_list').all({ profile_id: profileId });
  const own = labels.filter((label) => addressKey(label) === addressKey(ad));
  const found = storedFound.readOrNull(row?.found ?? null);
  return {
    ad_id: ad.ad_id,
    platform: ad.platform,
    account_id: ad.account_id,
    ad_name: ad.ad_name,
    creative_id: ad.creative_id,
    status: row?.queued_at != null ? 'queued' : found ? 'done' : 'none',
    queued_at: instantOrNull(row?.queued_at),
    analysed_at: instantOrNull(row?.analysed_at),
    written_by: found?.written_by ?? null,
    fallback: found?.fallback ?? null,
    picture: found?.picture ?? null,
    video: found?.video ?? null,
    tags: withCounted([...labelTags(own), ...(found?.tags ?? [])], gateOf(base, workspaceId)),
    unsure: found?.unsure ?? [],
    refused: found?.refused ?? 0,
  };
}

/** @throws ApiError for a dimension or level that is in no list. */
function checkLabels(labels: Readonly<Record<string, string | null>>): void {
  for (const [dimension, level] of Object.entries(labels)) {
    const levels = levelsOf(dimension);
    if (levels.length === 0)
      throw new ApiError('validation_error', `labels: there is no dimension ${JSON.stringify(dimension)}.`);
    if (level !== null && level !== 'none' && !levels.includes(level))
      throw new ApiError(
        'validation_error',
        `labels.${dimension}: ${JSON.stringify(level)} is none of ${levels.join(', ')}, none.`,
      );
  }
}

function storeLabels(tx: Base, call: Call<'requestCreativeAnalysis'>, ad: KnownAd): void {
  const at = { profile_id: call.profile.profileId, ...addressOf(ad) };
  for (const [dimension, level] of Object.entries(call.body?.labels ?? {}))
    if (level === null) tx.state.statement('act/creatives/label_remove').run({ ...at, dimension });
    else {
      const by = { labelled_by: actorOf(call.principal), now: tx.clock.now() };
      tx.state.statement('act/creatives/label_put').run({ ...at, dimension, level, ...by });
    }
}

export const requestCreativeAnalysis = stateChange('requestCreativeAnalysis', {
  prepare: ({ principal, params, profile, body }, base) => {
    if (body?.labels !== undefined && principal.personId === undefined)
      throw new ApiError('forbidden', 'labels: a person labels ads, in a session or by a token of theirs.');
    checkLabels(body?.labels ?? {});
    return findAd(base, profile.profileId, { adId: params.id, platform: body?.platform, accountId: body?.account_id });
  },
  change: (call, tx, ad) => {
    const { profileId, workspaceId } = call.profile;
    if (modelFor(tx, profileId)) requireUnit(tx, workspaceId);
    storeLabels(tx, call, ad);
    queueAnalyses(tx, profileId, [ad]);
    return { data: shownOf(tx, call.profile, ad), meta: { profile_id: profileId }, outcome: 'accepted' as const };
  },
});

export const getCreativeAnalysis = reading('getCreativeAnalysis', async ({ params, profile }, base) => {
  const { id: adId, platform, account_id: accountId } = params;
  const ad = await findAd(base, profile.profileId, { adId, platform, accountId });
  return { data: shownOf(base, profile, ad), meta: { profile_id: profile.profileId } };
});

/** Ads that were never analysed, or were something else then, or without the model although there is one. */
export async function openAds(base: ReadBase, profileId: string): Promise<{ ads: KnownAd[]; open: KnownAd[]; waiting: number }> {
  const ads = await knownAds(base, profileId);
  const rows = base.state.statement('act/creatives/analyses_list').all({ profile_id: profileId });
  const stored = new Map(rows.map((row) => [addressKey(row), row]));
  const ids = ads.flatMap(({ creative_id }) => creative_id ?? []);
  const pictures = pictureAddresses(base, profileId, ids);
  const contents = contentsOf(base, profileId);
  const writer = modelFor(base, profileId)?.name;
  const isCurrent = (ad: KnownAd): boolean => {
    const found = storedFound.readOrNull(stored.get(addressKey(ad))?.found ?? null);
    if (!found || (writer !== undefined && found.written_by !== writer)) return false;
    const hasPicture = ad.creative_id !== null && pictures(ad.platform, ad.creative_id) !== null;
    return found.inputs === inputsName(ad, contentOfAd(contents, ad), hasPicture && found.picture !== 'unreadable');
  };
  const isWaiting = (ad: KnownAd): boolean => stored.get(addressKey(ad))?.queued_at != null;
  const waiting = ads.filter(isWaiting).length;
  return { ads, open: ads.filter((ad) => !isWaiting(ad) && !isCurrent(ad)), waiting };
}

export const backfillCreativeAnalyses = stateChange('backfillCreativeAnalyses', {
  prepare: ({ profile }, base) => openAds(base, profile.profileId),
  change: ({ profile: { profileId } }, tx, { ads, open, waiting }) => {
    queueAnalyses(tx, profileId, open);
    const current = ads.length - open.length - waiting;
    return {
      data: { ads: ads.length, queued: open.length, waiting, current },
      meta: { profile_id: profileId },
      outcome: 'accepted' as const,
    };
  },
});

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000) / 1_000);

export const listCreativeDimensions = reading('listCreativeDimensions', ({ workspaceId }, base) => {
  const gate = gateOf(base, workspaceId);
  return {
    data: dimensions().map(({ dimension, levels }) => ({
      dimension,
      levels: [...levels],
      agreement: (['words', 'model'] as const).map((source) => {
        const { labelled, kappa } = gate.agreement(dimension, source);
        return { source, labelled, kappa: rounded(kappa), is_counted: gate.counts({ dimension, source }) };
      }),
    })),
    meta: { workspace_id: workspaceId, version: seedVersion(), fewest_labelled: FEWEST_LABELLED, least_kappa: LEAST_KAPPA },
  };
});
