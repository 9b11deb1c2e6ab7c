// The coverage of ad ids: without the id of an ad on its visits, its spend and its credit cannot meet.
import { findReach } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { type Evidence, evidenceOf, type FindingKind, findingOf, millionths } from './findings.ts';
import { withHistory } from './fixes.ts';
import { readAtVersion } from './kept.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, percentText, type Status, shareText, statusOfValue, thresholdOf, worstOf } from './rules.ts';
import { type PartRow, readScopeRows, type ScopeRows } from './scope-rows.ts';
import { judgeTags } from './url-tags.ts';

type Row = PartRow<'ads'>;
type AdRow = Answer<'getAdIdQuality'>['data']['ads'][number];

const FEWEST_CLICKS = 50;
const MOST_TO_APPLY = 25;
/** More visits than clicks. */
const TOO_MANY = 1.3;
const Z_95 = 1.96;

/** Ads whose visits do not fit their clicks. */
const oddText = (odd: readonly Evidence[]): string =>
  odd.length === 0 ? '' : ` ${odd.length === 1 ? '1 ad is' : `${odd.length} ads are`} below 60 % or above 130 %.`;

const adIdKinds = {
  ad_ids_seen: {
    name: 'ad_ids_seen',
    title: 'Spend of ads whose visits name them',
    family: 'ad_ids',
    explain: ({ hits, cases, share }) =>
      cases === 0
        ? `No ad has at least ${FEWEST_CLICKS} clicks.`
        : hits === cases
          ? `All ${cases} ads with at least ${FEWEST_CLICKS} clicks were seen in visits.`
          : `${hits} of ${cases} ads with at least ${FEWEST_CLICKS} clicks were seen in visits${share === undefined || share === null ? '' : `; they have ${percentText(share)} of the spend`}. What the others sell is credited to their campaign at best.`,
    next: 'Add the proposed URL parameters (`tags_proposed`) to these ads; on those in `apply` they can be set from here. Ads that are learning start their learning phase again.',
    second: 'Open the landing page of one of these ads from its preview: a redirect or the consent banner drops the parameters.',
    fix: null,
  },
  unknown_ad_id: {
    name: 'unknown_ad_id',
    title: 'Ids that no account knows',
    family: 'ad_ids',
    explain: ({ hits, cases }) =>
      cases === 0
        ? 'No visit names an ad, or no account with ads has spend.'
        : `${shareText(hits, cases, 'visits with the id of an ad')} name one that is in no connected account and has no spend.`,
    next: 'Read the accounts again (POST /api/v1/connections/{id}/sync), and connect the account that these ads belong to.',
    second: 'Check the URL parameters: a fixed number instead of the template gives all ads the id of one.',
    fix: { operation: 'syncConnection', params: { what: 'catalogue' } },
  },
  click_to_visit: {
    name: 'click_to_visit',
    title: 'Clicks that became visits',
    family: 'ad_ids',
    explain: ({ hits, cases, evidence = [] }) =>
      cases === 0
        ? `No ad has both ${FEWEST_CLICKS} clicks and a visit with its id.`
        : `${hits.toLocaleString('en')} visits for ${cases.toLocaleString('en')} clicks of ads that visits name: ${percentText(hits / cases)}.${oddText(evidence)}`,
    next: 'Open the ads in the evidence on a phone: slow pages, consent banners and redirects lose visits. With far more visits than clicks, another link has the same parameters, or bots open it.',
    second:
      'Compare the address that an ad leads to with the address on which its visit begins; each redirect between them loses clicks.',
    fix: null,
  },
} satisfies Record<string, FindingKind>;

const unitsOf = (row: Row): bigint => millionths(row.spend) ?? 0n;
const sumOf = (rows: readonly Row[]): bigint => rows.reduce((sum, row) => sum + unitsOf(row), 0n);
const clicksOf = ({ clicks }: Row): number => Number(clicks ?? 0n);
const textOf = (units: bigint): string => decimalText(units, 6);

