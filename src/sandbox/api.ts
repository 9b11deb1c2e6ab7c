// The sandbox's API: accounts, the catalogue and spend in pages, and the writes that real platforms have. Every answer is a plain value.

import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isRealDay } from '../base/contract/formats.ts';
import { SandboxRefusal } from './errors.ts';
import type { AdvertiserPlatform } from './platform.ts';
import { type AdDay, isLearning, reportedDay } from './spend.ts';
import { type Advertiser, latest, onDay, type SandboxAd, type SandboxGrant } from './state.ts';
import { studiesOf } from './studies.ts';

type Account = Advertiser['accounts'][number];

const PAGE_ROWS = 500;
const MAX_DAYS = 92;

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

export class SandboxReads {
  readonly #platform: AdvertiserPlatform;
  readonly #urlOf: (file: 'pictures' | 'videos', creativeId: string) => string;

  constructor(platform: AdvertiserPlatform, urlOf: (file: 'pictures' | 'videos', creativeId: string) => string) {
    this.#platform = platform;
    this.#urlOf = urlOf;
  }

  accounts(grant: SandboxGrant) {
    const items = this.#state.accounts.filter(({ id }) => grant.accountIds.includes(id));
    return { items: items.map((account) => ({ ...account, status: 'ACTIVE', can_write: grant.scopes.includes('ads:write') })) };
  }

  account(grant: SandboxGrant, id: string): Account {
    const account = this.#state.accounts.find((each) => each.id === id);
    if (!account || !grant.accountIds.includes(id)) throw new SandboxRefusal('not_found', 'There is no such account.');
    return account;
  }

  list(account: Account, kind: string, query: URLSearchParams): Page<unknown> {
    const { campaigns, adSets, ads } = this.#state;
    const ofAccount = campaigns.filter(({ accountId }) => accountId === account.id);
    const own = new Set(ofAccount.map(({ id }) => id));
    const ownSets = adSets.filter(({ campaignId }) => own.has(campaignId));
    const sets = new Set(ownSets.map(({ id }) => id));
    if (kind === 'campaigns')
      return paged(
        ofAccount.map((each) => this.campaign(each.id)),
        query,
      );
    if (kind === 'ad_sets')
      return paged(
        ownSets.map((each) => this.adSet(each.id)),
        query,
      );
    if (kind === 'ads')
      return paged(
        ads.filter(({ adSetId }) => sets.has(adSetId)).map((each) => this.ad(each.id)),
        query,
      );
    if (kind === 'creatives')
      return paged(
        this.#state.creatives.filter(({ accountId }) => accountId === account.id).map(({ id, name }) => ({ id, name })),
        query,
      );
    if (kind === 'studies') return paged(studiesOf(this.#state, account.id, this.#platform.today(account.timezone)), query);
    throw new SandboxRefusal('not_found', 'There is no such list.');
  }

  spend(account: Account, query: URLSearchParams): Page<unknown> {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    if (!isRealDay(from) || !isRealDay(to) || from > to)
      throw new SandboxRefusal('bad_value', 'from and to must be days in order.');
    const first = Temporal.PlainDate.from(from);
    const days = first.until(to, { largestUnit: 'days' }).days + 1;
    if (days > MAX_DAYS) throw new SandboxRefusal('bad_value', `A report has at most ${MAX_DAYS} days.`);
    const now = { today: this.#platform.today(account.timezone), hours: this.#platform.hoursOfToday(account.timezone) };
    const rows = Array.from({ length: days }, (_, at) => first.add({ days: at }).toString()).flatMap((day) =>
      reportedDay(this.#state, account.id, day, now),
    );
    return paged(rows.map(rowOf), query);
  }

  campaign(id: string) {
    const { accountId, name, objective, statuses, budgets } = find(this.#state.campaigns, id);
    return { id, account_id: accountId, name, objective, status: latest(statuses), daily_budget: latest(budgets) ?? null };
  }

  adSet(id: string) {
    const adSet = find(this.#state.adSets, id);
    const { campaignId, name, statuses, budgets } = adSet;
    const { accountId, budgets: ofCampaign } = find(this.#state.campaigns, campaignId);
    const today = this.#platform.today(find(this.#state.accounts, accountId).timezone);
    return {
      id,
      campaign_id: campaignId,
      name,
      status: latest(statuses),
      daily_budget: latest(budgets) ?? null,
      learning: isLearning(adSet, today) ? 'LEARNING' : 'DONE',
      campaign_daily_budget: latest(ofCampaign) ?? null,
    };
  }

  ad(id: string) {
    const ad = find(this.#state.ads, id);
    const creative = find(this.#state.creatives, latest(ad.creatives) ?? '');
    const adSet = find(this.#state.adSets, ad.adSetId);
    const campaign = find(this.#state.campaigns, adSet.campaignId);
    return {
      id,
      ad_set_id: adSet.id,
      campaign_id: campaign.id,
      name: ad.name,
      created_on: ad.createdOn,
      status: latest(ad.statuses),
      effective_status: this.#effective(ad),
      ad_set_status: latest(adSet.statuses),
      campaign_status: latest(campaign.statuses),
      creative: {
        id: creative.id,
        name: creative.name,
        kind: creative.kind,
        landing_page: creative.landingPage,
        url_tags: creative.urlTags,
        picture_url: this.#urlOf('pictures', creative.id),
        texts: creative.texts,
        button: creative.button ?? null,
        video_url: creative.video ? this.#urlOf('videos', creative.id) : null,
      },
    };
  }

  /** The delivery of an ad, from its own status and its parents'. */
  #effective({ adSetId, statuses }: SandboxAd): string {
    const adSet = find(this.#state.adSets, adSetId);
    const campaign = find(this.#state.campaigns, adSet.campaignId);
    if (latest(statuses) !== 'ACTIVE') return latest(statuses) ?? 'PAUSED';
    if (latest(adSet.statuses) !== 'ACTIVE') return 'AD_SET_PAUSED';
    return latest(campaign.statuses) === 'ACTIVE' ? 'ACTIVE' : 'CAMPAIGN_PAUSED';
  }

  get #state(): Readonly<Advertiser> {
    return this.#platform.state;
  }
}

export function find<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id);
  if (!item) throw new SandboxRefusal('not_found', 'There is no such object.');
  return item;
}

const cursor = z.coerce.number().int().nonnegative().max(10_000_000).catch(0);

function paged<Item>(items: Item[], query: URLSearchParams): Page<Item> {
  const from = cursor.parse(query.get('cursor') ?? 0);
  const to = from + PAGE_ROWS;
  return { items: items.slice(from, to), next_cursor: to < items.length ? String(to) : null };
}

/** Names as they are, money in the smallest unit of the account's currency. */
const rowOf = ({ day, campaign, adSet, ad, spend, impressions, clicks, reach, video }: AdDay) => ({
  day,
  campaign_id: campaign.id,
  campaign_name: campaign.name,
  ad_set_id: adSet.id,
  ad_set_name: adSet.name,
  ad_id: ad.id,
  ad_name: ad.name,
  creative_id: onDay(ad.creatives, day) ?? null,
  spend,
  impressions,
  clicks,
  reach,
  video_3s_views: video?.hooked ?? null,
  video_complete_views: video?.held ?? null,
});
