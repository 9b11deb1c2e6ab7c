// What is left of a workspace once it is archived and purged: in every table of state, at the payment processor, behind the links
// that it sent, and how long the service is held up by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as otherTurns } from 'node:timers/promises';
import { purgeDue } from '../../../src/account/access/index.ts';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { SearchTexts } from '../../../src/collect/identity/search/search-texts.ts';
import { startFakeStripe, stripeConfig } from '../../fakes/stripe.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { refused } from '../door.ts';

/** Every other table with the id of a workspace or a profile loses its rows. */
const KEPT: Readonly<Record<string, string>> = {
  access_workspaces: 'that there was one, when it was archived, and what was counted then',
  access_profiles: 'likewise, and which app made it',
  api_keys: 'of apps only, without name and secret: what they used is counted by them',
  audit: 'for good',
  authorization_codes: 'of a user, whose session reaches that workspace alone: minutes',
  clickhouse_builds: 'a number alone: names of databases contain it, so it is never used again',
  grants: 'of a user: what an agent was allowed in such a session, which reaches nothing any more',
  former_owners: 'who is answered when they archive it again',
  invitations: 'without the address: who has the link is told that the workspace was archived',
  jobs: 'the purge itself',
  pii_reads: 'for 365 days, as every other',
  sessions: 'of a user, where the provider of that workspace opened it: twelve hours',
};

type Db = TestApp['base']['state']['db'];
interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
}

const columnsOf = (db: Db, table: string): Column[] =>
  db.prepare('select name, type, "notnull" from pragma_table_info(?)').all(table) as Column[];

/** Tables that say of their rows which workspace or profile they belong to. */
const tablesWithPlace = (db: Db): string[] =>
  (db.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all() as string[]).filter((table) =>
    columnsOf(db, table).some(({ name }) => name === 'workspace_id' || name === 'profile_id'),
  );

/** A row of this workspace and profile, whatever the table is for: the empty object is text and JSON alike. */
function plant(db: Db, table: string, place: { workspaceId: string; profileId: string | null }): void {
  const { workspaceId, profileId } = place;
  const columns = columnsOf(db, table);
  const [text, number] = profileId === null ? ['[]', 1_000_002] : ['{}', 1_000_001];
  const byType: Record<string, unknown> = { TEXT: text, INTEGER: number, BLOB: Buffer.of(0), REAL: number };
  const values = columns.map(({ name, type }) =>
    name === 'workspace_id' ? workspaceId : name === 'profile_id' ? profileId : byType[type],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  db.prepare(`insert into "${table}" (${names}) values (${values.map(() => '?').join(', ')})`).run(...values);
}

/** Which tables have one of these ids anywhere in a row. */
function holding(db: Db, ids: readonly string[]): string[] {
  const tables = db.prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'").pluck();
  return (tables.all() as string[]).filter((table) =>
    columnsOf(db, table)
      .filter(({ type }) => type === 'TEXT')
      .some(({ name }) => ids.some((id) => db.prepare(`select 1 from "${table}" where instr("${name}", ?)`).get(id))),
  );
}

test('what is kept of an archived workspace', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { base, workspaceId, profileId } = app;
  const { db } = base.state;
  const owner = app.api(app.session);
  const place = { workspaceId, profileId };
  const uris = { redirectUris: [], allowedReturnOrigins: [] };
  const { appId } = registerApp(base, { name: 'Partner', tier: 'standard', ...uris, actor: 'system' });
  authorizeApp(base, { appId, place, kind: 'adopted' });
  const appKey = createApiKey(base, { ...place, name: 'Named by the app', scopes: ['analytics:read'], actor: `app:${appId}` });
  assert.equal((await app.api(appKey.secret).get('/profile')).status, 200);
  const guest = createPerson(base, { email: 'guest@else.example', actor: 'system' });
  assert.equal((await owner.post(`/workspaces/${workspaceId}/invitations`, { email: guest.email, role: 'member' })).status, 201);
  const token = decodeURIComponent((await app.mails())[0]?.path.split('/').at(-1) ?? '');

  const tables = tablesWithPlace(db);
  assert.ok(tables.length > 30, `only ${tables.length} tables`);
  db.pragma('foreign_keys = off');
  db.pragma('ignore_check_constraints = on');
  const ofThisPlace = new Set(holding(db, [workspaceId, profileId]));
  for (const table of tables) {
    if (!ofThisPlace.has(table)) plant(db, table, place);
    const columns = new Map(columnsOf(db, table).map((column) => [column.name, column]));
    // What is about the workspace alone is another row than what is about a profile of it.
    if (columns.has('workspace_id') && columns.get('profile_id')?.notnull === 0)
      plant(db, table, { workspaceId, profileId: null });
  }
  db.pragma('ignore_check_constraints = off');
  db.pragma('foreign_keys = on');
  // The owner archives it in a session that no provider opened.
  db.prepare('update single_sign_on set enforced_at = null, break_glass_person_id = null').run();
  const planted = new Set(holding(db, [workspaceId, profileId]));
  assert.deepEqual(
    tables.filter((table) => !planted.has(table)),
    [],
    'every table has a row of it',
  );

  assert.equal((await owner.delete(`/workspaces/${workspaceId}`)).body.data.profiles_purged, 1);

  await t.test('no table has a row of it but those that are kept for a reason', () => {
    assert.deepEqual(holding(db, [workspaceId, profileId]).sort(), Object.keys(KEPT).sort());
  });

  await t.test('of keys those of apps, which count what was used and say nothing else', async () => {
    const keys = db.prepare('select name, lookup, length(hash) as hash, app_id from api_keys where profile_id = ?');
    assert.deepEqual(keys.all(profileId), [{ name: '', lookup: '', hash: 0, app_id: appId }]);
    app.clock.advance(60_000);
    await purgeDue(base);
    const [day] = (await app.api(issueAppToken(base, appId).token).get('/partner/usage')).body.data;
    assert.equal(day.key_requests, 1);
  });

  await t.test('whoever was invited is told so, and their address is nowhere', async () => {
    const guests = app.api(createSession(base, { personId: guest.personId, actor: 'system' }).token);
    assert.equal(refused(await guests.post('/invitations/accept', { token })), '410 workspace_archived');
    assert.deepEqual(db.prepare('select distinct email from invitations where workspace_id = ?').pluck().all(workspaceId), ['']);
  });
});

