// Identifiers whose spelling has changed since customers got them: what was stored by an earlier version meets what is sent now, without a key made
// anew and without a merge that nobody decided.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDue } from '../../../src/base/work/runner.ts';
import { enrichEvent } from '../../../src/collect/events/enrich/enrich.ts';
import { tokeniserOf } from '../../../src/collect/events/enrich/tokeniser.ts';
import { stitch } from '../../../src/collect/identity/index.ts';
import { respelledSchedule, scanJob } from '../../../src/collect/identity/matching/scan.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const OLD = { phone: '+551187654321', email: 'ana@ñandu.cl' };
const NEW = { phone: '+5511987654321', email: 'ana@xn--andu-fqa.cl' };
type Type = keyof typeof OLD;

/** A payment as an earlier version stored it: with the key and the value of the old spelling. */
async function payBefore({ base, profileId, clock }: TestApp, key: string, person: Partial<Record<Type, string>>): Promise<void> {
  const tokens = { ...tokeniserOf(base, profileId), normalise: (_type: string, value: string) => ({ value }) };
  const context = { profileId, receivedAt: clock.now(), trust: 'server' as const, tokens };
  const event = {
    event_type: 'payment_received',
    idempotency_key: key,
    value: { amount: '5', currency: 'USD' },
    user_traits: person,
  };
  await base.journal.append([enrichEvent(event, context)]);
  base.signals.emit('facts', profileId);
}

const pay = async (app: TestApp, key: string, person: object): Promise<void> => {
  const event = {
    event_type: 'payment_received',
    idempotency_key: key,
    value: { amount: '5', currency: 'USD' },
    user_traits: person,
  };
  assert.equal((await app.api(app.apiKey).post('/events', event)).status, 201);
};

const payersOf = async (app: TestApp): Promise<string[]> => {
  await app.settle();
  const { data } = (await app.api(app.apiKey).get('/payments', { limit: 10 })).body;
  return data.map(({ payer }: Json) => payer?.customer_profile_id);
};

const queueOf = async (app: TestApp): Promise<Json[]> => (await app.api(app.apiKey).get('/identity/merge-proposals')).body.data;

for (const type of ['phone', 'email'] as const)
  test(`a ${type} in an earlier spelling`, async (t) => {
    const app = await startTestApp();
    t.after(() => app.close());
    const owner = app.api(app.apiKey);
    await payBefore(app, 'before', { [type]: OLD[type] });
    const [ana = ''] = await payersOf(app);
    const found = async (named: object): Promise<string | null> =>
      (await owner.post('/customers/link-tokens', { customers: [named] })).body.data.results[0].customer_profile_id;

    await t.test('is found by both spellings before anything new came', async () => {
      for (const spelling of [OLD[type], NEW[type]]) assert.equal(await found({ [type]: spelling }), ana, spelling);
    });
    await t.test('is the person of what comes in either, and of nobody new', async () => {
      for (const spelling of [OLD[type], NEW[type]]) await pay(app, spelling, { [type]: spelling });
      assert.deepEqual(await payersOf(app), [ana, ana, ana]);
      const { data: people } = (await owner.get('/customers/search', { q: type === 'phone' ? '87654321' : 'ñandu' })).body;
      assert.deepEqual(
        people.map((row: Json) => [row.customer_profile_id, row[`primary_${type}`]]),
        [[ana, NEW[type]]],
      );
      assert.deepEqual(await queueOf(app), []);
    });
    await t.test('is one identifier more of the customer, by a decision, and not another the next time', async () => {
      const rows = app.base.state.db
        .prepare('select value from identifiers where type = ? order by decision_no')
        .pluck()
        .all(type);
      assert.deepEqual(rows, [OLD[type], NEW[type]]);
      const before = app.base.state.lastDecision(app.profileId);
      await pay(app, 'again', { [type]: NEW[type] });
      await stitch(app.base, app.profileId);
      assert.equal(app.base.state.lastDecision(app.profileId), before);
    });
    await t.test('is erased in every spelling', async () => {
      const { status, body } = await app.api(app.session).post(`/workspaces/${app.workspaceId}/customer-erasures`, {
        profile_id: app.profileId,
        [type]: NEW[type],
      });
      assert.ok([200, 202].includes(status), JSON.stringify(body));
      await app.settle();
      for (const spelling of [OLD[type], NEW[type]]) assert.equal((await found({ [type]: spelling })) ?? null, null, spelling);
      assert.equal(app.base.state.db.prepare('select count(*) from identifiers').pluck().get(), 0);
    });
  });

test('two customers of an earlier version with one identifier', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const owner = app.api(app.apiKey);
  // Two spellings of a phone, two of an address, and a phone of Mexico that could not be read beside one that could.
  await payBefore(app, 'one', { phone: NEW.phone });
  await payBefore(app, 'two', { phone: OLD.phone });
  await payBefore(app, 'three', { email: NEW.email });
  await payBefore(app, 'four', { email: OLD.email });
  await pay(app, 'five', { phone: '+525512345678' });
  await owner.post('/customers', { rows: [{ email: 'luz@example.com', first_name: 'Luz' }] });
  await payersOf(app);
  app.base.state.db
    .prepare(
      "insert into phones_as_given select profile_id, customer_no, '+5215512345678', 1, 1 from identifiers where value = 'luz@example.com'",
    )
    .run();
  const pairs = async (): Promise<string[]> =>
    (await queueOf(app)).map((row) => row.reasons.map((reason: Json) => reason.code).join()).sort();

  await t.test('are proposed once after the update, and merged by nobody', async () => {
    assert.deepEqual(await pairs(), []);
    app.clock.advance(86_400_000);
    for (const due of [respelledSchedule, scanJob]) await runDue(app.base, [due]);
    assert.deepEqual(await pairs(), ['shared_email', 'shared_phone', 'shared_phone']);
    assert.equal(new Set(await payersOf(app)).size, 5);
  });
  await t.test('are one once a person says so, and two again when that is undone', async () => {
    const [row] = (await queueOf(app)).filter(({ customers }) => customers.some((one: Json) => one.primary_phone === NEW.phone));
    const decided = await owner.post(`/identity/merge-proposals/${row.proposal_id}/decide`, { action: 'merge' });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
    await pay(app, 'six', { phone: OLD.phone });
    const merged = await payersOf(app);
    assert.deepEqual([merged.length, new Set(merged).size], [6, 4]);
    assert.equal((await owner.post(`/identity/merges/${decided.body.data.audit_log_id}/undo`)).status, 200);
    assert.equal(new Set(await payersOf(app)).size, 5);
  });
});
