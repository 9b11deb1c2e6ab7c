// All mails of a place in a mailbox are kept: of a folder over IMAP, a label at Gmail, a folder at Outlook, and an alias. It is chosen at connecting and
// later; what is elsewhere is neither stored nor logged, and makes nobody a customer.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { factJob } from '../../../src/act/messaging/fact.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { foundIn, openedTexts } from '../../collect/identity/whole-folder.ts';
import { startImapServer } from '../../fakes/imap-server.ts';
import { startFakeGmail } from '../../fakes/mailboxes/gmail.ts';
import { startFakeOutlook } from '../../fakes/mailboxes/outlook.ts';
import { SHOP, startMailWorld } from '../messaging/mail-world.ts';
import { NOW_MS, type RecordWorld, startRecordWorld } from './records/record-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type AnyJson = any;

const ALIAS = 'support@shop.example';
const HOUR_MS = 3_600_000;

const mail = (id: string, more: Record<string, string> = {}): string => {
  const head = { From: `${id}@else.example`, To: SHOP, Subject: `About ${id}`, 'Message-ID': `<${id}@else.example>`, ...more };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\nWords of ${id}\r\n`;
};

function parts(w: RecordWorld) {
  const query = { profile_id: w.app.profileId };
  const connection = async (): Promise<AnyJson> => (await w.connections()).find(({ status }) => status !== 'pending');
  return {
    query,
    connection,
    receive: async (): Promise<void> => {
      const payload = { connection_id: (await connection()).id };
      addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload });
      await runDue(w.app.base, [receiveJob]);
    },
    /** The names of the mails that are kept. */
    kept: async (): Promise<string[]> => {
      const { data } = (await w.api.get('/messages', { ...query, direction: 'inbound', limit: 100 })).body;
      return data.map(({ subject }: AnyJson) => subject.replace('About ', '')).sort();
    },
    folders: async () => w.api.get(`/connections/${(await connection()).id}/mail-folders`, query),
    choose: async (folder: string | null, alias: string | null) =>
      w.api.put(`/connections/${(await connection()).id}/mail-import`, { folder, alias }, query),
    error: async (): Promise<string | null> => {
      const { data } = (await w.api.get('/messages/health', query)).body;
      return data.connections[0].error;
    },
  };
}

async function startImap(t: TestContext) {
  const imap = await startImapServer(t, NOW_MS);
  imap.folders.set('Orders/Open', []).set('Private', []);
  const world = await startMailWorld(t, {}, { more: [imap.address] });
  return { ...world, ...parts(world.w), imap };
}

test('putMailImport', async (t) => {
  const c = await startImap(t);
  const { w, imap } = c;
  const typed = {
    user: '',
    password: 'p',
    smtp: c.server.url.replace('smtp://', ''),
    imap: imap.address,
    address: SHOP,
    sender: 'S',
  };

  await t.test('what is typed in at connecting is checked', async () => {
    const { url } = await w.link('smtp');
    const noAlias = await w.visitor.submit(url, { ...typed, import_folder: '', import_alias: 'support' });
    assert.deepEqual([noAlias.status, /Alias: is no mail address/.test(noAlias.html)], [422, true]);
    const noFolder = await w.visitor.submit(url, { ...typed, import_folder: 'Nowhere', import_alias: ALIAS });
    assert.deepEqual(
      [noFolder.status, /has no such folder or label. It has: Orders\/Open, Private/.test(noFolder.html)],
      [422, true],
    );
    assert.ok(noFolder.html.includes('Nowhere') && noFolder.html.includes(ALIAS), 'what was typed in stays');
    const done = await w.visitor.submit(url, { ...typed, import_folder: 'orders/open', import_alias: 'Support@Shop.example' });
    assert.equal(done.status, 303, done.html);
    const { mail_import } = await c.connection();
    assert.deepEqual(mail_import, { folder: { id: 'Orders/Open', name: 'Orders/Open' }, alias: ALIAS });
  });

  await t.test('all mails in the folder and to the alias are kept, no matter who sent them, and no others', async () => {
    imap.add(mail('before'), NOW_MS - HOUR_MS, 'Orders/Open');
    await c.receive();
    imap.add(mail('folder'), NOW_MS, 'Orders/Open');
    imap.add(mail('own', { From: SHOP }), NOW_MS, 'Orders/Open');
    imap.add(mail('elsewhere'), NOW_MS, 'Private');
    imap.add(mail('alias', { Cc: `Support <${ALIAS.toUpperCase()}>` }));
    imap.add(mail('delivered', { 'Delivered-To': ALIAS }));
    imap.add(mail('stranger'));
    imap.add(mail('similar', { To: `x${ALIAS}, ${ALIAS}.else.example` }));
    await c.receive();
    await c.receive();
    assert.deepEqual(await c.kept(), ['alias', 'delivered', 'folder']);
    await runDue(w.app.base, [factJob]);
    const facts = w.app.base.journal.read(w.app.profileId, 0n, 100);
    assert.deepEqual([facts.length, facts.every(({ identifierTokens }) => identifierTokens === null)], [3, true]);
    const search = await w.api.get('/customers/search', { ...c.query, q: 'else.example' });
    assert.deepEqual(search.body.data, [], 'nobody becomes a customer by writing');
    const words = ['before', 'own', 'elsewhere', 'stranger', 'similar'].map((id) => `Words of ${id}`);
    const found = await foundIn(w.app.dataDir, words, openedTexts(w.app.base, w.app.profileId));
    assert.deepEqual([...found.values()], []);
  });

  await t.test('another UIDVALIDITY brings none twice, and what breaks off continues', async () => {
    imap.renew();
    imap.add(mail('later'), NOW_MS, 'Orders/Open');
    imap.cutAt = 'EXAMINE "ORDERS';
    await c.receive();
    imap.cutAt = undefined;
    await c.receive();
    assert.deepEqual(await c.kept(), ['alias', 'delivered', 'folder', 'later']);
  });

  await t.test('listMailFolders', async () => {
    const long = 'x'.repeat(501);
    imap.folders.set(long, []);
    const listed = (await c.folders()).body.data;
    imap.folders.delete(long);
    assert.deepEqual(listed, [
      { id: 'Orders/Open', name: 'Orders/Open' },
      { id: 'Private', name: 'Private' },
    ]);
  });

  await t.test('the choice is changed, and begins at the present', async () => {
    const wrong = await c.choose('Sent', null);
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'validation_error'], 'own mails are none that come in');
    assert.equal((await c.choose('Private', 'no address')).body.error.code, 'validation_error');
    const { status, body } = await c.choose('Private', null);
    assert.deepEqual([status, body.data.mail_import], [200, { folder: { id: 'Private', name: 'Private' }, alias: null }]);
    await c.receive();
    imap.add(mail('folder2'), NOW_MS, 'Orders/Open');
    imap.add(mail('alias2', { To: ALIAS }));
    imap.add(mail('private'), NOW_MS, 'Private');
    await c.receive();
    assert.deepEqual(await c.kept(), ['alias', 'delivered', 'folder', 'later', 'private']);
    const audit = (await w.api.get(`/workspaces/${w.app.workspaceId}/audit`, { limit: 100 })).body.data;
    assert.equal(audit.filter(({ action }: AnyJson) => action === 'connection.mail_import_changed').length, 1);
  });

  await t.test('a folder that is gone is said, and the inbox is read all the same', async () => {
    assert.equal((await c.choose('Private', ALIAS)).status, 200);
    imap.folders.delete('Private');
    imap.add(mail('alias3', { To: ALIAS }));
    await c.receive();
    assert.ok((await c.kept()).includes('alias3'));
    assert.match((await c.error()) ?? '', /chosen folder/);
    assert.equal((await c.connection()).status, 'active');
    assert.equal((await c.choose(null, null)).status, 200);
    imap.add(mail('alias4', { To: ALIAS }));
    await c.receive();
    assert.equal((await c.kept()).includes('alias4'), false);
    assert.equal(await c.error(), null);
  });

  await t.test('a folder or alias that is chosen again begins at the present', async () => {
    assert.equal((await c.choose('Orders/Open', null)).status, 200);
    await c.receive();
    assert.equal((await c.choose(null, null)).status, 200);
    imap.add(mail('gap'), NOW_MS, 'Orders/Open');
    await c.receive();
    imap.add(mail('early', { To: ALIAS }), NOW_MS - HOUR_MS);
    assert.equal((await c.choose('Orders/Open', ALIAS)).status, 200);
    await c.receive();
    assert.equal((await c.choose('Orders/Open', ALIAS)).status, 200);
    imap.add(mail('again'), NOW_MS, 'Orders/Open');
    await c.receive();
    const kept = await c.kept();
    assert.deepEqual([kept.includes('gap'), kept.includes('early'), kept.includes('again')], [false, false, true]);
  });

  await t.test('what the mailbox or its alias wrote is none that came in, whatever it answers', async () => {
    const before = await c.kept();
    const answers = { To: 'again@else.example', 'In-Reply-To': '<again@else.example>' };
    imap.add(mail('answer', { From: `Shop <${SHOP}>`, ...answers }), NOW_MS, 'Orders/Open');
    imap.add(mail('answer2', { From: ALIAS, ...answers }), NOW_MS, 'Orders/Open');
    imap.add(mail('form', { From: ALIAS, To: ALIAS, 'Reply-To': 'visitor@else.example' }));
    await c.receive();
    assert.deepEqual(await c.kept(), [...before, 'form'].sort());
  });

  await t.test('another UIDVALIDITY brings none of before the choice, in whatever order they have their UIDs', async () => {
    imap.validity += 1;
    imap.folders.set('Orders/Open', [
      { uid: 1, raw: mail('recent'), at: NOW_MS },
      { uid: 2, raw: mail('restored'), at: NOW_MS - 1_000 * HOUR_MS },
    ]);
    await c.receive();
    await c.receive();
    const kept = await c.kept();
    assert.deepEqual([kept.includes('recent'), kept.includes('restored')], [true, false]);
  });

  await t.test('a manager in a session chooses, for a mailbox of the own profile that is there', async () => {
    const { id } = await c.connection();
    const body = { folder: null, alias: ALIAS };
    assert.equal((await c.key.put(`/connections/${id}/mail-import`, body, c.query)).status, 403);
    const made = await w.api.post('/profiles', { workspace_id: w.app.workspaceId, name: 'Other' });
    const other = { profile_id: made.body.data.profile_id };
    assert.equal((await w.api.put(`/connections/${id}/mail-import`, body, other)).status, 404);
    assert.equal((await w.api.get(`/connections/${id}/mail-folders`, other)).status, 404);
    imap.login = 'NO [AUTHENTICATIONFAILED] wrong password';
    const ended = await c.folders();
    assert.deepEqual([ended.body.error.code, (await c.connection()).status], ['connection_not_ready', 'reconnect_required']);
  });
});

test('a label at Gmail', async (t) => {
  const gmail = await startFakeGmail(t, NOW_MS);
  gmail.labels.set('Label_7', 'Orders');
  const w = await startRecordWorld(t, { gmail: gmail.settings });
  const c = parts(w);
  const asked = await w.link('gmail', { settings: { mail_import: { folder: 'orders' } } });
  assert.ok((await w.visitor.open(asked.url)).html.includes('value="orders"'), 'the person sees what the caller asks for');
  await w.connect('gmail', {}, { import_folder: 'orders' });
  assert.deepEqual((await c.connection()).mail_import, { folder: { id: 'Label_7', name: 'Orders' }, alias: null });
  assert.deepEqual((await c.folders()).body.data, [{ id: 'Label_7', name: 'Orders' }]);
  const before = gmail.receive(mail('before'), ['Label_7']);
  before.at -= HOUR_MS;
  await c.receive();
  gmail.label(before, 'STARRED');
  gmail.receive(mail('labelled'), ['INBOX', 'Label_7']);
  const later = gmail.receive(mail('later'));
  gmail.receive(mail('stranger'));
  gmail.receive(mail('spam'), ['SPAM', 'Label_7']);
  await c.receive();
  assert.deepEqual(await c.kept(), ['labelled']);
  gmail.label(later, 'Label_7');
  await c.receive();
  assert.deepEqual(await c.kept(), ['labelled', 'later']);

  await t.test('also after the history is gone', async () => {
    gmail.receive(mail('third'), ['Label_7']);
    gmail.receive(mail('stranger2'));
    gmail.forgetHistory();
    await c.receive();
    await c.receive();
    assert.deepEqual(await c.kept(), ['labelled', 'later', 'third']);
  });

  await t.test('and one that was deleted is said', async () => {
    gmail.labels.clear();
    await c.receive();
    assert.match((await c.error()) ?? '', /chosen folder/);
  });
});

test('a folder at Outlook', async (t) => {
  const outlook = await startFakeOutlook(t, NOW_MS);
  outlook.folders.set('F1', 'Orders').set('F1.2', 'Open');
  const w = await startRecordWorld(t, { outlook: outlook.settings });
  const c = parts(w);
  await w.connect('outlook', {}, { import_folder: 'Orders/Open', import_alias: ALIAS });
  assert.deepEqual((await c.connection()).mail_import, { folder: { id: 'F1.2', name: 'Orders/Open' }, alias: ALIAS });
  assert.deepEqual((await c.folders()).body.data, [
    { id: 'F1', name: 'Orders' },
    { id: 'F1.2', name: 'Orders/Open' },
  ]);
  outlook.receive(mail('before'), true, 'F1.2').at -= HOUR_MS;
  await c.receive();
  w.app.clock.advance(HOUR_MS);
  for (const id of ['one', 'two', 'three']) outlook.receive(mail(id), true, 'F1.2');
  outlook.receive(mail('parent'), true, 'F1');
  outlook.receive(mail('stranger'));
  outlook.receive(mail('alias', { To: ALIAS }));
  await c.receive();
  assert.deepEqual(await c.kept(), ['alias', 'one', 'three', 'two']);

  await t.test('also after the token of changes was lost', async () => {
    outlook.receive(mail('four'), true, 'F1.2');
    outlook.loseTokens();
    await c.receive();
    await c.receive();
    assert.deepEqual(await c.kept(), ['alias', 'four', 'one', 'three', 'two']);
  });

  await t.test('connecting again keeps what was chosen, and shows it', async () => {
    outlook.grants.revoke();
    await c.receive();
    assert.equal((await c.connection()).status, 'reconnect_required');
    const { url } = await w.link('outlook');
    const { html } = await w.visitor.open(url);
    assert.ok(html.includes('value="Orders/Open"') && html.includes(`value="${ALIAS}"`), html);
  });

  await t.test('and one that was deleted is said', async () => {
    await w.connect('outlook', {}, { import_folder: 'Orders/Open', import_alias: '' });
    outlook.folders.clear();
    await c.receive();
    assert.match((await c.error()) ?? '', /chosen folder/);
    assert.equal((await c.connection()).status, 'active');
  });
});
