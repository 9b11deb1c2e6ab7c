// The ad platforms by their fakes: at each one a person with three accounts, of which each spent an amount of its own on one day.
import type { TestContext } from 'node:test';
import type { AdPlatformId } from '../../src/providers/ad-platform.ts';
import { startFakeGoogleAds } from './google-ads.ts';
import { startFakeLinkedIn } from './linkedin.ts';
import { startFakeMeta } from './meta.ts';
import { DEVELOPER_TOKEN, startFakeMicrosoftAds } from './microsoft-ads.ts';
import { CLIENT_SECRET } from './oauth-provider.ts';
import type { ProviderServer } from './provider-server.ts';
import { startFakeAmazonAds } from './read-ads/amazon-ads.ts';
import { startFakeOpenAiAds } from './read-ads/openai-ads.ts';
import { startFakePinterest } from './read-ads/pinterest.ts';
import { startFakeReddit } from './read-ads/reddit.ts';
import { startFakeSnap } from './read-ads/snap.ts';
import { startFakeTikTok } from './tiktok.ts';

export type FakePlatformId = Exclude<AdPlatformId, 'sandbox'>;

export interface FakePlatform {
  id: FakePlatformId;
  name: string;
  server: ProviderServer;
  /** The settings that lead to it. */
  settings: Record<string, string>;
  accounts: readonly [string, string, string];
  /** What the first two spent together on the day. */
  spent: number;
  /** Days that are read of two accounts, where they are not 400 of each. */
  days?: number;
  /** The person ends the grant in the settings of the platform. */
  revoke(): void;
}

export const SPENT_DAY = '2026-11-24';
const NAMES = ['North', 'South', 'West'] as const;
const COSTS = ['10.50', '7.25', '99.00'] as const;
const cents = (cost: string): string => cost.replace('.', '');

async function meta(t: TestContext): Promise<FakePlatform> {
  const accounts = ['102', '103', '104'] as const;
  const fake = await startFakeMeta(
    t,
    accounts.map((id, at) => ({
      account: {
        id: `act_${id}`,
        account_id: id,
        name: `Meta ${NAMES[at]}`,
        currency: 'EUR',
        timezone_name: 'Europe/Berlin',
        account_status: 1,
      },
      campaigns: [],
      adsets: [],
      ads: [],
      insights: [
        {
          date_start: SPENT_DAY,
          date_stop: SPENT_DAY,
          campaign_id: '1',
          campaign_name: 'Spring',
          adset_id: '11',
          adset_name: 'Wide',
          ad_id: `m${id}`,
          ad_name: 'Ad',
          spend: COSTS[at],
          impressions: '100',
          clicks: '3',
        },
      ],
    })),
  );
  fake.hasReportsAtOnce = true;
  return { id: 'meta', name: 'Meta', server: fake.server, settings: fake.settings, accounts, spent: 17.75, revoke: fake.revoke };
}

async function googleAds(t: TestContext): Promise<FakePlatform> {
  const accounts = ['2001', '2002', '2003'] as const;
  const fake = await startFakeGoogleAds(
    t,
    accounts.map((id, at) => ({
      id,
      name: `Google ${NAMES[at]}`,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      isRoot: true,
      tables: {
        ad_group_ad: [
          {
            campaign: { id: '11', name: 'Sale' },
            adGroup: { id: '21', name: 'Group' },
            adGroupAd: { ad: { id: `${id}1` } },
            metrics: { costMicros: `${cents(COSTS[at] ?? '')}0000`, impressions: '100', clicks: '7' },
            segments: { date: SPENT_DAY },
          },
        ],
      },
    })),
  );
  const { hasConversions: _none, ...settings } = fake.settings;
  return {
    id: 'google_ads',
    name: 'Google Ads',
    server: fake.server,
    settings,
    accounts,
    spent: 17.75,
    revoke: fake.revoke,
  };
}

async function tikTok(t: TestContext): Promise<FakePlatform> {
  const accounts = ['7001', '7002', '7003'] as const;
  const fake = await startFakeTikTok(
    t,
    accounts.map((id, at) => ({
      info: {
        advertiser_id: id,
        name: `TikTok ${NAMES[at]}`,
        currency: 'EUR',
        status: 'STATUS_ENABLE',
        display_timezone: 'Europe/Berlin',
        timezone: 'Etc/GMT-1',
      },
      campaigns: [],
      adGroups: [],
      ads: [],
      report: [
        {
          dimensions: { ad_id: `${id}1`, stat_time_day: `${SPENT_DAY} 00:00:00` },
          metrics: {
            spend: COSTS[at],
            impressions: '100',
            clicks: '3',
            ad_name: 'Ad',
            campaign_id: '#1714',
            adgroup_id: '#1715',
          },
        },
      ],
    })),
  );
  return {
    id: 'tiktok',
    name: 'TikTok',
    server: fake.server,
    settings: fake.settings,
    accounts,
    spent: 17.75,
    revoke: fake.revoke,
  };
}

