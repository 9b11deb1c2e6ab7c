// Files that are imported from an address by schedule: the first waits for a person, later ones are read as that was and count once, and a source that
// fails says why, stops in time and comes back.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { slice } from '../../../src/act/uploads/slice.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { refused } from '../../account/door.ts';
import { type FakeFile, redirectTo, SIGN_IN_PAGE, SIGN_IN_REDIRECT, startFileServer } from '../../fakes/apps/file-server.ts';
import { startTestApp } from '../../harness.ts';
import { type AnyJson, uploadsOf } from './uploads.ts';

const HOUR_MS = 3_600_000;
const SHEET = '1aBcDeFgHiJkLmNoPqRsT';
const EXPORT = `/spreadsheets/d/${SHEET}/export?format=csv&gid=7`;

const spend = (...days: [day: string, cost: string][]): string =>
  ['Dia;Campana;Costo', ...days.map(([day, cost]) => `${day};Feria;${cost}`)].join('\n');
const MAPPING = { reads: 'spend', without: ['currency'], columns: { Dia: 'day', Campana: 'campaign', Costo: 'spend' } };
const READING = { mapping: MAPPING, platform: 'meta', account: '77', currency: 'EUR', timezone: 'Europe/Berlin' };

async function startWorld(t: TestContext) {
  const { server, files } = await startFileServer(t);
  const app = await startTestApp({
    at: '2027-01-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example' },
    config: { webhookNetworks: '127.0.0.1/32', providers: { google_sheets: { url: server.url } } },
  });
  t.after(() => app.close());
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  const kinds = slice.jobs ?? [];
  const work = async (): Promise<void> => {
    for (const kind of kinds) for (const profileId of kind.profiles?.(app.base) ?? []) scheduleNext(app.base, kind, profileId);
    await runDue(app.base, kinds);
    await runDue(app.base, kinds);
  };
  const uploads = uploadsOf(app);
  return {
    app,
    api,
    server,
    files,
    uploads,
    work,
    query,
    list: async (): Promise<AnyJson[]> => (await api.get('/import-schedules', query)).body.data,
    create: (body: Record<string, unknown>) => api.post('/import-schedules', { name: 'Fair', every: 'hour', ...body }, query),
    /** The hour passes, and jobs run. */
    hour: async (hours = 1): Promise<void> => {
      app.clock.advance(hours * HOUR_MS + 60_000);
      await work();
      await app.settle();
    },
    cost: async (): Promise<string> => {
      await app.settle();
      const range = { date_from: '2027-01-01', date_to: '2027-01-31' };
      return String((await app.api(app.apiKey).get('/overview', range)).body.data.current.spend);
    },
    commit: async (importId: string): Promise<void> => {
      const { status, body } = await api.post(`/imports/${importId}/commit`, undefined, query);
      assert.equal(status, 202, JSON.stringify(body));
      await work();
    },
  };
}

type World = Awaited<ReturnType<typeof startWorld>>;

/** A schedule that runs: its first file is read by a mapping, and committed. */
async function running(w: World, url: string): Promise<string> {
  const { status, body } = await w.create({ url });
  assert.equal(status, 201, JSON.stringify(body));
  await w.uploads.read(body.data.import_id, READING);
  await w.commit(body.data.import_id);
  return body.data.schedule_id;
}

