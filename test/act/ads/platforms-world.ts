// A profile with accounts at Google Ads, TikTok, LinkedIn and Microsoft Advertising, each with an ad whose status can be changed.
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { runDue } from '../../../src/base/work/runner.ts';
import { type FakeGoogleAds, startFakeGoogleAds } from '../../fakes/google-ads.ts';
import { startFakeLinkedIn } from '../../fakes/linkedin.ts';
import { DEVELOPER_TOKEN, startFakeMicrosoftAds, VIEWER } from '../../fakes/microsoft-ads.ts';
import { CLIENT_SECRET } from '../../fakes/oauth-provider.ts';
import type { ProviderServer } from '../../fakes/provider-server.ts';
import { type FakeTikTok, startFakeTikTok } from '../../fakes/tiktok.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { kinds, NOW } from '../connections/meta-world.ts';
import { Visitor } from '../connections/visitor.ts';
import type { WriteAnswer, WriteOptions } from './write-world.ts';

export interface AdPlatformFake {
  id: 'google_ads' | 'tiktok' | 'linkedin' | 'microsoft_ads';
  server: ProviderServer;
  settings: Record<string, string>;
  /** The platform's id of the ad; its ad set is 21 everywhere. */
  adId: string;
  /** What the platform calls the two statuses. */
  words: { active: string; paused: string };
  /** Of Google Ads and TikTok, all of the fake. */
  google?: FakeGoogleAds;
  tikTok?: FakeTikTok;
  /** The person may write, or look only. */
  allow(mayWrite: boolean): void;
  /** The person ends the grant at the platform. */
  revoke(): void;
  /** The ad is gone at the platform, and the catalogue does not know yet. */
  remove(): void;
}

const NAMES = { currency: 'USD', timezone: 'Europe/Berlin' };

async function google(t: TestContext): Promise<AdPlatformFake> {
  const campaign = { id: '11', name: 'Sale', status: 'ENABLED' };
  const adGroup = { id: '21', name: 'Desks', status: 'ENABLED' };
  const ad = { id: '31', type: 'RESPONSIVE_SEARCH_AD', finalUrls: ['https://shop.example/'], finalUrlSuffix: 'utm_id=1' };
  const tables = {
    campaign: [{ campaign, campaignBudget: { amountMicros: '12340000', period: 'DAILY' } }],
    ad_group: [{ campaign, adGroup }],
    ad_group_ad: [{ campaign, adGroup, adGroupAd: { status: 'ENABLED', ad } }],
  };
  const fake = await startFakeGoogleAds(t, [{ id: '1001', name: 'Shop', ...NAMES, isRoot: true, tables }]);
  const { hasConversions: _none, ...settings } = fake.settings;
  const allow = (mayWrite: boolean) => Object.assign(fake, { mayWrite });
  const remove = () => void tables.ad_group_ad.splice(0);
  const words = { active: 'ENABLED', paused: 'PAUSED' };
  return { id: 'google_ads', server: fake.server, settings, adId: '31', words, allow, remove, revoke: fake.revoke, google: fake };
}

async function tikTok(t: TestContext): Promise<AdPlatformFake> {
  const campaign = { campaign_id: '11', campaign_name: 'Sale', operation_status: 'ENABLE', budget: 0 };
  const adGroup = { adgroup_id: '21', campaign_id: '11', adgroup_name: 'Wide', operation_status: 'ENABLE', budget: 30 };
  const ads = [
    {
      ad_id: '41',
      adgroup_id: '21',
      campaign_id: '11',
      ad_name: 'Film',
      operation_status: 'ENABLE',
      secondary_status: 'AD_STATUS_DELIVERY_OK',
      landing_page_url: 'https://shop.example/',
      video_id: 'v',
    },
  ];
  const fake = await startFakeTikTok(t, [
    {
      info: { advertiser_id: '7001', name: 'Shop', currency: 'USD', display_timezone: 'Europe/Berlin', status: 'STATUS_ENABLE' },
      campaigns: [{ ...campaign, budget_mode: 'BUDGET_MODE_INFINITE' }],
      adGroups: [{ ...adGroup, budget_mode: 'BUDGET_MODE_DAY' }],
      ads,
      report: [],
    },
  ]);
  const allow = (mayWrite: boolean) => Object.assign(fake, { mayWrite });
  const words = { active: 'ENABLE', paused: 'DISABLE' };
  const remove = () => void ads.splice(0);
  const { server, settings, revoke } = fake;
  return { id: 'tiktok', server, settings, adId: '41', words, allow, remove, revoke, tikTok: fake };
}