async function linkedIn(t: TestContext): Promise<FakePlatform> {
  const fake = await startFakeLinkedIn(t);
  const ids = [101, 102, 103] as const;
  fake.accounts = ids.map((id, at) => ({ id, name: `LinkedIn ${NAMES[at]}`, currency: 'EUR', status: 'ACTIVE' }));
  fake.roles = new Map(ids.map((id) => [id, 'CAMPAIGN_MANAGER']));
  fake.rows = ids.map((account, at) => ({ account, day: SPENT_DAY, creative: account, campaign: 21, cost: COSTS[at] ?? '' }));
  const settings = { clientId: 'client', clientSecret: CLIENT_SECRET, url: fake.server.url, apiVersion: '202610' };
  const accounts = ['101', '102', '103'] as const;
  return { id: 'linkedin', name: 'LinkedIn', server: fake.server, settings, accounts, spent: 17.75, revoke: fake.grants.revoke };
}

/** Its reports do not depend on the account. */
async function microsoftAds(t: TestContext): Promise<FakePlatform> {
  const fake = await startFakeMicrosoftAds(t);
  const accounts = ['180278106', '180278107', '180278108'] as const;
  fake.accounts = accounts.map((Id, at) => ({
    Id,
    Name: `Microsoft ${NAMES[at]}`,
    CurrencyCode: 'EUR',
    ParentCustomerId: 987_654_321,
    AccountLifeCycleStatus: 'Active',
    AccountFinancialStatus: 'ClearFinancialStatus',
    TimeZone: 'AmsterdamBerlinBernRomeStockholmVienna',
  }));
  fake.lines = [`"${SPENT_DAY}","11","Search","21","Desks","31","EUR","100","3","8.00"`];
  fake.polls = 1;
  const settings = {
    clientId: 'client',
    clientSecret: CLIENT_SECRET,
    developerToken: DEVELOPER_TOKEN,
    url: fake.server.url,
  };
  const name = 'Microsoft Advertising';
  return { id: 'microsoft_ads', name, server: fake.server, settings, accounts, spent: 16, revoke: fake.grants.revoke };
}

/** Millionths of an amount with two decimals. */
const micros = (cost = ''): number => Number(`${cents(cost)}0000`);

async function reddit(t: TestContext): Promise<FakePlatform> {
  const accounts = ['a2_1', 'a2_2', 'a2_3'] as const;
  const fake = await startFakeReddit(
    t,
    accounts.map((id, at) => ({
      account: { id, name: `Reddit ${NAMES[at]}`, currency: 'EUR', time_zone_id: 'Europe/Berlin' },
      campaigns: [{ id: `${id}_1`, name: 'Autumn', effective_status: 'ACTIVE' }],
      adGroups: [{ id: `${id}_2`, campaign_id: `${id}_1`, name: 'Wide', effective_status: 'ACTIVE' }],
      ads: [{ id: `${id}_3`, ad_group_id: `${id}_2`, campaign_id: `${id}_1`, name: 'Ad', effective_status: 'ACTIVE' }],
      days: [{ ad: `${id}_3`, day: SPENT_DAY, spend: micros(COSTS[at]) }],
    })),
  );
  const { server, settings, grants } = fake;
  return { id: 'reddit', name: 'Reddit', server, settings, accounts, spent: 17.75, revoke: grants.revoke };
}

async function pinterest(t: TestContext): Promise<FakePlatform> {
  const accounts = ['5001', '5002', '5003'] as const;
  const fake = await startFakePinterest(
    t,
    accounts.map((id, at) => ({
      account: { id, name: `Pinterest ${NAMES[at]}`, currency: 'EUR' },
      campaigns: [{ id: `${id}1`, name: 'Autumn', status: 'ACTIVE' }],
      adGroups: [{ id: `${id}2`, campaign_id: `${id}1`, name: 'Wide', status: 'ACTIVE' }],
      ads: [{ id: `${id}3`, ad_group_id: `${id}2`, campaign_id: `${id}1`, name: 'Ad', status: 'ACTIVE' }],
      days: [{ ad: `${id}3`, day: SPENT_DAY, spend: micros(COSTS[at]) }],
    })),
  );
  fake.now = () => Date.parse('2026-11-25T12:00:00Z');
  fake.states = [];
  const { server, settings, grants } = fake;
  return { id: 'pinterest', name: 'Pinterest', server, settings, accounts, spent: 17.75, revoke: grants.revoke };
}

