// A service with a fake Meta beside it, and what tests do again and again: connect, let the jobs run, look at days of spend.
import type { TestContext } from 'node:test';
import { slice } from '../../../src/act/connections/slice.ts';
import type { RunnableJob } from '../../../src/base/work/job.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { type FakeMeta, type FakeMetaAccount, startFakeMeta } from '../../fakes/meta.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { recordEvents } from '../webhooks/events.ts';
import { type Seen, Visitor } from './visitor.ts';

export const NOW = '2026-11-25T12:00:00Z';
export const TODAY = '2026-11-25';

export const metaAccount = (accountId: string, name: string, more: Record<string, unknown> = {}): FakeMetaAccount => ({
  account: {
    id: `act_${accountId}`,
    account_id: accountId,
    name,
    currency: 'EUR',
    timezone_name: 'Europe/Berlin',
    account_status: 1,
    ...more,
  },
  campaigns: [],
  adsets: [],
  ads: [],
  insights: [],
});

/** A row of insights as Meta sends it. */
export const insight = (day: string, ad: string, spend: string): Record<string, unknown> => ({
  date_start: day,
  date_stop: day,
  campaign_id: '1',
  campaign_name: 'Spring',
  adset_id: '11',
  adset_name: 'Wide',
  ad_id: ad,
  ad_name: `Ad ${ad}`,
  spend,
  impressions: '100',
  clicks: '3',
});

export interface MetaWorld {
  app: TestApp;
  meta: FakeMeta;
  api: Api;
  visitor: Visitor;
  /** A new link. */
  link(body?: Record<string, unknown>): Promise<{ connection_id: string; url: string }>;
  /** Grants access by a new link, choosing these accounts where there are several. */
  connect(accounts?: string[]): Promise<Seen>;
  // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
  connections(): Promise<any[]>;
  /** Jobs until none is due. */
  work(): Promise<void>;
  /** What was announced of connections' statuses. */
  events(): string[];
  /** Facts of spend in the journal, with what they cost in all. */
  days(accountId: string): { day: string; spend: number; rows: number }[];
}

export async function startMetaWorld(t: TestContext, accounts: FakeMetaAccount[]): Promise<MetaWorld> {
  const meta = await startFakeMeta(t, accounts);
  meta.hasReportsAtOnce = true;
  const app = await startTestApp({ at: NOW, config: { providers: { meta: meta.settings } } });
  t.after(() => app.close());
  meta.now = () => app.clock.now();
  const announced = recordEvents(app.base, app.profileId);
  const api = app.api(app.session);
  const visitor = new Visitor();
  const query = { profile_id: app.profileId };
  const link: MetaWorld['link'] = async (body = {}) => (await api.post('/connections/meta/connect', body, query)).body.data;
  return {
    app,
    meta,
    api,
    visitor,
    link,
    connect: async (chosen = []) => {
      const { url } = await link();
      const seen = await visitor.grant(url);
      const isChoice = seen.location?.href === url && chosen.length > 0;
      if (!isChoice) return seen;
      const fields = Object.fromEntries(chosen.map((id) => [`account:${id}`, 'on']));
      return visitor.submit(url, fields, `${url}/accounts`);
    },
    connections: async () => (await api.get('/connections', query)).body.data,
    work: () => workOn(app),
    events: () => announced().flatMap(({ type }) => (type === 'connection.synced' ? [] : type)),
    days: (accountId) =>
      app.base.journal.read(app.profileId, 0n, 10_000).flatMap(({ kind, body }) => {
        const { account_id, day, rows } = JSON.parse(body) as { account_id: string; day: string; rows: { spend: string }[] };
        if (kind !== 'spend_day' || account_id !== accountId) return [];
        return [{ day, spend: rows.reduce((sum, row) => sum + Number(row.spend), 0), rows: rows.length }];
      }),
  };
}

export const kinds = (): readonly RunnableJob[] => slice.jobs ?? [];

/** Jobs until none is due. */
export async function workOn({ base }: Pick<TestApp, 'base'>): Promise<void> {
  // As the service does by itself once a minute.
  for (const kind of kinds()) for (const profileId of kind.profiles?.(base) ?? []) scheduleNext(base, kind, profileId);
  await runDue(base, kinds());
}
