// Reports shared as snapshots, through the door: what a link shows and to whom, what stays as it was, and what strangers, guesses and hostile
// names get. The page of a link is read as a browser without scripts reads it.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Sheet } from '../../../console/sheet/document.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setHealthcare, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import { operationOf } from '../../../src/base/contract/document.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import type { Sheet as SheetOfDoor } from '../../../src/doors/console/places/snapshot.ts';
import { showAtOneVersion } from '../../../src/report/analytics/snapshots/pages.ts';
import { snapshotEndJob } from '../../../src/report/analytics/snapshots/snapshots.ts';
import { type Browser, browserOf } from '../../doors/console/browser.ts';
import { type Api, unlessBusy } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const MONTHS = { month_from: '2026-03', month_to: '2026-03' };
const HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';

/** What the server hands over is what the console draws: the compiler compares. */
const drawn = (sheet: SheetOfDoor): Sheet => sheet;

let shop: Shop;
let owner: Api;
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/snapshots${path}`;
before(async () => {
  shop = await openShop();
  owner = shop.api(shop.session);
});
after(() => shop?.close());

const signedIn = (session: string): Browser => browserOf(shop, `tributary_session=${session}`);

/** With a role in the workspace, and one on the profile or none there. */
function member(role: 'member' | 'admin', onProfile?: 'viewer', name = `The ${role}`): { api: Api; session: string } {
  const { base, workspaceId, profileId } = shop;
  const by = { actor: 'system' };
  const { personId } = createPerson(base, { email: `${randomUUID()}@shop.example`, name, ...by });
  setWorkspaceRole(base, { workspaceId, personId, role, ...by });
  if (onProfile)
    setProfileRole(base, { profile: { profileId, workspaceId }, personId, role: onProfile, canSeePii: false, ...by });
  const { token } = createSession(base, { personId, ...by });
  return { api: shop.api(token), session: token };
}

const otherWorkspace = () =>
  initInstallation(shop.base, {
    email: `${randomUUID()}@else.example`,
    workspace: 'Else',
    profile: 'P',
    currency: 'USD',
    timezone: 'UTC',
  });

const ask = (more: object = {}) => ({ profile_id: shop.profileId, page: 'overview', question: WEEK, ...more });

/** Figures of an earlier moment may take longer than a request waits; they are there when it asks again. */
async function share(more: object = {}, by = owner): Promise<{ id: string; path: string }> {
  const { status, body } = await unlessBusy(() => by.post(at(), ask(more)));
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.data.id, path: new URL(body.data.url).pathname };
}

const permit = async (is_public_allowed: boolean): Promise<void> => {
  const { status } = await owner.put(`/workspaces/${shop.workspaceId}/snapshot-settings`, { is_public_allowed });
  assert.equal(status, 200);
};

test('createSnapshot', async (t) => {
  await t.test('draws every page with the figures of its report', async () => {
    const pages = {
      overview: [
        { ...WEEK, compared: { date_from: '2026-02-22', date_to: '2026-02-28' } },
        ['$145.00', '$75.00', 'Coverage', 'Paid Search'],
      ],
      attribution: [
        { ...WEEK, model: 'linear', beside: ['first_touch'] },
        ['Linear', 'revenue, first touch', 'Unattributed', 'Campaigns', 'spring'],
      ],
      paths: [WEEK, ['First, between, last', 'Email']],
      payback: [MONTHS, ['Cohorts', 'Mar 2026', '$145.00']],
      why: [
        { ...WEEK, known_from: '2026-03-01T12:00:00Z', known_to: '2026-03-08T00:00:00Z' },
        ['Revenue by cause', 'New events'],
      ],
    };
    for (const [page, [question, texts]] of Object.entries(pages)) {
      const { path } = await share({ page, question });
      const shown = await signedIn(shop.session).get(path);
      assert.equal(shown.status, 200, `${page}: ${shown.text.slice(0, 400)}`);
      for (const text of texts as string[])
        assert.ok(shown.text.toLowerCase().includes(text.toLowerCase()), `${page} lacks ${text}`);
      assert.ok(!/<script|style="/.test(shown.text), `${page} has a script or a style`);
      assert.ok(!/ana@example\.com|Rojas|cust-1/.test(shown.text), `${page} names a customer`);
    }
  });
  await t.test('stays as it was when the figures move, and says which are different now', async () => {
    const { id, path } = await share({ page: 'attribution', question: { ...WEEK, model: 'linear' } });
    const same = await owner.get(at(), { include: 'differences', profile_id: shop.profileId });
    assert.deepEqual(same.body.data.find((each: { id: string }) => each.id === id).differences, []);
    const first = (await signedIn(shop.session).get(path)).text;
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `late-${randomUUID()}`,
      occurred_at: '2026-03-06T13:00:00Z',
      value: { amount: '1000', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    assert.equal((await signedIn(shop.session).get(path)).text, first);
    const { body } = await owner.get(at(), { include: 'differences', profile_id: shop.profileId });
    const { differences } = body.data.find((each: { id: string }) => each.id === id);
    assert.deepEqual(
      differences.map(({ name, was, is }: Record<string, string>) => [name, Number(is) - Number(was)]),
      [
        ['Revenue', 1000],
        ['Conversions', 1],
      ],
    );
  });
  await t.test('refuses a question that the page does not have, and one without its days', async () => {
    for (const [page, question] of [
      ['overview', { ...WEEK, transform: 'unique' }],
      ['paths', { ...WEEK, channel: 'Email' }],
      ['payback', WEEK],
      ['overview', { date_from: '2026-03-01' }],
      ['why', WEEK],
      ['payback', { ...MONTHS, filter_modes: ['device:is_empty'] }],
    ] as const) {
      const { status, body } = await owner.post(at(), ask({ page, question }));
      assert.deepEqual([status, body.error.code], [422, 'validation_error'], `${page} ${JSON.stringify(question)}`);
    }
    const backwards = await owner.post(at(), ask({ question: { date_from: '2026-03-07', date_to: '2026-03-01' } }));
    assert.equal(backwards.body.error.code, 'invalid_date_range');
    for (const wrong of [{ page: 'customers' }, { expires_in_days: 366 }, { title: 'a\u202eb' }])
      assert.equal((await owner.post(at(), ask(wrong))).status, 422, JSON.stringify(wrong));
  });
  await t.test('is for people who can open the profile, in its own workspace', async () => {
    assert.equal((await owner.post(at(), ask({ profile_id: randomUUID() }))).status, 404);
    const outside = member('member');
    assert.equal((await outside.api.post(at(), ask())).status, 403);
    assert.equal((await member('member', 'viewer').api.post(at(), ask())).status, 201);
    assert.equal((await shop.api(shop.apiKey).post(at(), ask())).status, 403);
    assert.equal((await shop.api().post(at(), ask())).status, 401);
    const other = otherWorkspace();
    const stranger = shop.api(other.session_token);
    assert.equal((await stranger.post(at(), ask())).status, 404);
    const theirs = `/workspaces/${other.workspace_id}/snapshots`;
    assert.equal((await stranger.post(theirs, ask())).status, 404, 'the profile of another workspace');
  });
  await t.test('stores the hash of the secret alone, and an audit row without it', async () => {
    const { id, path } = await share();
    const token = path.slice('/s/'.length);
    assert.match(token, /^svc_snapshot_[\w-]{43}$/);
    const { body } = await owner.get(`/workspaces/${shop.workspaceId}/audit`);
    const row = body.data.find((each: { subject: string; action: string }) => each.subject === id);
    assert.equal(row.action, 'snapshot.created');
    assert.ok(!JSON.stringify([body, (await owner.get(at())).body]).includes(token.slice(-30)));
  });
  await t.test('refuses an e-mail address in the question and in the title', async () => {
    for (const [field, more] of [
      ['question.campaign', { question: { ...WEEK, campaign: 'jane.doe@example.com' } }],
      ['question.source', { question: { ...WEEK, source: 'mail jane.doe%2540example.com' } }],
      ['title', { title: 'For jane.doe@example.com' }],
    ] as const) {
      const { status, body } = await owner.post(at(), ask(more));
      assert.deepEqual([status, body.error?.code], [422, 'validation_error'], field);
      assert.ok(body.error.message.startsWith(`${field}:`), body.error.message);
    }
    assert.equal((await owner.post(at(), ask({ title: '50 % off @ spring' }))).status, 201);
  });
  await t.test('makes one link under an Idempotency-Key', async () => {
    const maker = member('member', 'viewer');
    const title = `Once ${randomUUID()}`;
    const post = async (key: string) => {
      const response = await fetch(new URL(`/api/v1${at()}`, shop.baseUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${maker.session}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(ask({ title })),
      });
      assert.equal(response.status, 201);
      return (await response.json()).data.url;
    };
    const key = randomUUID();
    const url = await post(key);
    assert.equal(await post(key), url);
    const found = (await owner.get(at())).body.data.filter((each: { title: string }) => each.title === title);
    assert.equal(found.length, 1);
    assert.notEqual(await post(randomUUID()), url);
  });
  await t.test('refuses figures of several versions, and asks again before', async () => {
    const answers = (isOfOneVersion: boolean[]) => {
      let asked = 0;
      return async () => ({ number: asked, isOfOneVersion: isOfOneVersion[asked++] ?? false });
    };
    assert.deepEqual(await showAtOneVersion(answers([false, false, true])), { number: 2 });
    await assert.rejects(
      showAtOneVersion(answers([false, false, false, true])),
      (error) => error instanceof ApiError && error.status === 503 && error.retryAfterSeconds === 5,
    );
    await assert.rejects(showAtOneVersion(answers([false, true]), 1), ApiError);
  });
  await t.test('uses operations without personal data alone', () => {
    assert.equal(typeof drawn, 'function');
    for (const id of [
      'getOverview',
      'getOverviewSeries',
      'getAttribution',
      'listAttributionPaths',
      'getCohorts',
      'getAttributionChanges',
      'listTopPerformers',
      'getTopPerformersBrief',
    ] as const)
      assert.equal(operationOf(id).readsPii, false, id);
  });
});

test('the page of a snapshot', async (t) => {
  await t.test('asks a stranger to sign in, and shows nothing to one who may not open the profile', async () => {
    const { path } = await share();
    const asked = await browserOf(shop).get(path);
    assert.equal(asked.status, 401);
    assert.match(asked.text, /Sign in/);
    assert.ok(!asked.text.includes('Overview'));
    assert.equal((await signedIn(member('member').session).get(path)).status, 404);
    const seen = await signedIn(member('member', 'viewer').session).get(path);
    assert.equal(seen.status, 200);
    assert.match(seen.text, /What has changed since/);
    const other = otherWorkspace();
    assert.equal((await signedIn(other.session_token).get(path)).status, 404);
  });
  await t.test('is public only while the workspace permits it', async () => {
    const refused = await owner.post(at(), ask({ audience: 'public' }));
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden']);
    await permit(true);
    const { path } = await share({ audience: 'public' });
    const shown = await browserOf(shop).get(path);
    assert.equal(shown.status, 200);
    assert.ok(!/What has changed since|\/console\/[0-9a-f-]{36}/.test(shown.text), 'no way into the console');
    assert.ok(!shown.text.includes('owner@shop.example'), 'the address of the maker');
    assert.equal((await browserOf(shop).get((await share()).path)).status, 401, 'one for members stays one for members');
    await permit(false);
    assert.equal((await browserOf(shop).get(path)).status, 401);
    assert.equal((await signedIn(shop.session).get(path)).status, 200);
  });
  await t.test('names its maker to a stranger only by a name that is no address', async () => {
    await permit(true);
    for (const [name, isNamed] of [
      ['Jo Maker', true],
      ['jo.maker@shop.example', false],
    ] as const) {
      const { path } = await share({ audience: 'public' }, member('member', 'viewer', name).api);
      assert.equal((await browserOf(shop).get(path)).text.includes(name), isNamed, name);
    }
    await permit(false);
    shop.clock.advance(61_000);
  });
  await t.test('has no e-mail address in the names of its rows', async () => {
    const campaign = {
      campaign_id: 'm9',
      campaign_name: 'Ads of jane.doe@example.com',
      adset_id: 'm9s',
      ad_id: 'm9a',
      spend: '1',
    };
    await shop.spend('meta', { '2026-03-02': [campaign] });
    await shop.settle();
    const { path } = await share({ page: 'attribution', question: { ...WEEK, dimension: 'campaign' } });
    const { text } = await signedIn(shop.session).get(path);
    assert.ok(text.includes('Ads of redacted'));
    assert.ok(!text.includes('jane.doe'));
  });
  await t.test('is never public for a profile of the healthcare family', async (part) => {
    await permit(true);
    const { path } = await share({ audience: 'public' });
    setHealthcare(shop.base, { profileId: shop.profileId }, true);
    part.after(() => setHealthcare(shop.base, { profileId: shop.profileId }, false));
    assert.equal((await browserOf(shop).get(path)).status, 401);
    assert.equal((await owner.post(at(), ask({ audience: 'public' }))).status, 403);
    await permit(false);
  });
  await t.test('is kept by nobody on the way and found by nobody', async () => {
    await permit(true);
    const { path } = await share({ audience: 'public' });
    const { headers, text } = await browserOf(shop).get(path);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
    assert.ok(!/script-src|unsafe/.test(headers.get('content-security-policy') ?? ''));
    assert.match(text, /<meta name="robots" content="noindex/);
    const gone = await browserOf(shop).get(`/s/svc_snapshot_${randomBytes(32).toString('base64url')}`);
    assert.deepEqual([gone.status, /noindex/.test(gone.headers.get('x-robots-tag') ?? '')], [404, true]);
    await permit(false);
  });
  await t.test('does not answer guesses, near misses and tokens of other kinds', async () => {
    const { path } = await share();
    const visitor = signedIn(shop.session);
    const flipped = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    for (const guess of [
      flipped,
      path.slice(0, -4),
      `/s/${shop.session}`,
      '/s/svc_snapshot_',
      `/s/${encodeURIComponent("' or 1=1 --")}`,
    ])
      assert.equal((await visitor.get(guess)).status, 404, guess);
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) statuses.push((await browserOf(shop).get(`/s/svc_snapshot_${n}`)).status);
    assert.ok(statuses.includes(429), 'guessing is limited');
    assert.equal((await visitor.get(path)).status, 200, 'for readers of the same address it is not');
    assert.equal((await browserOf(shop).get(path)).status, 401);
    shop.clock.advance(61_000);
  });
  await t.test('is open to a reader after many looks of others, and limited for each session', async () => {
    const { id, path } = await share();
    const statuses: number[] = [];
    for (let n = 0; n < 65; n++) statuses.push((await browserOf(shop).get(path)).status);
    assert.ok(!statuses.includes(429), 'many read one link at an address');
    const [visitor, other] = [signedIn(shop.session), signedIn(member('admin').session)];
    assert.equal((await visitor.get(path)).status, 200);
    await owner.delete(at(`/${id}`));
    const looks: number[] = [];
    for (let n = 0; n < 121; n++) looks.push((await visitor.get(path)).status);
    assert.deepEqual([looks[0], looks.at(-1)], [410, 429]);
    assert.equal((await other.get(path)).status, 410);
    shop.clock.advance(61_000);
  });
  await t.test('leads to its report and to what has changed since', async () => {
    const question = { ...WEEK, as_of: '2026-03-07T12:00:00Z', dimension: 'ad', model: 'linear' };
    const { path } = await share({ page: 'attribution', question });
    const { text } = await signedIn(shop.session).get(path);
    assert.match(text, /attribution\?[^"]*as_of=2026-03-07T12%3A00%3A00Z[^"]*shape=list[^"]*leaf=ad"/);
    assert.match(text, /known\?[^"]*since=2026-03-07T12%3A00%3A00Z"/);
  });
  await t.test('shows names with markup as text', async () => {
    shop.clock.set('2026-03-08T02:00:00Z');
    const url = `https://shop.example/?utm_source=evil&utm_medium=email&utm_campaign=${encodeURIComponent(HOSTILE)}`;
    await shop.visit({ at: '2026-03-07T09:00:00Z', browser: 'eve', url });
    shop.clock.set('2026-03-08T02:00:00Z');
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'evil-1',
      occurred_at: '2026-03-07T10:00:00Z',
      value: { amount: '5', currency: 'USD' },
      anonymous_id: 'eve',
    });
    await shop.settle();
    const { path } = await share({
      page: 'attribution',
      title: HOSTILE,
      question: { ...WEEK, source: '"><b>x', filter_modes: ['source:is_not'] },
    });
    const { text } = await signedIn(shop.session).get(path);
    assert.ok(text.includes('&lt;script'), 'the campaign is there');
    assert.ok(!/<script|<img|<b>x/.test(text));
  });
  await t.test('ends at its end, and its figures with it', async () => {
    const { id, path } = await share({ expires_in_days: 1 });
    shop.clock.advance(86_400_000 + 1);
    const ended = await signedIn(shop.session).get(path);
    assert.equal(ended.status, 410);
    assert.ok(!ended.text.includes('$'));
    await runDue(shop.base, [snapshotEndJob]);
    const row = (await owner.get(at())).body.data.find((each: { id: string }) => each.id === id);
    assert.equal(row.status, 'ended');
    const find = shop.base.state.statement('report/analytics/snapshot_find');
    const lookup = path.slice('/s/svc_snapshot_'.length).slice(0, 8);
    assert.equal(find.get({ lookup })?.contents, null);
  });
});

