// What an erasure, a deletion and a purge leave of documents: nothing of what they took, in tables and in the index, and the rest as it was.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eraseInDocuments } from '../../../src/account/knowledge/forget.ts';
import { mergeJob } from '../../../src/account/knowledge/merge-index.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const PATH = '/profile/knowledge-base/documents';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

const of = () => ({ profile_id: app.profileId });
const add = async (title: string, text: string): Promise<string> =>
  (await app.api(app.session).post(PATH, { title, text }, of())).body.data.id;
const read = async (id: string) => (await app.api(app.session).get(`${PATH}/${id}`, of())).body.data;

/** Tables and pages of the index in which the words are. */
function placesOf(word: string): string[] {
  const { db } = app.base.state;
  const has = (table: string): boolean =>
    db
      .prepare(`select * from ${table}`)
      .raw()
      .all()
      .some((row) =>
        (row as unknown[]).some((cell) => (Buffer.isBuffer(cell) ? cell.toString('latin1') : String(cell)).includes(word)),
      );
  return ['knowledge_documents', 'knowledge_passages', 'knowledge_index_data'].filter(has);
}

const isSoundIndex = (): void =>
  void app.base.state.db.exec("insert into knowledge_index (knowledge_index, rank) values ('integrity-check', 1)");

test('an erasure takes the person out of every document, and leaves the rest', async () => {
  const words = ['zoraida.quint@shop.example', '+34612345678', 'Zoraida', 'Quintanilla', 'id-(7)[x]', 'ab'];
  const clean = await add('Clean', 'Ask the shop. about 612 34 56 79');
  const mixed = await add(
    'About zoraida',
    `${'Filler line.\n'.repeat(400)}Write to Zoraida.Quint@Shop.example, Zoraida QUINTANILLA, tel. 612 34 56 78, +34 612-345-678 or 0034612345678. Zoraidas and ab stay, ID-(7)[X] goes.`,
  );
  app.base.state.tx(() => eraseInDocuments(app.base, app.profileId, { words }));
  const { title, text, personal_data } = await read(mixed);
  assert.equal(title, 'About erased');
  assert.ok(
    text.endsWith('Write to erased, erased erased, tel. erased, erased or erased. Zoraidas and ab stay, erased goes.'),
    text.slice(-120),
  );
  assert.deepEqual(personal_data, []);
  assert.equal((await read(clean)).text, 'Ask the shop. about 612 34 56 79');
  assert.equal((await read(clean)).created_at, (await read(clean)).updated_at);
  await runDue(app.base, [mergeJob]);
  for (const word of ['quint@', 'uintanilla', '612 34 56 78']) assert.deepEqual(placesOf(word), [], word);
  isSoundIndex();
});

test('a deleted document and a replaced text leave the index', async () => {
  // The index stores of a word what differs from the word before it: no other begins with their letters, the hexadecimal owner neither.
  const kept = await add('Kept', 'keptword staysthere');
  const gone = await add('Gone', 'jdeletedwordx isgone');
  const changed = await add('Changed', 'yreplacedwordx isgone');
  assert.deepEqual(placesOf('jdeletedwordx'), ['knowledge_passages', 'knowledge_index_data']);
  await app.api(app.session).delete(`${PATH}/${gone}`, of());
  await app.api(app.session).patch(`${PATH}/${changed}`, { text: 'other words' }, of());
  await runDue(app.base, [mergeJob]);
  assert.deepEqual([placesOf('jdeletedwordx'), placesOf('yreplacedwordx')], [[], []]);
  isSoundIndex();
  const { body } = await app.api(app.session).get(PATH, { ...of(), q: 'keptword' });
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [kept],
  );
});

test('the purge of an archived profile leaves nothing of it, and all of others', async () => {
  const other = initInstallation(app.base, {
    email: 'o@o.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'EUR',
    timezone: 'UTC',
  });
  const { body } = await app
    .api(other.session_token)
    .post(PATH, { title: 'Theirs', text: 'theirwordx' }, { profile_id: other.profile_id });
  assert.ok(body.data.id);
  await add('Mine', 'minewordx');
  const removed = await app.api(app.session).delete(`/workspaces/${app.workspaceId}`);
  assert.equal(removed.body.data.profiles_purged, 1);
  const count = (table: string) =>
    app.base.state.db.prepare(`select count(*) from ${table} where profile_id = ?`).pluck().get(app.profileId);
  assert.deepEqual([count('knowledge_documents'), count('knowledge_passages'), placesOf('minewordx')], [0, 0, []]);
  isSoundIndex();
  const found = await app.api(other.session_token).get(PATH, { profile_id: other.profile_id, q: 'theirwordx' });
  assert.deepEqual(
    found.body.data.map(({ title }: { title: string }) => title),
    ['Theirs'],
  );
});