test('createImportSchedule', async (t) => {
  const w = await startWorld(t);
  const file: FakeFile = { text: spend(['2027-01-10', '10,50'], ['2027-01-11', '20']) };
  w.files.set('/costs.csv', file);
  w.files.set(EXPORT, { text: file.text });

  await t.test('asks once what the columns mean, and imports when a person has committed', async () => {
    const { status, body } = await w.create({ url: `${w.server.url}/costs.csv` });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.data.status, body.data.kind, body.data.waits_for_commit], ['asks', 'url', true]);
    const asked = await w.uploads.read(body.data.import_id, READING);
    assert.equal(asked.status, 'ready', JSON.stringify(asked.questions));
    await w.hour();
    assert.equal((await w.list())[0].status, 'asks', 'nothing runs before');
    await w.commit(body.data.import_id);
    const [shown] = await w.list();
    assert.deepEqual([shown.status, shown.waits_for_commit], ['active', false]);
    assert.equal(await w.cost(), '30.5');
  });

  await t.test('counts a day once, however often its file comes, and takes the newer sum of a day', async () => {
    const before = w.server.requests.length;
    await w.hour();
    assert.equal(w.server.requests.length, before + 1);
    assert.equal(w.server.requests.at(-1)?.headers['if-none-match'] !== undefined, true);
    assert.equal(await w.cost(), '30.5');
    file.text = spend(['2027-01-11', '25'], ['2027-01-12', '5']);
    await w.hour();
    assert.equal(await w.cost(), '40.5');
    const imports = (await w.api.get('/imports', w.query)).body.data;
    assert.equal(imports.length, 2, 'a file that has not changed is no import');
  });

  await t.test('bad rows are listed as of every import, and the others count', async () => {
    const days = Array.from({ length: 12 }, (_, at): [string, string] => [`2027-01-${String(at + 1).padStart(2, '0')}`, '1']);
    file.text = `${spend(...days)}\nkein Tag;Feria;7`;
    await w.hour();
    const [{ import_id }] = await w.list();
    const { body } = await w.api.get(`/imports/${import_id}`, w.query);
    assert.equal(body.data.status, 'completed', JSON.stringify(body.data.refusal ?? body.data.questions));
    const rejects = await w.api.get(`/imports/${import_id}/rejects`, w.query);
    assert.match(rejects.body.data.content, /kein Tag/);
    assert.equal(await w.cost(), '12');
  });

  await t.test('reads a Google Sheet by the address in the browser', async () => {
    const url = `https://docs.google.com/spreadsheets/d/${SHEET}/edit?usp=sharing#gid=7`;
    const { status, body } = await w.create({ name: 'Sheet', url });
    assert.deepEqual([status, body.data?.kind, body.data?.url], [201, 'google_sheet', url], JSON.stringify(body));
    assert.equal(w.server.requests.at(-1)?.url, EXPORT);
    await w.api.delete(`/import-schedules/${body.data.schedule_id}`, w.query);
  });

  await t.test('refuses what is no file by its reason', async () => {
    const answers: [string, FakeFile['answer'], RegExp][] = [
      ['/page', { status: 200, body: {}, text: '<html><p>Hello', headers: { 'content-type': 'text/plain' } }, /web page/],
      ['/away', redirectTo('https://10.0.0.7/costs.csv'), /public host/],
      ['/meta', redirectTo('http://169.254.169.254/latest/meta-data'), /public host/],
      ['/other-port', redirectTo('http://localhost:9/'), /public host/],
      ['/loop', redirectTo('/loop'), /more than three times/],
      ['/secret', { status: 403, body: {} }, /does not allow/],
      ['/busy', { status: 503, body: {} }, /with an error/],
    ];
    for (const [path, answer, words] of answers) {
      w.files.set(path, { text: '', answer });
      const refusal = await w.create({ url: w.server.url + path });
      assert.equal(refused(refusal), '422 validation_error', path);
      assert.match(refusal.body.error.message, words, path);
    }
    const direct = [
      'http://10.0.0.7/a.csv',
      'ftp://files.example/a.csv',
      'http://93.184.215.14/a.csv',
      'https://localhost/a.csv',
      'https://u:p@files.example/',
    ];
    for (const url of direct) assert.equal(refused(await w.create({ url })), '422 validation_error', url);
    for (const answer of [SIGN_IN_PAGE, SIGN_IN_REDIRECT]) {
      w.files.set(EXPORT, { text: '', answer });
      const sheet = await w.create({ url: `https://docs.google.com/spreadsheets/d/${SHEET}/edit#gid=7` });
      assert.match(sheet.body.error.message, /not shared any more: Google responds with its sign-in page/);
    }
    assert.equal((await w.list()).length, 1);
  });

  await t.test('is of managers in a session, of their own profile', async () => {
    assert.equal(refused(await w.app.api(w.app.apiKey).get('/import-schedules')), '403 forbidden');
    const [{ schedule_id }] = await w.list();
    const other = await startTestApp({});
    t.after(() => other.close());
    const answer = await other.api(other.session).delete(`/import-schedules/${schedule_id}`, { profile_id: other.profileId });
    assert.equal(refused(answer), '404 not_found');
  });
});