test('listSnapshots', async (t) => {
  await t.test('lists those of profiles that the caller can open', async () => {
    const { id } = await share();
    const idsOf = async (api: Api): Promise<string[]> => (await api.get(at())).body.data.map((each: { id: string }) => each.id);
    assert.ok((await idsOf(member('member', 'viewer').api)).includes(id));
    assert.ok((await idsOf(member('admin').api)).includes(id));
    assert.equal((await member('member').api.get(at())).status, 403, 'without any profile');
    assert.deepEqual((await owner.get(at(), { profile_id: randomUUID() })).body.data, []);
    const mine = (await owner.get(at())).body.data.find((each: { id: string }) => each.id === id);
    assert.deepEqual([mine.is_own, mine.status, mine.title, mine.audience], [true, 'open', 'Overview', 'members']);
  });
});

test('listSnapshots has a limit of its own, as it compares many reports', async () => {
  const { api } = member('member', 'viewer');
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await api.get(at())).status);
  assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(200)], [20, 19]);
  assert.equal((await api.get('/overview', { ...WEEK, profile_id: shop.profileId })).status, 200);
});

test('revokeSnapshot', async (t) => {
  await t.test('ends a link at once, for its maker and for admins', async () => {
    const viewer = member('member', 'viewer');
    const { id, path } = await share({}, viewer.api);
    assert.equal((await member('member', 'viewer').api.delete(at(`/${id}`))).status, 403);
    assert.equal((await viewer.api.delete(at(`/${id}`))).body.data.status, 'revoked');
    assert.equal((await signedIn(shop.session).get(path)).status, 410);
    assert.equal((await viewer.api.delete(at(`/${id}`))).status, 200, 'again changes nothing');
    const { body } = await owner.get(`/workspaces/${shop.workspaceId}/audit`);
    const actions = body.data
      .filter((each: { subject: string }) => each.subject === id)
      .map((each: { action: string }) => each.action);
    assert.deepEqual(actions, ['snapshot.revoked', 'snapshot.created']);
    const second = await share({}, viewer.api);
    assert.equal((await member('admin').api.delete(at(`/${second.id}`))).status, 200);
  });
  await t.test('finds none of another workspace', async () => {
    const { id } = await share();
    const other = otherWorkspace();
    const stranger = shop.api(other.session_token);
    assert.equal((await stranger.delete(at(`/${id}`))).status, 404);
    assert.equal((await stranger.delete(`/workspaces/${other.workspace_id}/snapshots/${id}`)).status, 404);
    assert.equal((await owner.delete(at(`/${randomUUID()}`))).status, 404);
    assert.equal((await owner.delete(at('/nothing'))).status, 400);
  });
});

test('putSnapshotSettings', async (t) => {
  await t.test('is for owners and admins, and leaves one row in the audit for each change', async () => {
    const path = `/workspaces/${shop.workspaceId}/snapshot-settings`;
    assert.equal((await member('member', 'viewer').api.put(path, { is_public_allowed: true })).status, 403);
    assert.equal((await member('admin').api.put(path, { is_public_allowed: true })).status, 200);
    assert.equal((await owner.put(path, { is_public_allowed: true })).status, 200);
    assert.equal((await owner.get(at())).body.meta.is_public_allowed, true);
    await permit(false);
    const { body } = await owner.get(`/workspaces/${shop.workspaceId}/audit`);
    const [last, before] = body.data.filter((each: { action: string }) => each.action === 'snapshot_settings.updated');
    assert.deepEqual([last.detail.to, before.detail.to], [false, true]);
    assert.equal((await owner.put(path, {})).status, 422);
  });
});