async function linkedIn(t: TestContext): Promise<AdPlatformFake> {
  const fake = await startFakeLinkedIn(t);
  fake.accounts = fake.accounts.slice(0, 1);
  fake.rows = [];
  const settings = { clientId: 'client', clientSecret: CLIENT_SECRET, url: fake.server.url, apiVersion: '202610' };
  const allow = (mayWrite: boolean) => void fake.roles.set(101, mayWrite ? 'CAMPAIGN_MANAGER' : 'VIEWER');
  const id = 'urn:li:sponsoredCreative:51';
  Object.assign(fake.creatives[0] ?? {}, { id });
  const words = { active: 'ACTIVE', paused: 'PAUSED' };
  const remove = () => void fake.creatives.shift();
  const { server, grants } = fake;
  return { id: 'linkedin', server, settings, adId: '51', words, allow, remove, revoke: () => void grants.revoke() };
}

async function microsoft(t: TestContext): Promise<AdPlatformFake> {
  const fake = await startFakeMicrosoftAds(t);
  fake.accounts = fake.accounts.slice(0, 1);
  Object.assign(fake, { lines: [], polls: 1 });
  const { roleId } = fake;
  const settings = { clientId: 'client', clientSecret: CLIENT_SECRET, developerToken: DEVELOPER_TOKEN, url: fake.server.url };
  Object.assign(fake.ads[0] ?? {}, { Id: '61' });
  const allow = (mayWrite: boolean) => Object.assign(fake, { roleId: mayWrite ? roleId : VIEWER });
  const words = { active: 'Active', paused: 'Paused' };
  const remove = () => void fake.ads.shift();
  const { server, grants } = fake;
  return { id: 'microsoft_ads', server, settings, adId: '61', words, allow, remove, revoke: () => void grants.revoke() };
}

export interface PlatformsWorld {
  app: TestApp;
  fakes: AdPlatformFake[];
  connect(fake: AdPlatformFake): Promise<void>;
  write(path: string, body?: Record<string, unknown>, options?: Pick<WriteOptions, 'key'>): Promise<WriteAnswer>;
}

export async function startPlatformsWorld(t: TestContext): Promise<PlatformsWorld> {
  const fakes = await Promise.all([google, tikTok, linkedIn, microsoft].map((start) => start(t)));
  const providers = Object.fromEntries(fakes.map(({ id, settings }) => [id, settings]));
  const app = await startTestApp({ at: NOW, config: { providers } });
  t.after(() => app.close());
  for (const { google: logged } of fakes) if (logged) logged.now = () => app.clock.now();
  const query = { profile_id: app.profileId };
  const w: PlatformsWorld = {
    app,
    fakes,
    connect: async ({ id }) => {
      const { url } = (await app.api(app.session).post(`/connections/${id}/connect`, {}, query)).body.data;
      await new Visitor().grant(url);
    },
    write: async (path, body = {}, { key = randomUUID() } = {}) => {
      const response = await fetch(new URL(`/api/v1${path}?profile_id=${app.profileId}`, app.baseUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${app.session}`,
          'idempotency-key': key ?? '',
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
  };
  for (const fake of fakes) await w.connect(fake);
  // Spend is nothing that a change needs.
  const catalogue = kinds().filter(({ kind }) => kind === 'sync_catalogue');
  await runDue(app.base, catalogue);
  return w;
}