test('a subscription of an archived workspace is cancelled', async (t) => {
  const open = async (inner: Parameters<typeof startFakeStripe>[0]) => {
    const stripe = await startFakeStripe(inner, () => Math.floor(app.clock.now() / 1000));
    const app = await startTestApp({ config: stripeConfig(stripe) });
    inner.after(() => app.close());
    const api = app.api(app.session);
    const at = `/workspaces/${app.workspaceId}`;
    const checkout = async (plan: string) => (await api.post(`${at}/checkout-session`, { plan })).body.data;
    const statusOf = (id: string) => stripe.subscriptions.get(id)?.status;
    return { app, stripe, api, at, checkout, statusOf };
  };
  const paid = async ({ stripe, api, checkout }: Awaited<ReturnType<typeof open>>) => {
    const { id } = await checkout('growth');
    stripe.pay();
    assert.equal((await api.get(`/handoffs/${id}`)).body.data.status, 'completed');
  };

  await t.test('at once, with what was paid ahead refunded, and nobody can pay in an open checkout', async (inner) => {
    const shop = await open(inner);
    await paid(shop);
    await shop.checkout('agency');
    const gone = await shop.api.delete(shop.at);
    assert.deepEqual([gone.status, gone.body.warnings], [200, undefined]);
    assert.equal(shop.statusOf('sub_cs_1'), 'canceled');
    const requests = shop.stripe.asked.find(({ what }) => what === 'DELETE subscriptions/sub_cs_1');
    assert.equal(requests?.form['prorate'], 'true');
    assert.equal(shop.stripe.sessions.get('cs_2')?.status, 'expired');
    const rows = shop.app.base.state.db
      .prepare("select subject from audit where action = 'subscription.cancelled'")
      .pluck()
      .all();
    assert.deepEqual(rows, ['sub_cs_1']);
  });

  await t.test('also one that was paid and not yet looked at', async (inner) => {
    const shop = await open(inner);
    await shop.checkout('growth');
    shop.stripe.pay();
    assert.equal((await shop.api.delete(shop.at)).status, 200);
    assert.equal(shop.statusOf('sub_cs_1'), 'canceled');
  });

  await t.test('later, where the processor is down: archiving goes on, says so, and it is tried again', async (inner) => {
    const shop = await open(inner);
    await paid(shop);
    shop.stripe.breakDown(500);
    const gone = await shop.api.delete(shop.at);
    assert.deepEqual([gone.status, gone.body.warnings[0].code], [200, 'subscription_not_cancelled']);
    assert.equal(gone.body.data.profiles_purged, 1, 'the data does not wait for it');
    assert.equal(shop.statusOf('sub_cs_1'), 'active');
    shop.stripe.breakDown(undefined);
    shop.app.clock.advance(60_000);
    await purgeDue(shop.app.base);
    assert.equal(shop.statusOf('sub_cs_1'), 'canceled');
    assert.deepEqual((await shop.api.delete(shop.at)).body.warnings, undefined);
  });
});

test('a large profile is purged in pieces, and others have their turn in between', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { base, profileId } = app;
  const rows = 2_600;
  base.state.db
    .prepare(
      `insert into customers (profile_id, customer_no, customer_profile_id, created_by_seq, first_seen_at, last_seen_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select ?, i, i, 1, 1, 1 from n`,
    )
    .run(profileId);
  const searched = (of: string, count: number): void => {
    const texts = new SearchTexts(base, of);
    for (let i = 1; i <= count; i += 1) texts.name(BigInt(i), `planted ${i}`, true);
    texts.close();
  };
  searched(profileId, 900);
  searched('another profile', 3);
  const count = base.state.db.prepare('select count(*) from customers').pluck();
  const seen = new Set<unknown>();
  let isOver = false;
  const gone = app
    .api(app.session)
    .delete(`/workspaces/${app.workspaceId}`)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    seen.add(count.get());
    await otherTurns();
  }
  assert.equal((await gone).body.data.profiles_purged, 1);
  assert.equal(count.get(), 0);
  assert.ok(seen.size >= 5, `seen on the way: ${[...seen].join(', ')}`);

  await t.test('its words are gone from the index of search, and those of others are there', () => {
    const { db } = base.state;
    const found = db.prepare(
      `select v.value from search_index as f join search_values as v on v.value_no = -f.rowid
       where search_index match 'pla' order by v.value_no`,
    );
    assert.deepEqual(found.pluck().all(), ['planted 1', 'planted 2', 'planted 3']);
    assert.equal(db.prepare("select count(*) from search_index where search_index match 'pla'").pluck().get(), 3);
    db.exec("insert into search_index (search_index) values ('integrity-check')");
    assert.equal(db.prepare("select v from search_index_config where k = 'secure-delete'").pluck().get(), 1);
    const bytes = db.prepare('select sum(length(block)) from search_index_data').pluck().get();
    assert.ok(Number(bytes) < 1_000, `${bytes} bytes`);
  });
});
