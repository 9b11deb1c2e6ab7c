// A service with fake sources of records beside it, and what tests do again and again: connect, let the jobs run, send webhooks, look at
// payments and outcomes.
import assert from 'node:assert/strict';
import type { ConfigInput } from '../../../../src/base/config/config.ts';
import { runDue, scheduleNext } from '../../../../src/base/work/runner.ts';
import type { Closing } from '../../../fakes/provider-server.ts';
import { type Api, startTestApp, type TestApp, type TestOptions } from '../../../harness.ts';
import { kinds, NOW } from '../meta-world.ts';
import { type Seen, Visitor } from '../visitor.ts';

export const NOW_MS = Date.parse(NOW);
export const NOW_SECONDS = NOW_MS / 1000;
export const HOUR_MS = 3_600_000;
export const DAY_SECONDS = 86_400;

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type AnyJson = any;

export interface RecordWorld {
  app: TestApp;
  api: Api;
  visitor: Visitor;
  link(provider: string, body?: Record<string, unknown>): Promise<{ connection_id: string; url: string }>;
  /** Grants access at a provider whose page leads straight back. */
  connect(provider: string, body?: Record<string, unknown>, fields?: Record<string, string>): Promise<Seen & { url: string }>;
  connections(): Promise<AnyJson[]>;
  connection(): Promise<AnyJson>;
  /** Jobs until none is due, and figures. */
  work(): Promise<void>;
  /** As a provider posts it. */
  post(url: string, hook: { body: string; headers?: Record<string, string> }): Promise<number>;
  /** What payments there are, as texts: `amount currency, refunded`, by time. */
  payments(): Promise<string[]>;
  /** The outcomes of all people, by time: `event_type amount currency, day`. */
  outcomes(): Promise<string[]>;
  facts(): number;
}

export async function startRecordWorld(
  t: Closing,
  providers: NonNullable<ConfigInput['providers']>,
  options: Pick<TestOptions, 'dataDir' | 'installation'> = {},
): Promise<RecordWorld> {
  const app = await startTestApp({ at: NOW, config: { providers }, ...options });
  t.after(() => app.close());
  const api = app.api(app.session);
  const visitor = new Visitor();
  const query = { profile_id: app.profileId };
  const link: RecordWorld['link'] = async (provider, body = {}) => {
    const { status, body: answered } = await api.post(`/connections/${provider}/connect`, body, query);
    assert.equal(status, 201, JSON.stringify(answered));
    return answered.data;
  };
  const connections = async (): Promise<AnyJson[]> => (await api.get('/connections', query)).body.data;
  return {
    app,
    api,
    visitor,
    link,
    connections,
    connect: async (provider, body = {}, fields = {}) => {
      const { url } = await link(provider, body);
      const there = await visitor.submit(url, fields);
      assert.equal(there.status, 303, there.html);
      const back = await visitor.open(there.location ?? '');
      return { ...(await visitor.open(back.location ?? '')), url };
    },
    connection: async () => (await connections())[0],
    work: async () => {
      for (const kind of kinds())
        for (const profileId of kind.profiles?.(app.base) ?? []) scheduleNext(app.base, kind, profileId);
      await runDue(app.base, kinds());
      await app.settle();
    },
    post: async (url, { body, headers = {} }) => (await fetch(url, { method: 'POST', body, headers })).status,
    payments: async () => {
      const { data } = (await api.get('/payments', { ...query, limit: 100 })).body;
      const texts = data.map((each: AnyJson) => `${each.amount} ${each.currency}, ${each.refunded_amount} back`);
      return texts.reverse();
    },
    outcomes: async () => {
      const range = { date_from: '2025-12-01', date_to: '2026-12-31' };
      const ids = new Set<string>();
      for (const goal of ['payment_received', 'lead_created', 'appointment_booked', 'closed_won'])
        for (const each of (await api.get('/customers', { ...query, ...range, goal, limit: 100 })).body.data)
          ids.add(each.customer_profile_id);
      const events: AnyJson[] = [];
      for (const id of ids)
        events.push(...(await api.get(`/customers/${id}/journey`, { ...query, limit: 100 })).body.data.events);
      const order = (one: AnyJson, other: AnyJson): number => (one.event_time < other.event_time ? -1 : 1);
      return events
        .sort(order)
        .map(({ event_type, value_amount, currency, event_time }) =>
          [event_type, ...(value_amount === null ? [] : [value_amount, currency]), event_time.slice(0, 10)].join(' '),
        );
    },
    facts: () => Number(app.base.journal.lastSeq(app.profileId)),
  };
}
