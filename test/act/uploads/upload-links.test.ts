// Links for uploads: a bookkeeper without an account sends files of one kind, sees nothing of the profile, and nothing counts before a manager commits it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { uploadsJob } from '../../../src/act/uploads/kept.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { type AnyJson, uploadsOf } from './uploads.ts';

let app: TestApp;
let owner: Api;
before(async () => {
  app = await startTestApp();
  owner = app.api(app.session);
});
after(() => app.close());

const COSTS = 'Date,Campaign ID,Campaign,Cost,Currency\n2026-03-01,c1,Spring,10.50,USD\n2026-03-02,c1,Spring,12.00,USD\n';

async function link(body: object = {}): Promise<{ id: string; path: string }> {
  app.clock.advance(60_000);
  const query = { profile_id: app.profileId };
  const { status, body: answer } = await owner.post(
    '/upload-links',
    { name: 'Costs of the fair', kind: 'spend', ...body },
    query,
  );
  assert.equal(status, 201, JSON.stringify(answer));
  return { id: answer.data.link_id, path: new URL(answer.data.url).pathname };
}

const send = (path: string, content: string | Buffer, name = 'costs.csv') =>
  app.request.post(path).attach('file', Buffer.from(content as string), name);
const linkOf = async (id: string): Promise<AnyJson> => (await links()).find((each) => each.link_id === id);
const links = async (): Promise<AnyJson[]> => (await owner.get('/upload-links', { profile_id: app.profileId })).body.data;
const imports = async (): Promise<AnyJson[]> => (await app.api(app.apiKey).get('/imports')).body.data;
const keptFiles = (): string[] => readdirSync(join(app.dataDir, 'uploads', 'kept')).sort();

test('createUploadLink', async (t) => {
  await t.test('a file that comes by it waits for a manager, whose commit counts, and the maker gets a mail', async () => {
    const { id, path } = await link();
    const page = await app.request.get(path);
    assert.equal(page.status, 200);
    assert.match(page.text, /Costs of the fair/);
    assert.match(page.text, /costs of ads/);
    assert.match(page.headers['content-security-policy'] ?? '', /default-src 'none'/);
    const sent = await send(path, COSTS);
    assert.equal(sent.status, 200, sent.text);
    assert.match(sent.text, /Received/);
    assert.doesNotMatch(sent.text, /10\.50|c1|Spring|USD|platform/);
    const [waiting] = await imports();
    assert.equal(waiting.file_name, 'costs.csv');
    assert.ok(['asks', 'ready'].includes(waiting.status), waiting.status);
    const [mail] = await app.mails();
    assert.match(mail?.subject ?? '', /^A file waits for you: Costs of the fair$/);
    assert.doesNotMatch(mail?.text ?? '', /10\.50/);
    assert.equal((await linkOf(id)).files, 1);

    const files = uploadsOf(app);
    const ready = await files.read(waiting.import_id, { as: 'spend', platform: 'meta', account: 'act_1', answers: {} });
    assert.equal(ready.status, 'ready', JSON.stringify(ready.questions));
    assert.equal((await files.commit(waiting.import_id)).status, 'completed');
    const { body } = await app.api(app.apiKey).get('/imports');
    assert.equal(body.data[0].result.created, 2);
  });

  await t.test('a file of another kind or none is refused in words about itself, counts, and leaves nothing', async () => {
    const { id, path } = await link();
    const before = keptFiles();
    const orders = readFileSync(projectFile('test', 'collect', 'imports', 'samples', 'shopify', 'shopify.orders.csv'));
    const sales = await send(path, orders, 'orders.csv');
    assert.equal(sales.status, 422, sales.text);
    assert.match(sales.text, /Not received. The file is something else than costs of ads/);
    assert.equal(
      (await send(path, Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), '<img src=x onerror=alert(1)>.png')).status,
      422,
    );
    assert.equal((await send(path, '', 'nothing.csv')).status, 422);
    assert.equal((await linkOf(id)).files, 2, 'an empty file is not read');
    assert.deepEqual(keptFiles(), before);
  });

  await t.test('what is no form with one file is refused before anything is read', async () => {
    const { id, path } = await link({ max_megabytes: 1 });
    assert.equal((await app.request.post(path).send('file=x')).status, 400);
    assert.equal((await app.request.post(path).field('other', 'x')).status, 400);
    assert.equal((await send(path, Buffer.alloc(1_200_000, 65))).status, 413);
    assert.equal((await linkOf(id)).files, 0);
  });

  await t.test('two at once do not pass its limit, and the next one is named', async () => {
    const { id, path } = await link({ max_files: 1 });
    const both = await Promise.all([send(path, COSTS, 'one.csv'), send(path, COSTS, 'two.csv')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await linkOf(id)).status, 'used_up');
  });

  await t.test('an address that is no link, expired or ended says the same', async () => {
    const { id, path } = await link({ days: 1 });
    const ended = await link();
    const before = (await imports()).length;
    assert.equal((await owner.delete(`/upload-links/${ended.id}`, { profile_id: app.profileId })).status, 200);
    const answers = [await send(`/f/${'A'.repeat(43)}`, COSTS), await send(ended.path, COSTS), await app.request.get('/f/x')];
    app.clock.advance(86_400_000);
    answers.push(await send(path, COSTS));
    for (const { status, text } of answers) {
      assert.equal(status, 404);
      assert.match(text, /does not work, or no longer/);
    }
    assert.equal((await imports()).length <= before, true);
    assert.equal((await linkOf(id)).status, 'expired');
    app.clock.advance(31 * 86_400_000);
    await uploadsJob.start(app.base, { profileId: '', payload: {} } as never);
    assert.equal(
      (await links()).some((each) => each.link_id === id),
      false,
    );
  });

  await t.test('its secret is a digest, its name is sealed, and each step is in the audit log', async () => {
    const { path } = await link({ name: 'Maria Rojas, bookkeeper' });
    await send(path, COSTS, 'once.csv');
    const rows = JSON.stringify(app.base.state.db.prepare('select * from upload_links').all(), (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    assert.equal(rows.includes(path.slice(3)), false);
    assert.equal(rows.includes('Maria'), false);
    const log = JSON.stringify(app.base.state.db.prepare('select action, actor, detail from audit').all());
    for (const action of ['created', 'file_received', 'file_refused', 'ended'])
      assert.match(log, new RegExp(`upload_link\\.${action}`));
    assert.equal(log.includes(path.slice(3)), false);
  });
});

test('listUploadLinks', async () => {
  const { id } = await link();
  const other = initInstallation(app.base, {
    email: 'other@shop.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'USD',
    timezone: 'UTC',
  });
  const theirs = app.api(other.session_token);
  assert.deepEqual((await theirs.get('/upload-links', { profile_id: other.profile_id })).body.data, []);
  assert.equal((await theirs.delete(`/upload-links/${id}`, { profile_id: other.profile_id })).status, 404);
  assert.equal((await theirs.delete(`/upload-links/${id}`, { profile_id: app.profileId })).status, 404);
  assert.equal((await app.api(app.apiKey).post('/upload-links', { name: 'x', kind: 'spend' })).status, 403);
  assert.equal(
    (await links()).some((each) => each.link_id === id),
    true,
  );
});

test('deleteUploadLink', async () => {
  const { id } = await link();
  const remove = () => owner.delete(`/upload-links/${id}`, { profile_id: app.profileId });
  assert.equal((await remove()).status, 200);
  assert.equal((await remove()).status, 404);
});
