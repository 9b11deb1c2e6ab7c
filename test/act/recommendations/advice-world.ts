// A profile whose ads are those of the sandbox, and whose visitors buy so that each ad's sales cost what the test says.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDemo } from '../../../src/act/connections/index.ts';
import { evaluateRecommendations } from '../../../src/act/recommendations/index.ts';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import type { Market } from '../../../src/sandbox/index.ts';
import type { Closing } from '../../fakes/provider-server.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { ownMarket } from '../own-market.ts';

export const NOW = '2026-11-25T12:00:00Z';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';
const COLUMNS = [
  'event_id',
  'event_type',
  'occurred_at',
  'anonymous_id',
  'url',
  'user_agent',
  'idempotency_key',
  'value_amount',
  'currency',
  'email',
];
const USUAL_COST = 20;

export interface AdviceWorld {
  app: TestApp;
  api: Api;
  profileId: string;
  query: { profile_id: string };
  // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
  list(query?: Record<string, unknown>): Promise<any[]>;
  /** Sales from a day on until yesterday, at these costs by the ad's name. */
  sell(from: string, costs: Readonly<Record<string, number>>): Promise<void>;
  evaluate(): Promise<void>;
  /** Spend and ads as the sandbox has them now. */
  readSpend(): Promise<void>;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

type Line = Partial<Record<string, string>>;

async function load({ base, settle }: TestApp, profileId: string, lines: readonly Line[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-advice-'));
  try {
    const file = join(folder, 'events.csv');
    writeFileSync(
      file,
      [COLUMNS, ...lines.map((line) => COLUMNS.map((name) => (line[name] ?? '').replace(/^.*,.*$/, '"$&"')))]
        .map((row) => row.join())
        .join('\n'),
    );
    const { rejected, errors } = await backfillEvents(base, { profileId, file });
    assert.equal(rejected, 0, JSON.stringify(errors?.slice(0, 2)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await settle(profileId);
}

interface SandboxAd {
  id: string;
  name: string;
  spend: string | null;
  adset: { id: string };
  campaign: { id: string };
}

function linesOf(ad: SandboxAd, sales: number, { from, days }: { from: string; days: number }): Line[] {
  const query = `utm_source=facebook&utm_medium=paid-social&campaign_id=${ad.campaign.id}&adset_id=${ad.adset.id}&ad_id=${ad.id}`;
  return Array.from({ length: sales }, (_, at) => {
    const visited = Date.parse(from) + Math.floor((at * days) / sales) * DAY_MS + 9 * 60 * MINUTE_MS + at * MINUTE_MS;
    const browser = `${from}-${ad.id}-${at}`;
    const visit = {
      event_id: `visit-${browser}`,
      event_type: 'page_view',
      occurred_at: new Date(visited).toISOString(),
      anonymous_id: browser,
      user_agent: AGENT,
    };
    return [
      { ...visit, url: `https://shop.example/?${query}` },
      {
        event_type: 'payment_received',
        occurred_at: new Date(visited + 5 * MINUTE_MS).toISOString(),
        anonymous_id: browser,
        idempotency_key: `order-${browser}`,
        value_amount: '60',
        currency: 'EUR',
        email: `buyer-${browser}@example.com`,
      },
    ];
  }).flat();
}

/** @param change Of the platform, before it is read. */
export async function startAdviceWorld(t: Closing, change: (market: Market) => void = () => undefined): Promise<AdviceWorld> {
  const app = await startTestApp({ at: NOW, installation: { currency: 'EUR', timezone: 'UTC', domain: 'shop.example' } });
  t.after(() => app.close());
  const { base, profileId } = app;
  const sandbox = await ownMarket(app, { seed: 7, scale: 1, historyDays: 60 });
  change(sandbox.market());
  await connectDemo(base, profileId);
  await app.settle();
  const api = app.api(app.session);
  const query = { profile_id: profileId };
  const world: AdviceWorld = {
    app,
    api,
    profileId,
    query,
    list: async (more = {}) => {
      const { status, body } = await api.get('/recommendations', { ...query, ...more });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    },
    sell: async (from, costs) => {
      const date_to = dayOf(app.clock.now() - DAY_MS);
      const { body } = await api.get('/ads', { ...query, date_from: from, date_to, limit: 100 });
      const days = Math.round((Date.parse(date_to) - Date.parse(from)) / DAY_MS) + 1;
      const lines = body.data.flatMap((ad: SandboxAd) =>
        linesOf(ad, Math.round(Number(ad.spend) / (costs[ad.name] ?? USUAL_COST)), { from, days }),
      );
      await load(app, profileId, lines);
    },
    evaluate: () => evaluateRecommendations(base, profileId),
    readSpend: async () => {
      await connectDemo(base, profileId);
      await app.settle();
    },
  };
  return world;
}
