// What every CRM goes through by the door, whichever it is: connected, its stages and forms mapped by a person, history read, webhooks, a win
// that is undone, another mapping, a grant that ends, and the end of the connection.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ConfigInput } from '../../../../src/base/config/config.ts';
import type { FakeGrants } from '../../../fakes/oauth-provider.ts';
import type { ProviderServer } from '../../../fakes/provider-server.ts';
import { HOUR_MS, NOW_MS, type RecordWorld, startRecordWorld } from './record-world.ts';

const DAY_MS = 86_400_000;

export interface CrmDeal {
  id: string;
  stage: 'first' | 'second' | 'won' | 'lost';
  at: number;
  amount?: string;
  contact?: string;
}

/** A fake CRM as the chain sees it. Contact `c` is somebody with an address of the same name. */
export interface Crm {
  provider: 'hubspot' | 'pipedrive' | 'gohighlevel';
  providers: NonNullable<ConfigInput['providers']>;
  grants: FakeGrants;
  server: ProviderServer;
  /** Ids that the page and the interface use. */
  sources: { first: string; second: string; won: string; form: string };
  put(deal: CrmDeal): void;
  remove(id: string, at: number): void;
  lead(lead: { id: string; at: number; contact: string }): void;
  /** What the CRM sends about a deal as it is now. */
  hook(deal: { id: string; url: string; now: number }): { body: string; headers: Record<string, string> };
  /** The same request with a signature that is wrong. */
  forge(hook: { body: string; headers: Record<string, string> }): { body: string; headers: Record<string, string> };
  /** Whether webhooks of the connection are registered; undefined where the operator registers those of the app. */
  isSubscribed?: () => boolean;
  /** Of deals that name none. */
  currency: 'EUR' | 'USD';
  /** Whether the CRM says in which stages a deal has been. */
  hasHistory: boolean;
  /** Grants end in the settings of the CRM alone. */
  hasNoRevocation?: boolean;
}

export const contactId = (contact: string): string => String(700 + (contact.codePointAt(0) ?? 0));
export const emailOf = (contact: string): string => `${contact}@example.com`;

type MakeCrm = (t: TestContext) => Promise<Crm>;

export function testCrm(name: string, makeCrm: MakeCrm): void {
  test(`${name} is connected, mapped and followed`, (t) => followCrm(t, makeCrm));
  test(`webhooks that are not of ${name}`, (t) => refuseHooks(t, makeCrm));
  test(`answers of ${name} that are no answers`, (t) => surviveOutage(t, makeCrm));
}

async function startChain(t: TestContext, makeCrm: MakeCrm) {
  const crm = await makeCrm(t);
  const w = await startRecordWorld(t, crm.providers);
  const send = async (...ids: string[]): Promise<void> => {
    const { webhook_url: url } = await w.connection();
    for (const id of ids) assert.equal(await w.post(url, crm.hook({ id, url, now: w.app.clock.now() })), 200);
    await w.work();
  };
  /** Connects, and confirms what the page is to say. */
  const connect = async (meanings: Record<string, string>): Promise<string> => {
    const { url } = await w.connect(crm.provider);
    const done = await w.visitor.submit(url, meanings, `${url}/outcomes`);
    assert.equal(done.status, 303, done.html);
    return url;
  };
  return { crm, w, send, connect };
}

