// A profile moves to another installation and back while events come in: figures, ids, keys and secrets stay, nothing that was accepted is lost,
// and at no time do two installations accept for it. MOVE_EVENTS sets how many events it has (a million takes some minutes).
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Database from 'better-sqlite3';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { INSTALLATION_KEY_SCOPES } from '../../../src/base/contract/scopes.ts';
import { acceptEvents } from '../../../src/collect/events/accept.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop, type Shop } from '../../report/shop.ts';
import { letPass, until } from '../../until.ts';
import { openMove, sealMove } from '../jobs/forged-move.ts';

const EVENTS = Number(process.env['MOVE_EVENTS'] ?? 3_000);
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };
const ADDRESS = 'https://new.example';

let folder: string;
let old: Shop;
let key: string;
let other: TestApp;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-'));
  old = await openShop({ dataDir: join(folder, 'old') });
  other = await startTestApp({
    dataDir: join(folder, 'other'),
    at: '2026-03-20T12:00:00Z',
    installation: { email: 'else@other.example' },
  });
  old.clock.set('2026-03-20T12:00:00Z');
  key = createApiKey(old.base, {
    profileId: old.profileId,
    name: 'all',
    scopes: INSTALLATION_KEY_SCOPES,
    ratePerMinute: 100_000,
    actor: 'system',
  }).secret;
});
after(async () => {
  await other?.close();
  await old?.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);
const run = (app: TestApp, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));
const idOf = async (app: TestApp): Promise<string> => String((await run(app, 'status', {}))['installation_id']);
const refusal = (app: TestApp, name: keyof typeof commands, args: object): Promise<string> =>
  run(app, name, args).then(
    () => 'nothing refused it',
    (error: Error) => error.message,
  );

/** With the profile's own key, which moves with it. */
const apiOf = (app: TestApp) => app.api(key);

async function read(app: TestApp) {
  const api = apiOf(app);
  const paths = [
    '/overview',
    '/overview/series?interval=day',
    '/attribution?dimension=channel',
    '/customers?goal=payment_received&limit=100',
  ];
  const reports = await Promise.all(
    paths.map(async (each) => {
      const [name = '', query = ''] = each.split('?');
      const { status, body } = await api.get(name, { ...RANGE, ...Object.fromEntries(new URLSearchParams(query)) });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    }),
  );
  const [customer] = reports[3];
  const journey = await api.get(`/customers/${customer.customer_profile_id}/journey`);
  const search = await api.get('/customers/search', { q: 'ana' });
  const hooks = await app.api(app.session).get('/webhooks/subscriptions', { profile_id: old.profileId });
  return { reports, journey: journey.body.data, search: search.body.data, hooks: hooks.body.data };
}

const event = (n: number) => ({
  event_type: 'lead_created',
  idempotency_key: `move-${n}`,
  occurred_at: '2026-03-20T10:00:00Z',
  user_traits: { email: `lead${n % 50}@example.com` },
});

/** Sends event after event from `first` on until it is refused. `begun` is there when some were accepted; the end is the next number, and the refusal. */
function sendUntilRefused(app: TestApp, first: number) {
  let next = first;
  const send = async () => {
    for (;;) {
      const answer = await apiOf(app).post('/events', event(next));
      if (answer.status !== 201) return { next, answer };
      next += 1;
      await letPass(10);
    }
  };
  return { ended: send(), begun: until(() => next > first + 5, 'some events were accepted') };
}

const settled = async (app: TestApp) => app.settle(old.profileId);