const lineOf = (row: Row, count: number, of: number | null): Evidence =>
  evidenceOf(row.ad_name ?? row.ad_id, { count, of, spend: row.spend, note: row.campaign_name });

/** Spend-weighted: the share of ads with enough clicks that at least one visit names. */
function seenFinding(rows: readonly Row[], scope: Scope): Finding {
  const clicked = rows.filter((row) => clicksOf(row) >= FEWEST_CLICKS && unitsOf(row) > 0n);
  const unseen = clicked.filter(({ visits }) => visits === 0);
  const [all, lost] = [sumOf(clicked), sumOf(unseen)];
  const share = all > 0n ? 1 - Number(lost) / Number(all) : undefined;
  const status = share === undefined ? 'ok' : statusOfValue(share, thresholdOf('ad_ids_seen'));
  const measured = {
    hits: clicked.length - unseen.length,
    cases: clicked.length,
    money: { spend: lost, cash: null },
    ...(share === undefined ? {} : { share }),
    evidence: unseen.map((row) => lineOf(row, clicksOf(row), null)),
  };
  return findingOf(adIdKinds.ad_ids_seen, measured, scope, { status });
}

function unknownFinding(rows: readonly Row[], scope: Scope): Finding {
  const seen = rows.filter(({ visits }) => visits > 0);
  const unknown = seen.filter(({ is_known }) => !is_known);
  const count = (of: readonly Row[]): number => of.reduce((sum, { visits }) => sum + visits, 0);
  // Without any catalogue or spend nothing is known, and nothing is unknown.
  const cases = rows.some(({ is_known }) => is_known) ? count(seen) : 0;
  const measured = {
    hits: cases === 0 ? 0 : count(unknown),
    cases,
    money: null,
    evidence: cases === 0 ? [] : unknown.map((row) => lineOf(row, row.visits, null)),
  };
  return findingOf(adIdKinds.unknown_ad_id, measured, scope);
}

/** Rule 1 with counts: the number of visits that chance allows at most is still too few, or the least still too many. */
function ratioStatus(visits: number, clicks: number): Status {
  if (clicks < FEWEST_CLICKS) return 'ok';
  const spread = Z_95 * Math.sqrt(visits + 1);
  const low = statusOfValue((visits + spread) / clicks, thresholdOf('click_to_visit'));
  return low === 'ok' && (visits - spread) / clicks > TOO_MANY ? 'attention' : low;
}

const named = (rows: readonly Row[]): Row[] => rows.filter((row) => row.visits > 0 && clicksOf(row) >= FEWEST_CLICKS);
const oddOf = (rows: readonly Row[]): Row[] => named(rows).filter((row) => ratioStatus(row.visits, clicksOf(row)) !== 'ok');

function ratioFinding(rows: readonly Row[], scope: Scope): Finding {
  const both = named(rows);
  const visits = both.reduce((sum, row) => sum + row.visits, 0);
  const clicks = both.reduce((sum, row) => sum + clicksOf(row), 0);
  const odd = oddOf(rows);
  const all = sumOf(both);
  // A few ads that lose their visits disappear in the sum of all.
  const byAd = statusOfValue(all > 0n ? Number(sumOf(odd)) / Number(all) : 0, thresholdOf('odd_ads'));
  const status = worstOf([ratioStatus(visits, clicks), byAd]);
  const measured = {
    hits: visits,
    cases: clicks,
    money: { spend: sumOf(odd), cash: null },
    ...(clicks === 0 ? {} : { share: visits / clicks }),
    evidence: odd.map((row) => lineOf(row, row.visits, clicksOf(row))),
  };
  return findingOf(adIdKinds.click_to_visit, measured, scope, { status });
}