async function followCrm(t: TestContext, makeCrm: MakeCrm): Promise<void> {
  const { crm, w, send } = await startChain(t, makeCrm);
  const { first, second, won, form } = crm.sources;
  const later = async (ms = HOUR_MS + 60_000): Promise<void> => {
    w.app.clock.advance(ms);
    await w.work();
  };
  crm.put({ id: '11', stage: 'first', at: NOW_MS - 200 * DAY_MS, amount: '900', contact: 'a' });
  crm.put({ id: '11', stage: 'won', at: NOW_MS - 190 * DAY_MS });
  crm.put({ id: '12', stage: 'second', at: NOW_MS - 3 * DAY_MS, amount: '50.5', contact: 'b' });
  crm.lead({ id: 'l1', at: NOW_MS - 5 * DAY_MS, contact: 'b' });
  let url = '';

  await t.test('nothing is read before a person has said what stages mean', async () => {
    const done = await w.connect(crm.provider);
    url = done.url;
    assert.match((await w.visitor.open(url)).html, /Choose which outcome each stage and form means/);
    await w.work();
    const { kind, status, status_reason, outcomes, accounts } = await w.connection();
    assert.deepEqual([kind, status, status_reason, w.facts()], ['crm', 'needs_action', 'mapping_missing', 0]);
    assert.equal(accounts[0].first_day, null);
    const { event_type } = outcomes.find(({ id }: { id: string }) => id === won);
    assert.equal(event_type, null);
    const { signals } = (await w.api.get('/tracking/quality', { profile_id: w.app.profileId })).body.data;
    assert.match(JSON.stringify(signals), /Say which outcomes stages and forms mean/);
  });

  await t.test('a meaning that nothing counts is refused, and stages of others are not asked for', async () => {
    const bad = await w.visitor.submit(url, { [`stage:${won}`]: 'nonsense' }, `${url}/outcomes`);
    assert.equal(bad.status, 422);
    assert.match(bad.html, /no active definition counts the event type nonsense/);
    assert.equal((await w.connection()).status, 'needs_action');
  });

  await t.test('the page maps stages and forms, and history is read', async () => {
    const meanings = {
      [`stage:${first}`]: 'appointment_booked',
      [`stage:${won}`]: 'closed_won',
      [`form:${form}`]: 'lead_created',
    };
    const done = await w.visitor.submit(url, { ...meanings, 'stage:of-another': 'closed_won' }, `${url}/outcomes`);
    assert.equal(done.status, 303, done.html);
    assert.match((await w.visitor.open(url)).html, /these are the outcomes that its stages and forms mean/);
    await w.work();
    const { status, accounts, outcomes } = await w.connection();
    assert.deepEqual([status, accounts[0].is_history_complete], ['active', true]);
    assert.equal(outcomes.find(({ id }: { id: string }) => id === won).event_type, 'closed_won');
    assert.deepEqual((await w.outcomes()).slice(-2), [`closed_won 900 ${crm.currency} 2026-05-19`, 'lead_created 2026-11-20']);
    if (crm.isSubscribed) assert.equal(crm.isSubscribed(), true);
  });

  await t.test('a webhook brings a win at once, with its present value', async () => {
    crm.put({ id: '12', stage: 'won', at: NOW_MS, amount: '75' });
    await send('12');
    assert.equal((await w.outcomes()).at(-1), `closed_won 75 ${crm.currency} 2026-11-25`);
    crm.put({ id: '12', stage: 'won', at: NOW_MS, amount: '80' });
    await send('12', '12');
    const wins = (await w.outcomes()).filter((each) => each.startsWith('closed_won'));
    assert.deepEqual(wins, [`closed_won 900 ${crm.currency} 2026-05-19`, `closed_won 80 ${crm.currency} 2026-11-25`]);
  });

  await t.test('the same again writes nothing', async () => {
    const facts = w.facts();
    await send('12', '11', '12', '404');
    await later();
    assert.equal(w.facts(), facts);
  });

  await t.test('a win that is undone counts no longer; won again, it counts once, at its new time', async () => {
    const winsOf = async (): Promise<string[]> => (await w.outcomes()).filter((each) => each.startsWith('closed_won'));
    crm.put({ id: '12', stage: 'second', at: w.app.clock.now() });
    await send('12');
    assert.deepEqual(await winsOf(), [`closed_won 900 ${crm.currency} 2026-05-19`]);
    crm.put({ id: '12', stage: 'lost', at: w.app.clock.now() });
    await send('12');
    assert.deepEqual(await winsOf(), [`closed_won 900 ${crm.currency} 2026-05-19`]);
    w.app.clock.advance(2 * DAY_MS);
    crm.put({ id: '12', stage: 'won', at: w.app.clock.now() });
    await send('12');
    assert.deepEqual(await winsOf(), [`closed_won 900 ${crm.currency} 2026-05-19`, `closed_won 80 ${crm.currency} 2026-11-27`]);
  });

  await t.test('what no webhook said comes by the hour', async () => {
    crm.put({ id: '13', stage: 'first', at: w.app.clock.now(), amount: '1', contact: 'c' });
    crm.lead({ id: 'l2', at: w.app.clock.now(), contact: 'c' });
    crm.remove('11', w.app.clock.now());
    await later();
    const outcomes = await w.outcomes();
    assert.deepEqual(outcomes.slice(-3).sort(), [
      `appointment_booked 1 ${crm.currency} 2026-11-27`,
      `closed_won 80 ${crm.currency} 2026-11-27`,
      'lead_created 2026-11-27',
    ]);
    assert.equal(outcomes.filter((each) => each.startsWith('closed_won')).length, 1, 'a deal that was deleted');
  });

  await t.test('another mapping is read again, and counts nothing twice', async () => {
    const outcomes = [
      { kind: 'stage', id: second, event_type: 'lead_created' },
      { kind: 'stage', id: won, event_type: 'payment_received' },
    ];
    const { id } = await w.connection();
    await w.connect(crm.provider, { settings: { outcomes } });
    await w.work();
    assert.deepEqual([(await w.connection()).id, (await w.connections()).length], [id, 1]);
    const types = (await w.outcomes()).map((each) => each.split(' ')[0]);
    assert.deepEqual(types.filter((each) => each === 'payment_received').length, 1);
    assert.deepEqual(
      types.filter((each) => each === 'closed_won' || each === 'appointment_booked'),
      [],
    );
    // The form means nothing any more: what is a lead is the deal that has been in the second stage.
    assert.equal(types.filter((each) => each === 'lead_created').length, crm.hasHistory ? 1 : 0);
  });

  await t.test('a grant that was revoked is noticed once', async () => {
    crm.grants.revoke();
    await later();
    await later();
    assert.equal((await w.connection()).status, 'reconnect_required');
    const audit = (await w.api.get(`/workspaces/${w.app.workspaceId}/audit`, { limit: 100 })).body.data;
    const ends = audit.filter((each: { detail: unknown }) => JSON.stringify(each).includes('"to":"reconnect_required"'));
    assert.equal(ends.length, 1);
    const facts = w.facts();
    await send('12');
    assert.equal(w.facts(), facts);
  });

  await t.test('connecting again keeps the mapping, and the end keeps what was counted', async () => {
    const before = await w.outcomes();
    await w.connect(crm.provider);
    await w.work();
    const { id, status, webhook_url } = await w.connection();
    assert.deepEqual([status, await w.outcomes()], ['active', before]);
    const hook = crm.hook({ id: '12', url: webhook_url, now: w.app.clock.now() });
    const { body } = await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
    assert.equal(body.data.revocation, 'done');
    assert.equal(crm.grants.isAlive(), crm.hasNoRevocation === true);
    if (crm.isSubscribed) assert.deepEqual([crm.isSubscribed(), await w.post(webhook_url, hook)], [false, 401]);
    await w.work();
    assert.deepEqual(await w.outcomes(), before);
  });
}

