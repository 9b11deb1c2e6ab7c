// The ways through the service that a reader follows first, each from what comes in to what it leaves: the answer of an operation, or with the work that it
// starts. Loaded after `traceSources`, so that all it imports is recorded.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { followJob } from '../../src/act/sync/follow.ts';
import { laneJob } from '../../src/act/sync/lane.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { startMailWorld } from '../act/messaging/mail-world.ts';
import { startAdviceWorld } from '../act/recommendations/advice-world.ts';
import { openSyncWorld } from '../act/sync/sync-world.ts';
import { uploadsOf } from '../act/uploads/uploads.ts';
import { openDemoShop } from '../e2e/demo-shop.ts';
import type { Closing } from '../fakes/provider-server.ts';
import { startTestApp, type TestApp } from '../harness.ts';

export interface Way {
  /** Of its page in docs/ways. */
  name: string;
  /** What goes this way, as the title of the page. */
  title: string;
  /** What is recorded. */
  from: string;
  /** Prepares a world, and answers what is recorded. */
  prepare: (t: Closing) => Promise<() => Promise<void>>;
}

const VISIT = {
  url: 'https://shop.example/coats?utm_source=newsletter&utm_medium=email',
  title: 'Coats',
  referrer: 'https://mail.example/',
};
/** Of a sale, by the ad's name: the first is far cheaper than the usual. */
const COSTS = { 'Oak standing desks': 8, 'Official shop': 9, 'Light for late hours': 70, 'Still: free samples': 60 };
const SHOP_COLUMNS =
  'Name,Email,Financial Status,Paid at,Created at,Currency,Total,Refunded Amount,Outstanding Balance,Payment References';
const MONTH = { date_from: '2026-03-01', date_to: '2026-03-30' };

async function emptyShop(t: Closing): Promise<TestApp> {
  const app = await startTestApp({ installation: { domain: 'shop.example' } });
  t.after(() => app.close());
  return app;
}

async function demoShop(t: Closing): Promise<TestApp> {
  const app = await openDemoShop();
  t.after(() => app.close());
  return app;
}

function sendVisit({ baseUrl, trackingKey }: TestApp): Promise<void> {
  const events = [{ event_type: 'page_view', ...VISIT }];
  const body = JSON.stringify({ tracking_key: trackingKey, anonymous_id: randomUUID(), events });
  return fetch(`${baseUrl}/t/collect`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }).then(({ status }) =>
    assert.ok(status < 300, `${status}`),
  );
}

async function sendOutcome({ api, apiKey }: TestApp): Promise<void> {
  const outcome = { event_type: 'payment_received', idempotency_key: randomUUID(), user_traits: { email: 'ana@example.com' } };
  const { status, body } = await api(apiKey).post('/events', { ...outcome, value: { amount: '49.90', currency: 'USD' } });
  assert.equal(status, 201, JSON.stringify(body));
}

/** A read, with nothing of it in the cache of answers. */
const read =
  (path: string, query: Record<string, unknown> = MONTH) =>
  async (t: Closing) => {
    const { api, apiKey } = await demoShop(t);
    await api(apiKey).get('/profile');
    return async () => {
      const { status, body } = await api(apiKey).get(path, query);
      assert.equal(status, 200, JSON.stringify(body));
    };
  };

/** A GET of the API in the demo's shop. */
export const wayOf = (path: string): Way => ({
  name: 'answer',
  title: `GET ${path}`,
  from: `GET ${path}, until its answer`,
  prepare: read(path, path.includes('?') ? {} : MONTH),
});

export const WAYS: readonly Way[] = [
  {
    name: 'page-view',
    title: 'A page view',
    from: 'POST /t/collect, until the visit is in the figures',
    prepare: async (t) => {
      const app = await emptyShop(t);
      await sendVisit(app);
      await app.settle();
      return async () => {
        await sendVisit(app);
        await app.settle();
      };
    },
  },
  {
    name: 'outcome',
    title: 'An outcome',
    from: 'POST /events, until the sale is in the figures',
    prepare: async (t) => {
      const app = await emptyShop(t);
      await sendOutcome(app);
      await app.settle();
      return async () => {
        await sendOutcome(app);
        await app.settle();
      };
    },
  },
  {
    name: 'overview',
    title: 'The overview',
    from: 'GET /overview, until its answer',
    prepare: read('/overview'),
  },
  {
    name: 'attribution',
    title: 'Attribution',
    from: 'GET /attribution, until its answer',
    prepare: read('/attribution'),
  },
  {
    name: 'recommendation',
    title: 'A recommendation that is applied',
    from: 'POST /recommendations/{id}/apply, until the ad platform has the budget',
    prepare: async (t) => {
      const world = await startAdviceWorld(t);
      await world.sell('2026-10-28', COSTS);
      await world.evaluate();
      const found = (await world.list({ status: 'open' })).find(({ ad_name }) => ad_name === 'Oak standing desks');
      assert.ok(found, 'it is recommended to raise its budget');
      const url = `${world.app.baseUrl}/api/v1/recommendations/${found.id}/apply?profile_id=${world.profileId}`;
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${world.app.session}`,
        'idempotency-key': randomUUID(),
      };
      return async () => {
        const answer = await fetch(url, { method: 'POST', headers, body: '{}' });
        assert.equal(answer.status, 200, await answer.text());
      };
    },
  },
  {
    name: 'conversion',
    title: 'A conversion that is sent to a destination',
    from: 'an outcome that is in the figures, until the destination has accepted it',
    prepare: async (t) => {
      const world = await openSyncWorld(t);
      await world.enable(['payment_received']);
      await world.outcome('sale 1', { user_traits: { email: 'ana@example.com' } });
      await world.settle();
      return async () => {
        await runDue(world.base, [followJob]);
        await runDue(world.base, [laneJob]);
        assert.equal(world.endpoint.accepted.size, 1);
      };
    },
  },
  {
    name: 'message',
    title: 'A message to a customer',
    from: 'POST /messages, until the mail server has taken the mail',
    prepare: async (t) => {
      const world = await startMailWorld(t);
      await world.connect();
      return async () => {
        const { status, body } = await world.send();
        assert.equal(status, 201, JSON.stringify(body));
      };
    },
  },
  {
    name: 'import',
    title: 'A file that is imported',
    from: 'POST /imports and its commit, until the sales are in the figures',
    prepare: async (t) => {
      const app = await emptyShop(t);
      const uploads = uploadsOf(app);
      const file = `${SHOP_COLUMNS}\n#1,ana@example.com,paid,2026-03-20 10:00:00 +0000,2026-03-20 10:00:00 +0000,USD,49.90,0.00,0.00,c1\n`;
      return async () => {
        const { import_id: id } = await uploads.upload(file, 'orders.csv');
        const { status } = await uploads.commit(id);
        assert.equal(status, 'completed');
      };
    },
  },
];