test('a source that fails', async (t) => {
  const w = await startWorld(t);
  const path = `/spreadsheets/d/e/2PACX-${SHEET}/pub?output=csv`;
  const file: FakeFile = { text: spend(['2027-01-10', '10']) };
  w.files.set(path, file);
  const id = await running(w, `https://docs.google.com/spreadsheets/d/e/2PACX-${SHEET}/pubhtml`);
  await w.app.mails();

  await t.test('names that the Sheet became private, tries again, and goes on by itself', async () => {
    for (const answer of [SIGN_IN_REDIRECT, SIGN_IN_PAGE, { status: 401, body: {} }]) {
      file.answer = answer;
      await w.hour();
      const [shown] = await w.list();
      assert.deepEqual([shown.status, shown.reason], ['failing', 'private']);
    }
    const quality = (await w.app.api(w.app.apiKey).get('/tracking/quality')).body;
    assert.match(JSON.stringify(quality), /scheduled_files/);
    file.answer = undefined;
    file.text = spend(['2027-01-10', '11']);
    await w.hour();
    assert.deepEqual([(await w.list())[0].status, await w.cost()], ['active', '11']);
  });

  await t.test('stops after five days with one mail, and is resumed', async () => {
    file.answer = { status: 404, body: {} };
    for (let time = 0; time < 7; time += 1) await w.hour(20);
    const [shown] = await w.list();
    assert.deepEqual([shown.status, shown.reason, shown.next_at], ['stopped', 'not_found', null]);
    const mails = (await w.app.mails()).filter(({ subject }) => /Fair is not imported any more/.test(subject));
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /no file at the address any more/);
    const requests = w.server.requests.length;
    await w.hour(48);
    assert.equal(w.server.requests.length, requests);
    file.answer = undefined;
    file.text = spend(['2027-01-10', '12']);
    const resumed = await w.api.patch(`/import-schedules/${id}`, { is_paused: false }, w.query);
    assert.equal(resumed.body.data.status, 'active');
    await w.hour();
    assert.equal(await w.cost(), '12');
  });

  await t.test('whose columns change waits for a person, and goes on as the person has read it', async () => {
    file.text = spend(['2027-01-10', '13']).replace('Costo', 'Gasto');
    await w.hour();
    const [shown] = await w.list();
    assert.deepEqual([shown.status, shown.waits_for_commit], ['needs_action', true], JSON.stringify(shown));
    assert.equal(await w.cost(), '12', 'nothing is imported');
    assert.equal((await w.app.mails()).length, 1);
    const columns = { Dia: 'day', Campana: 'campaign', Gasto: 'spend' };
    await w.uploads.read(shown.import_id, { ...READING, mapping: { ...MAPPING, columns }, on_conflict: 'replace' });
    await w.commit(shown.import_id);
    assert.deepEqual([(await w.list())[0].status, await w.cost()], ['active', '13']);
    file.text = file.text.replace('13', '14');
    await w.hour();
    assert.equal(await w.cost(), '14');
  });

  await t.test('is paused, and run at once when a person wants it', async () => {
    await w.api.patch(`/import-schedules/${id}`, { is_paused: true, every: 'day' }, w.query);
    assert.equal(refused(await w.api.post(`/import-schedules/${id}/run`, undefined, w.query)), '409 invalid_state');
    await w.api.patch(`/import-schedules/${id}`, { is_paused: false }, w.query);
    file.text = file.text.replace('14', '15');
    assert.equal((await w.api.post(`/import-schedules/${id}/run`, undefined, w.query)).status, 202);
    await w.work();
    assert.equal(await w.cost(), '15');
  });
});

test('listImportSchedules', async (t) => {
  const w = await startWorld(t);
  assert.deepEqual(await w.list(), []);
});

test('updateImportSchedule', async (t) => {
  const w = await startWorld(t);
  w.files.set('/a.csv', { text: spend(['2027-01-10', '1']) });
  const { body } = await w.create({ url: `${w.server.url}/a.csv` });
  const early = await w.api.patch(`/import-schedules/${body.data.schedule_id}`, { is_paused: true }, w.query);
  assert.equal(refused(early), '409 invalid_state');
  const daily = await w.api.patch(`/import-schedules/${body.data.schedule_id}`, { every: 'day' }, w.query);
  assert.deepEqual([daily.body.data.every, daily.body.data.next_at], ['day', null]);
});

test('runImportSchedule', async (t) => {
  const w = await startWorld(t);
  const missing = await w.api.post('/import-schedules/3c9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11/run', undefined, w.query);
  assert.equal(refused(missing), '404 not_found');
});

test('deleteImportSchedule', async (t) => {
  const w = await startWorld(t);
  w.files.set('/a.csv', { text: spend(['2027-01-10', '9']) });
  const id = await running(w, `${w.server.url}/a.csv`);
  assert.equal((await w.api.delete(`/import-schedules/${id}`, w.query)).body.data.deleted, true);
  assert.equal(refused(await w.api.delete(`/import-schedules/${id}`, w.query)), '404 not_found');
  assert.equal(await w.cost(), '9', 'what was imported stays');
});