async function snap(t: TestContext): Promise<FakePlatform> {
  const accounts = ['snap-1', 'snap-2', 'snap-3'] as const;
  const fake = await startFakeSnap(
    t,
    accounts.map((id, at) => ({
      account: { id, name: `Snap ${NAMES[at]}`, currency: 'EUR', timezone: 'Europe/Berlin', status: 'ACTIVE' },
      campaigns: [{ id: `${id}-c`, name: 'Autumn', status: 'ACTIVE' }],
      adSquads: [{ id: `${id}-s`, campaign_id: `${id}-c`, name: 'Wide', status: 'ACTIVE' }],
      creatives: [],
      ads: [{ id: `${id}-a`, ad_squad_id: `${id}-s`, name: 'Ad', status: 'ACTIVE' }],
      days: [{ ad: `${id}-a`, day: SPENT_DAY, spend: micros(COSTS[at]) }],
    })),
  );
  const { server, settings, grants } = fake;
  return { id: 'snap', name: 'Snap', server, settings, accounts, spent: 17.75, revoke: grants.revoke };
}

/** It has reports of sixty days. */
async function amazonAds(t: TestContext): Promise<FakePlatform> {
  const accounts = ['90001', '90002', '90003'] as const;
  const fake = await startFakeAmazonAds(
    t,
    accounts.map((id, at) => ({
      region: 'eu',
      profile: {
        profileId: Number(id),
        currencyCode: 'EUR',
        timezone: 'Europe/Berlin',
        accountInfo: { name: `Amazon ${NAMES[at]}` },
      },
      campaigns: [{ campaignId: `${id}1`, name: 'Autumn', state: 'ENABLED' }],
      adGroups: [{ adGroupId: `${id}2`, campaignId: `${id}1`, name: 'Wide', state: 'ENABLED' }],
      productAds: [{ adId: `${id}3`, adGroupId: `${id}2`, campaignId: `${id}1`, state: 'ENABLED', asin: 'Ad' }],
      days: [
        {
          product: 'SPONSORED_PRODUCTS',
          campaign: Number(`${id}1`),
          ad: Number(`${id}3`),
          day: SPENT_DAY,
          cost: Number(COSTS[at]),
        },
      ],
    })),
  );
  fake.states = [];
  const { server, settings, grants } = fake;
  const days = 2 * 60;
  return { id: 'amazon_ads', name: 'Amazon Ads', server, settings, accounts, spent: 17.75, days, revoke: grants.revoke };
}

/** A key is of one account, so that there is nothing to choose. */
export async function openAiAds(t: TestContext): Promise<FakePlatform & { key: string }> {
  const [key, id] = ['openai-ads-key-4711', 'act_1'];
  const fake = await startFakeOpenAiAds(t, [
    {
      key,
      account: { id, name: 'OpenAI North', currency_code: 'EUR', timezone: 'Europe/Berlin', status: 'active' },
      campaigns: [{ id: 'cmpn_1', name: 'Autumn', status: 'active' }],
      adGroups: { cmpn_1: [{ id: 'adgrp_1', name: 'Wide', status: 'active' }] },
      ads: { adgrp_1: [{ id: 'ad_1', name: 'Ad', status: 'active', review_status: 'approved' }] },
      days: [{ ad: 'ad_1', day: SPENT_DAY, spend: Number(COSTS[0]) }],
    },
  ]);
  fake.now = () => Date.parse('2026-11-25T12:00:00Z');
  const { server, settings } = fake;
  const accounts = [id, '', ''] as const;
  const revoke = () => void fake.revoked.add(key);
  return { id: 'openai_ads', name: 'OpenAI (ChatGPT ads)', server, settings, accounts, spent: 10.5, revoke, key };
}

/** Platforms that are only read. */
export const startReadPlatforms = (t: TestContext): Promise<FakePlatform[]> =>
  Promise.all([reddit, pinterest, snap, amazonAds].map((start) => start(t)));

export async function startFakePlatforms(t: TestContext): Promise<FakePlatform[]> {
  return Promise.all(
    [meta, googleAds, tikTok, linkedIn, microsoftAds, reddit, pinterest, snap, amazonAds].map((start) => start(t)),
  );
}