function adOf(row: Row, isHealthcare: boolean): AdRow {
  const seen = row.visits + row.visits_without_id;
  const carried = row.visits === 0 ? 0 : row.visits / seen;
  const spend = millionths(row.spend);
  const { tags, fault } = judgeTags(row, isHealthcare);
  return {
    ad_id: row.ad_id,
    platform: row.platform,
    account_id: row.account_id,
    ad_name: row.ad_name,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    adset_id: row.adset_id,
    learning: row.learning,
    spend: spend === null ? null : textOf(spend),
    clicks: row.clicks === null ? null : Number(row.clicks),
    visits: row.visits,
    campaign_visits_without_id: row.visits_without_id,
    tags_now: row.url_tags,
    tags_proposed: fault === 'already_set' ? null : tags,
    skip_reason: fault,
    is_known: row.is_known,
    spend_at_risk: spend === null ? null : textOf(BigInt(Math.round(Number(spend) * (1 - carried)))),
  };
}

/** What keeps a change from the ad at all goes before what the ad is. */
async function withPlaceFaults(base: ReadBase, profileId: string, ads: readonly AdRow[]): Promise<AdRow[]> {
  const judge = hooksOf(base).find(({ adPlaceFault }) => adPlaceFault)?.adPlaceFault;
  const faults = await Promise.all(ads.map(({ ad_id }) => judge?.(base, profileId, ad_id)));
  return ads.map((ad, at) => ({ ...ad, skip_reason: faults[at] ?? ad.skip_reason }));
}

/** Ads worth changing: money at risk, and parameters that may be set. */
const isWorthApplying = (ad: AdRow): boolean =>
  ad.tags_proposed !== null && ad.skip_reason === null && Number(ad.spend_at_risk ?? 0) > 0 && (ad.clicks ?? 0) >= FEWEST_CLICKS;

function applyOf(ads: readonly AdRow[]) {
  const worth = ads
    .filter(isWorthApplying)
    .sort((a, b) => Number(b.spend_at_risk) - Number(a.spend_at_risk))
    .slice(0, MOST_TO_APPLY);
  const learning = new Set(
    worth.flatMap(({ adset_id, learning: phase }) => (adset_id !== null && phase === 'learning' ? adset_id : [])),
  );
  return { ad_ids: worth.map(({ ad_id }) => ad_id), learning_phases_reset: learning.size };
}

const findingsOf = (rows: readonly Row[], scope: Scope): Finding[] =>
  [seenFinding, unknownFinding, ratioFinding].map((make) => make(rows, scope)).sort(byMoney);

export const adIdFindings = ({ ads }: Pick<ScopeRows, 'ads'>, scope: Scope): Finding[] => findingsOf(ads, scope);

/** Ads whose visits do not fit their clicks: the rows under `click_to_visit`. */
export const oddAds = ({ ads }: Pick<ScopeRows, 'ads'>): string[] => oddOf(ads).map(adKey);

/** One ad: its id is one of its account's. */
export const adKey = ({ platform, account_id, ad_id }: Pick<PartRow<'doubt'>, 'platform' | 'account_id' | 'ad_id'>): string =>
  JSON.stringify([platform, account_id, ad_id]);

export const getAdIdQuality = reading('getAdIdQuality', async ({ params, profile: { profileId } }, base) => {
  const isHealthcare = findReach(base, profileId)?.isHealthcare === true;
  const { data, meta } = await readAtVersion(
    base,
    profileId,
    ['getAdIdQuality', params.days, params.platform ?? null, isHealthcare],
    async () => {
      const scope = await scopeOf(base, profileId, params);
      const platform = params.platform === undefined ? undefined : resolvePlatform(params.platform).platform;
      const read = await readScopeRows(base, scope, ['ads']);
      const rows = read.ads.filter((row) => platform === undefined || row.platform === platform);
      const ads = rows.map((row) => adOf(row, isHealthcare));
      return {
        data: {
          visits: { paid: rows[0]?.paid_visits ?? 0, with_id: rows.reduce((sum, { visits }) => sum + visits, 0) },
          findings: findingsOf(rows, scope),
          ads,
        },
        meta: metaOf(scope),
      };
    },
  );
  const ads = await withPlaceFaults(base, profileId, data.ads);
  return { data: { ...data, findings: withHistory(base, profileId, data.findings), ads, apply: applyOf(ads) }, meta };
});
