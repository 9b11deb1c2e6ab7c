// Uploads that somebody else asks for, that came too late, that name an erased person, that are sent twice at once, or that are no files.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sweepUploads } from '../../../src/act/uploads/kept.ts';
import { slice } from '../../../src/act/uploads/slice.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { encodedIn } from '../../collect/imports/encoded.ts';
import { zip } from '../../collect/payments/workbook.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type AnyJson, type Uploads, uploadsOf } from './uploads.ts';

let app: TestApp;
let files: Uploads;
before(async () => {
  app = await startTestApp({ at: '2027-01-15T12:00:00Z', installation: { currency: 'EUR', timezone: 'Europe/Berlin' } });
  files = uploadsOf(app);
});
after(() => app.close());

const HEADER = 'id,Created (UTC),Amount,Currency,Status,Description';
const stripe = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n');
const sale = (id: string): string => stripe(`${id},2026-04-01 10:00,120.00,eur,Paid,Order of zora@example.org`);

const folder = (): string => join(app.dataDir, 'uploads', 'kept');
const keptFiles = (importId: string): string[] =>
  existsSync(folder()) ? readdirSync(folder()).filter((name) => name.startsWith(importId)) : [];
const revenue = async (): Promise<number> =>
  (await app.api(app.apiKey).get('/overview', { date_from: '2026-04-01', date_to: '2026-04-30' })).body.data.current.revenue;

test('an upload is sealed on the disk, and gone when it is imported', async () => {
  const { import_id } = await files.upload(sale('ch_1'), 'zora-orders.csv');
  assert.deepEqual(keptFiles(import_id).sort(), [`${import_id}.file`, `${import_id}.rejects`]);
  for (const name of keptFiles(import_id))
    assert.doesNotMatch(readFileSync(join(folder(), name), 'latin1'), /zora|Created|reason/);
  await files.commit(import_id);
  assert.deepEqual(keptFiles(import_id), [`${import_id}.rejects`]);
  assert.deepEqual(readdirSync(join(app.dataDir, 'work')), [], 'nothing in clear is left');
});

test('two commits at once are one', async () => {
  const before = await revenue();
  const { import_id } = await files.upload(sale('ch_2'));
  const api = app.api(app.apiKey);
  const both = await Promise.all([1, 2, 3].map(() => api.post(`/imports/${import_id}/commit`)));
  assert.deepEqual(
    both.map(({ status }) => status),
    [202, 202, 202],
  );
  await Promise.all([files.run(), files.run()]);
  await app.settle();
  assert.equal((await files.get(import_id)).result.created, 1);
  assert.equal(await revenue(), before + 120);
  const undone = await Promise.all([1, 2].map(() => api.post(`/imports/${import_id}/undo`)));
  assert.deepEqual(
    undone.map(({ status }) => status),
    [200, 200],
  );
  await app.settle();
  assert.equal(await revenue(), before);
});