test('a profile moves to another installation and back', async (t) => {
  let sent = 0;
  const begun = old.base.journal.lastSeq(old.profileId);
  let before: Awaited<ReturnType<typeof read>>;

  await t.test('leaves into a file while events come in, of which each is accepted or refused with a pointer', async () => {
    const subscription = { url: 'https://93.184.215.14/hook', event_types: ['*'], description: 'Orders' };
    assert.equal(
      (await old.api(old.session).post('/webhooks/subscriptions', subscription, { profile_id: old.profileId })).status,
      201,
    );
    for (let from = 0; from < EVENTS; from += 1_000) {
      const inputs = Array.from({ length: Math.min(1_000, EVENTS - from) }, (_, i) => ({
        input: {
          event_type: 'page_view',
          event_id: `bulk-${from + i}`,
          anonymous_id: `b${(from + i) % (EVENTS / 5)}`,
          url: `https://shop.example/p?utm_source=s${i % 7}&utm_medium=cpc`,
          occurred_at: '2026-03-19T10:00:00Z',
        },
      }));
      await acceptEvents(old.base, old.profileId, inputs, 'server');
    }
    const sending = sendUntilRefused(old, 0);
    await sending.begun;
    const left = await run(old, 'profiles-leave', {
      profile_id: old.profileId,
      file: path('there.move'),
      installation: await idOf(other),
      address: ADDRESS,
    });
    const { next, answer } = await sending.ended;
    sent = next;
    assert.ok(sent > 0, 'some events came in before the switch');
    assert.deepEqual([left['status'], answer.status, answer.body.error.code], ['left', 503, 'profile_moved']);
    assert.match(answer.body.error.message, new RegExp(ADDRESS));
    assert.equal(answer.headers['retry-after'], '60');
    assert.equal(statSync(path('there.move')).mode & 0o077, 0);
    await settled(old);
    before = await read(old);
  });

  await t.test('is read here, and neither written nor tracked', async () => {
    const answers = [
      await old.api(old.session).patch('/profile', { name: 'Elsewhere' }, { profile_id: old.profileId }),
      await apiOf(old).post('/goals', { name: 'Signed', event_type: 'signed' }),
      await apiOf(old).post('/events', event(0)),
    ];
    const tracked = await fetch(new URL('/t/collect', old.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tracking_key: old.trackingKey,
        anonymous_id: 'x',
        events: [{ event_type: 'page_view', url: 'https://shop.example/' }],
      }),
    });
    assert.deepEqual([...answers.map(({ status }) => status), tracked.status], [503, 503, 503, 503]);
  });

  await t.test('opens for nobody before its release', async () => {
    const there = { file: path('there.move'), key_file: path('guess.key') };
    assert.match(await refusal(other, 'profiles-arrive', there), /guess\.key/);
    assert.match(
      await refusal(old, 'profiles-leave', { profile_id: old.profileId, file: path('x'), installation: crypto.randomUUID() }),
      /undo/,
    );
  });

  await t.test('is undone: accepted for here again, the file worthless', async () => {
    await run(old, 'profiles-undo', { profile_id: old.profileId });
    assert.equal(existsSync(path('there.move')), false);
    assert.equal((await apiOf(old).post('/events', event(sent++))).status, 201);
    await run(old, 'profiles-leave', { profile_id: old.profileId, file: path('there.move'), installation: await idOf(other) });
    await settled(old);
    before = await read(old);
  });

  await t.test('is not released when something of it changed after the file was written', async () => {
    const release = { profile_id: old.profileId, key_file: path('there.key') };
    old.base.state.db.prepare("update profiles set name = 'Changed' where profile_id = ?").run(old.profileId);
    assert.match(await refusal(old, 'profiles-release', release), /changed since its file was written/);
    old.base.state.db.prepare("update profiles set name = 'Main' where profile_id = ?").run(old.profileId);
    assert.equal((await run(old, 'profiles-release', release))['status'], 'released');
    assert.equal(statSync(path('there.key')).mode & 0o077, 0);
    assert.match(await refusal(old, 'profiles-undo', { profile_id: old.profileId }), /released/);
  });

  await t.test('arrives with its figures, ids, keys and secrets', async () => {
    const args = { file: path('there.move'), key_file: path('there.key'), accepts: 'all' };
    assert.match(await refusal(old, 'profiles-arrive', args), /is for installation/);
    const clear = path('there.sqlite');
    await openMove(args.file, args.key_file, clear);
    const refusedWith = async (sql: string): Promise<string> => {
      const changed = new Database(clear);
      changed.exec(sql);
      changed.close();
      await sealMove(clear, args.key_file, path('changed.move'));
      return refusal(other, 'profiles-arrive', { ...args, file: path('changed.move') });
    };
    const setVersion = (from: number, to: number) =>
      `update move_manifest set manifest = replace(manifest, '"version":${from}', '"version":${to}')`;
    assert.match(
      await refusedWith(setVersion(3, 4)),
      /another version: move the profile between installations of one version\.$/,
    );
    assert.match(
      await refusedWith(`${setVersion(4, 3)}; update t_profiles set name = 'Forged'`),
      /damaged: its rows of profiles/,
    );
    const arrived = await run(other, 'profiles-arrive', args);
    assert.equal(arrived['facts'], Number(old.base.journal.lastSeq(old.profileId)));
    assert.deepEqual(await read(other), before);
    assert.match(await refusal(other, 'profiles-arrive', args), /already/);
    const { status } = await apiOf(other).post('/events', event(0));
    assert.equal(status, 200, 'an event that was accepted there is known here');
    assert.deepEqual(await run(other, 'status', {}).then(({ problems }) => problems), []);
  });

  await t.test('goes back, with what came in meanwhile', async () => {
    const from = sent;
    const sending = sendUntilRefused(other, from);
    await sending.begun;
    const file = path('back.move');
    await run(other, 'profiles-leave', { profile_id: old.profileId, file, installation: await idOf(old) });
    sent = (await sending.ended).next;
    assert.ok(sent > from);
    await settled(other);
    const there = await read(other);
    await run(other, 'profiles-release', { profile_id: old.profileId, key_file: path('back.key') });
    await run(old, 'profiles-arrive', { file, key_file: path('back.key'), accepts: 'all' });
    assert.deepEqual(await read(old), there);
    const leads = Number((await apiOf(old).get('/customers', { ...RANGE, goal: 'lead_created', limit: '1' })).status);
    assert.equal(leads, 200);
    assert.equal((await apiOf(other).post('/events', event(sent))).body.error.code, 'profile_moved');
    assert.equal((await apiOf(old).post('/events', event(sent++))).status, 201);
    assert.equal(old.base.journal.lastSeq(old.profileId), begun + BigInt(EVENTS + sent), 'every event that was accepted, once');
    for (const n of [0, Math.floor(from / 2), from - 1, from, sent - 2, sent - 1])
      assert.equal((await apiOf(old).post('/events', event(n))).status, 200, `event ${n} is known`);
    assert.equal((await old.api(old.session).patch('/profile', { name: 'Home' }, { profile_id: old.profileId })).status, 200);
    assert.deepEqual(await run(old, 'status', {}).then(({ problems }) => problems), []);
  });

  await t.test('in files that nobody reads without their key', async () => {
    for (const name of ['there', 'back']) {
      await openMove(path(`${name}.move`), path(`${name}.key`), path('opened.sqlite'));
      const [sealed, clear] = [`${name}.move`, 'opened.sqlite'].map((each) => readFileSync(path(each)).toString('latin1'));
      for (const words of ['lead7@example.com', 'https://93.184.215.14/hook', 'utm_source=s3'])
        assert.deepEqual([clear?.includes(words), sealed?.includes(words)], [words !== 'utm_source=s3', false], words);
      assert.ok(!sealed?.includes(readFileSync(path(`${name}.key`), 'utf8').trim()));
    }
    assert.notEqual(readFileSync(path('there.key'), 'utf8'), readFileSync(path('back.key'), 'utf8'));
  });

  await t.test('which are refused where they are cut off, changed, of another key or of an earlier version', async () => {
    const args = { key_file: path('there.key'), accepts: 'all' };
    const whole = readFileSync(path('there.move'));
    const bent = Buffer.from(whole);
    bent[whole.length - 70_000] = (bent[whole.length - 70_000] as number) ^ 1;
    for (const [bytes, words] of [
      [whole.subarray(0, -1), /damaged: .* was cut off or changed/],
      [whole.subarray(0, 65_536), /damaged: .* was cut off or changed/],
      [bent, /damaged: .* was cut off or changed/],
      [Buffer.concat([whole, Buffer.alloc(1)]), /damaged: .* was cut off or changed/],
      [Buffer.alloc(0), /no file of a moved profile, or of another version/],
      [readFileSync(path('there.sqlite')), /no file of a moved profile, or of another version/],
      [readFileSync(path('back.move')), /The key does not open .*: take the key that the release wrote/],
    ] as const) {
      writeFileSync(path('bad.move'), bytes);
      assert.match(await refusal(other, 'profiles-arrive', { ...args, file: path('bad.move') }), words);
    }
    for (const app of [old, other])
      assert.equal(existsSync(join(app.dataDir, 'work')) && readdirSync(join(app.dataDir, 'work')).length > 0, false);
  });
});