async function refuseHooks(t: TestContext, makeCrm: MakeCrm): Promise<void> {
  const { crm, w, connect } = await startChain(t, makeCrm);
  await connect({ [`stage:${crm.sources.won}`]: 'closed_won' });
  await w.work();
  const { webhook_url: url } = await w.connection();
  crm.put({ id: '21', stage: 'won', at: NOW_MS, amount: '5', contact: 'a' });
  const right = crm.hook({ id: '21', url, now: NOW_MS });
  for (const wrong of [crm.forge(right), { ...right, headers: {} }]) assert.equal(await w.post(url, wrong), 401);
  for (const address of [
    `${url}x`,
    url.replace(`/${crm.provider}`, '/stripe'),
    url.replace(`/hooks/${crm.provider}`, '/hooks/nowhere'),
  ])
    assert.equal(await w.post(address, right), 401, address);
  await w.work();
  assert.equal(w.facts(), 0);
  assert.equal(await w.post(url, right), 200);
  await w.work();
  assert.equal(w.facts(), 1);
}

async function surviveOutage(t: TestContext, makeCrm: MakeCrm): Promise<void> {
  const { crm, w, connect } = await startChain(t, makeCrm);
  await connect({ [`stage:${crm.sources.won}`]: 'closed_won' });
  await w.work();
  crm.put({ id: '31', stage: 'won', at: NOW_MS + 1_000, amount: '5', contact: 'a' });
  for (const script of ['html', 'throttled', 'wrong_json'] as const) {
    w.app.clock.advance(HOUR_MS + 60_000);
    crm.server.fail(script);
    await w.work();
    const { status, last_sync } = await w.connection();
    assert.deepEqual([status, w.facts()], ['active', 0], script);
    assert.notEqual(last_sync.error, null, script);
  }
  w.app.clock.advance(2 * HOUR_MS);
  await w.work();
  assert.deepEqual([(await w.connection()).last_sync.error, w.facts()], [null, 1]);
}

export type { RecordWorld };