test('of two readings at once one is refused in words', async () => {
  const { import_id } = await files.upload(sale('ch_3'));
  const api = app.api(app.apiKey);
  const both = await Promise.all(['USD', 'GBP'].map((currency) => api.patch(`/imports/${import_id}`, { currency })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test("another tenant's import is not there", async () => {
  const other = initInstallation(app.base, {
    email: 'other@shop.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'USD',
    timezone: 'UTC',
  });
  const theirs = app.api(other.api_key);
  const { import_id } = await files.upload(sale('ch_4'));
  const path = `/imports/${import_id}`;
  const answers = await Promise.all([
    theirs.get(path),
    theirs.get(`${path}/rejects`),
    theirs.patch(path, { currency: 'USD' }),
    theirs.post(`${path}/commit`),
    theirs.post(`${path}/undo`),
    theirs.delete(path),
  ]);
  for (const { status } of answers) assert.equal(status, 404);
  assert.deepEqual((await theirs.get('/imports')).body.data, []);
  assert.equal((await files.get(import_id)).status, 'ready');
});

test('an upload that nobody commits is forgotten after a day', async () => {
  const { import_id } = await files.upload(sale('ch_5'));
  app.clock.advance(86_400_000);
  const api = app.api(app.apiKey);
  assert.equal((await api.post(`/imports/${import_id}/commit`)).status, 404);
  assert.ok((await api.get('/imports')).body.data.every((each: AnyJson) => each.import_id !== import_id));
  await files.run();
  app.base.state.tx(() => app.base.state.statement('act/uploads/file_imports_expire').run({ now: app.base.clock.now() }));
  await sweepUploads(app.base);
  assert.deepEqual(keptFiles(import_id), []);
});

test('a commit whose file is gone ends in words, and can be told again', async () => {
  const { import_id } = await files.upload(sale('ch_6'));
  await app.api(app.apiKey).post(`/imports/${import_id}/commit`);
  rmSync(join(folder(), `${import_id}.file`));
  await files.run();
  const failed = await files.get(import_id);
  assert.deepEqual([failed.status, failed.refusal.reason], ['failed', 'expired']);
  assert.match(failed.refusal.words, /Upload the file again/);
  const again = await app.api(app.apiKey).post(`/imports/${import_id}/commit`);
  assert.deepEqual([again.status, again.body.data.status], [202, 'running']);
  await files.run();
  assert.equal((await files.get(import_id)).status, 'failed');
});

test('an erased person is in no waiting upload, file name or preview', async () => {
  const waiting = await files.upload(sale('ch_7'), 'zora.csv');
  const done = await files.commit((await files.upload(sale('ch_8'), 'Zora-April.csv')).import_id);
  slice.hooks?.erasure?.person?.(app.base, app.profileId, {
    publicIds: [],
    customerNos: [],
    visitorKeys: [],
    words: ['zora', 'zora@example.org'],
  });
  assert.equal((await app.api(app.apiKey).get(`/imports/${waiting.import_id}`)).status, 404);
  assert.equal((await files.get(done.import_id)).file_name, 'erased');
  await slice.hooks?.erasure?.facts?.(app.base, app.profileId, { customerNos: [], outcomeKeys: [], visitorKeys: [] });
  assert.deepEqual([...keptFiles(waiting.import_id), ...keptFiles(done.import_id)], []);
  assert.equal((await app.api(app.apiKey).get(`/imports/${done.import_id}/rejects`)).status, 404);
});

const BAD: Readonly<Record<string, [content: string | Buffer, sentence: RegExp]>> = {
  'an empty file': ['', /The file is empty/],
  'a zip bomb': [zip([{ name: 'a.csv', text: Buffer.alloc(64 * 1024 * 1024, 0x61) }]), /more than 500 times its size/],
  'a sheet of 2^20 columns': [`${'a,'.repeat(1_048_575)}a\n`, /longer than 262144 bytes/],
  'headers twice': [stripe().replace('Amount', 'Amount,Amount'), /"Amount" is there twice/],
  'a header alone': [stripe(), /No row of the file is imported/],
  'a column that is half dates': [
    stripe('ch_a,2026-04-01 10:00,1.00,eur,Paid,x', 'ch_b,soon,1.00,eur,Paid,x', 'ch_c,later,1.00,eur,Paid,x'),
    /Of 3 values of "Created \(UTC\)", 2 are no dates/,
  ],
  'mixed encodings': [
    Buffer.concat([
      Buffer.from(sale('ch_a').replace('Order', 'Größe')),
      Buffer.from('ch_b,2026-04-01 10:00,1.00,eur,Paid,Gr\xf6\xdfe\n', 'latin1'),
    ]),
    /Some lines of the file are UTF-8 and others Windows-1252/,
  ],
};

/** Sheets whose columns a person chose wrongly, and what is said of it. */
const SHEET = 'Order,When,Total,Net\n1001,2026-04-01,12.50,10.00\n1002,2026-04-02,8.00,7.00\n1003,2026-04-03,9.10,8.00\n';
const WRONG: Readonly<Record<string, [columns: Record<string, string>, status: string | number, sentence: RegExp]>> = {
  'an id as the amount': [
    { Order: 'amount', When: 'time' },
    'refused',
    /"Order" are whole numbers that rise from row to row: they are ids/,
  ],
  'two columns as the amount': [
    { Total: 'amount', Net: 'amount', When: 'time' },
    422,
    /Both "Total" and "Net" are the amount: choose one of them/,
  ],
  'no column of the time': [{ Total: 'amount' }, 422, /Choose the column of: time/],
};

test('bad files are refused in words, and nothing is written', async (t) => {
  const seq = app.base.journal.lastSeq(app.profileId);
  for (const [name, [content, sentence]] of Object.entries(BAD))
    await t.test(name, async () => {
      const { import_id, status, refusal } = await files.upload(content, '../../etc/x.csv');
      assert.equal(status, 'refused');
      assert.match(refusal.words, sentence);
      assert.doesNotMatch(refusal.words, /--|uploads/);
      await app.api(app.apiKey).delete(`/imports/${import_id}`);
      assert.deepEqual(keptFiles(import_id), []);
    });
  await t.test('a header that is a name of every object', async () => {
    const shown = await files.upload('__proto__,constructor\n1,2\n');
    assert.equal(shown.status, 'asks');
    const columns = JSON.parse('{"__proto__":"amount","constructor":"time"}');
    const mapping = { reads: 'payments', columns, without: ['currency', 'status', 'reference'] };
    const { status, body } = await app.api(app.apiKey).patch(`/imports/${shown.import_id}`, { mapping });
    assert.ok(status < 500, JSON.stringify(body));
  });
  for (const [name, [columns, status, sentence]] of Object.entries(WRONG))
    await t.test(name, async () => {
      const { import_id } = await files.upload(SHEET, 'sheet.csv');
      const mapping = { reads: 'payments', columns, without: ['currency', 'status', 'reference'] };
      const answer = await app.api(app.apiKey).patch(`/imports/${import_id}`, { mapping });
      assert.equal(answer.status === 200 ? answer.body.data.status : answer.status, status);
      assert.match(answer.status === 200 ? answer.body.data.refusal.words : answer.body.error.message, sentence);
      await app.api(app.apiKey).delete(`/imports/${import_id}`);
    });
  assert.equal(app.base.journal.lastSeq(app.profileId), seq);
});

test('a total in the middle is named, and money of another currency keeps it and is not added', async () => {
  const before = await revenue();
  const rows = ['ch_m1,2026-04-02 10:00,1.00,gbp,Paid,x', ',,3.00,,Total,', 'ch_m2,2026-04-03 10:00,2.00,gbp,Paid,x'];
  const { import_id } = await files.upload(stripe(...rows));
  const read = await files.read(import_id, { answers: { status: 'leave_out' } });
  assert.deepEqual(
    read.files[0].left_out.map(({ reason }: AnyJson) => reason),
    ['total_row'],
  );
  await files.commit(import_id);
  assert.equal(await revenue(), before);
  const { body } = await app.api(app.apiKey).get('/completeness', { date_from: '2026-04-01', date_to: '2026-04-30' });
  assert.match(JSON.stringify(body.data), /"currency":"GBP"/);
  await files.undo(import_id);
});

test('letters in an encoding that several languages share, and a credit memo, are asked about before anything is written', async () => {
  const list = (of: string): Buffer =>
    encodedIn(
      'windows-1250',
      `Nr;Data;Kwota;Miasto;Do\nA1;2026-04-05;100,00;Częstochowa;\nA2;2026-04-06;-30,00;Częstochowa;${of}\n`,
    );
  const { import_id, questions } = await files.upload(list(''), 'lista.csv');
  assert.deepEqual(
    questions.map(({ ask }: AnyJson) => ask),
    ['encoding', 'mapping'],
  );
  const mapping = {
    reads: 'payments',
    columns: { Nr: 'reference', Data: 'time', Kwota: 'amount', Miasto: 'name' },
    without: ['currency', 'status'],
  };
  const mapped = await files.read(import_id, { mapping, answers: { encoding: 'windows-1250' } });
  assert.deepEqual([mapped.status, mapped.questions.map(({ ask }: AnyJson) => ask)], ['asks', ['negative']]);
  const before = await revenue();
  const named = { ...mapping, columns: { ...mapping.columns, Do: 'of' } };
  const corrected = await files.upload(list('A1'), 'lista2.csv');
  const read = await files.read(corrected.import_id, { mapping: named, answers: { encoding: 'windows-1250' } });
  assert.equal(read.status, 'ready', JSON.stringify(read.questions));
  await files.commit(corrected.import_id);
  assert.equal(await revenue(), before + 70);
  await files.undo(corrected.import_id);
  const left = await files.read(import_id, { answers: { encoding: 'windows-1250', negative: 'leave_out' } });
  assert.equal(left.status, 'ready');
  await app.api(app.apiKey).delete(`/imports/${import_id}`);
});

test('a profile has at most twenty uploads that wait', async () => {
  const { import_id } = await files.upload(sale('ch_9'));
  const { db } = app.base.state;
  const names = db.prepare('pragma table_info(file_imports)').all() as { name: string }[];
  const columns = names.map(({ name }) => name).filter((name) => name !== 'import_no' && name !== 'import_id');
  const copy = db.prepare(
    `insert into file_imports (import_id, ${columns.join()}) select ?, ${columns.join()} from file_imports where import_id = ?`,
  );
  for (let n = 0; n < 20; n += 1) copy.run(`copy-${n}`, import_id);
  const { status, body } = await files.post(sale('ch_9'));
  assert.deepEqual([status, body.error.code], [409, 'invalid_state']);
  assert.match(body.error.message, /20 uploads of this profile wait/);
  db.prepare("delete from file_imports where import_id like 'copy-%'").run();
  assert.equal((await files.post(sale('ch_9'))).status, 201);
});
