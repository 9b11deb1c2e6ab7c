// Statements from the upload to the figures and out again, through the door: who may, what is shown, what counts once, what is left
// behind.
import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runDue } from '../../../src/base/work/runner.ts';
import { addRanges, findImport, forgetExpired, type StatementImport } from '../../../src/collect/payments/import-store.ts';
import { slice } from '../../../src/collect/payments/slice.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { rebuild } from '../../../src/credit/pipeline/index.ts';
import { recordEvents } from '../../act/webhooks/events.ts';
import { startTestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { sheetXml, workbook } from './workbook.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are held to the contract where a test asks with `api`
type AnyJson = any;

const PARSE = '/api/v1/profile/payments/import/parse';
const COMMIT = '/profile/payments/import/commit';
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };

async function upload(text: string | Buffer, credential = app.apiKey): Promise<{ status: number; body: AnyJson }> {
  const response = await app.request
    .post(PARSE)
    .set('authorization', `Bearer ${credential}`)
    .attach('file', Buffer.from(text as string), 'march.csv');
  return { status: response.status, body: response.body };
}

async function parsed(text: string | Buffer): Promise<AnyJson> {
  const { status, body } = await upload(text);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function committed(text: string | Buffer): Promise<AnyJson> {
  const { import_id } = await parsed(text);
  const { status, body } = await api.post(COMMIT, { import_id });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const app = await startTestApp();
after(() => app.close());
const api = app.api(app.apiKey);

/** All that the figures say, to the letter. */
async function figures(): Promise<string> {
  await app.settle();
  const answers = await Promise.all([
    api.get('/overview', RANGE),
    api.get('/attribution', { ...RANGE, models: 'linear,first_touch,last_touch,time_decay' }),
    api.get('/overview/series', RANGE),
    api.get('/payments', { limit: 100 }),
  ]);
  for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  return JSON.stringify(answers.map(({ body }) => body.data));
}

/** Revenue that each channel earned under an equal share for each touch. */
async function earned(): Promise<Record<string, number>> {
  await app.settle();
  const { body } = await api.get('/attribution', { ...RANGE, models: 'linear' });
  return Object.fromEntries(body.data.rows.map(({ key, models }: AnyJson) => [key, Number(models.linear.revenue)]));
}

const revenue = async (): Promise<number> => {
  await app.settle();
  return (await api.get('/overview', RANGE)).body.data.current.revenue;
};

const SALES = `Date,Order,Amount,Currency,Status,Email
2026-03-10 10:00:00,A-1,100.00,USD,paid,ana@example.com
2026-03-11 10:00:00,A-2,50.00,USD,paid,bea@example.com
2026-03-12 10:00:00,A-3,70.00,USD,failed,cam@example.com
2026-03-13 10:00:00,A-4,70.00,USD,pending,dan@example.com
2026-03-14 10:00:00,A-1,-30.00,USD,refund,ana@example.com
`;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const piecesOf = (importId: string): { sealed: Buffer }[] =>
  app.base.state.db.prepare('select * from statement_pieces where import_id = ?').all(importId) as { sealed: Buffer }[];

/** A sale that a server reports, the second of `SALES`. */
async function report(key: string): Promise<void> {
  const answer = await api.post('/events', {
    event_type: 'payment_received',
    idempotency_key: key,
    occurred_at: '2026-03-11T10:00:00Z',
    value: { amount: 50, currency: 'USD' },
    user_traits: { email: 'bea@example.com' },
  });
  assert.ok(answer.status < 300);
}

test('parsePaymentImport', async (t) => {
  await t.test('shows how the file is written and what each row would bring, and writes no payment', async () => {
    await report('A-2');
    const data = await parsed(SALES);
    assert.equal(data.file.name, 'march.csv');
    assert.deepEqual([data.file.form, data.file.encoding, data.file.delimiter], ['csv', 'utf-8', ',']);
    assert.deepEqual(data.options, { decimal: '.', date_order: 'ymd', timezone: 'UTC', currency: 'USD', reference_prefix: '' });
    assert.deepEqual([data.is_ready, data.missing, data.totals], [true, [], [{ currency: 'USD', amount: '120' }]]);
    assert.deepEqual(
      data.preview.map(({ row, verdict, words }: AnyJson) => `${row} ${verdict}: ${words}`),
      [
        '2 sale: A sale of 100 USD.',
        '3 sale: A sale of 50 USD; it came before, and counts once.',
        '4 failed: Failed or called off ("failed"): no revenue.',
        '5 pending: Not paid yet ("pending"): no revenue.',
        '6 refund: Reverses 30 USD of A-1.',
      ],
    );
    assert.equal(await revenue(), 50);
    assert.doesNotMatch(JSON.stringify(data), /ana@example/);
  });

  await t.test('says what is missing, and refuses what cannot be read, without a form, or to those who may not', async () => {
    const strange = await parsed('Alpha,Beta\nx,y\n');
    assert.deepEqual([strange.is_ready, strange.missing], [false, ['amount', 'paid_at']]);
    const refused = await api.post(COMMIT, { import_id: strange.import_id });
    assert.equal(refused.body.error.code, 'validation_error');
    const empty = await upload('');
    assert.deepEqual([empty.status, empty.body.error.code], [400, 'invalid_content']);
    assert.match((await upload('%PDF-1.7')).body.error.message, /^file: The file is a PDF/);
    assert.equal((await api.post('/profile/payments/import/parse', { file: 'x' })).body.error.code, 'invalid_request');
    const post = () => app.request.post(PARSE).set('authorization', `Bearer ${app.apiKey}`);
    const wrongParts = [
      post().field('file', 'text'),
      post().field('other', 'x').attach('file', Buffer.from('x'), 'a'),
      post().field('x', 'y'),
      post().attach('file', Buffer.from('x'), 'a').attach('file', Buffer.from('y'), 'b'),
    ];
    for (const { status, body } of await Promise.all(wrongParts))
      assert.deepEqual([status, body.error.code], [400, 'invalid_content'], body.error.message);
    const crowded = post();
    for (let i = 0; i < 40; i += 1) crowded.field(`f${i}`, 'x');
    assert.match((await crowded).body.error.message, /more than 16 parts/);
    const large = await post().attach('file', Buffer.alloc(20 * 1024 * 1024 + 40_000, 'a'), 'a.csv');
    assert.deepEqual([large.status, large.body.error.code], [413, 'payload_too_large']);
    assert.match(large.body.error.message, /larger than the 20 MB/);
    assert.match(
      (await post().attach('statement', Buffer.from('x'), 'a')).body.error.message,
      /statement: .* this form takes file/,
    );
    const form = (type: string, body: string) => post().set('content-type', type).send(body);
    const part = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDate,Order,Amount\n';
    const wrongForms: [string, string, RegExp][] = [
      ['multipart/form-data', part, /with its boundary/],
      ['text/csv', part, /multipart\/form-data/],
      ['multipart/form-data; boundary=X', part, /breaks off/],
      ['multipart/form-data; boundary=Y', part, /do not begin with the boundary/],
      ['multipart/form-data; boundary=X', '--X--\r\n', /file: is missing/],
      ['multipart/form-data; boundary=X', '', /empty/],
    ];
    for (const [type, body, words] of wrongForms) {
      const { status, body: refused } = await form(type, body);
      assert.equal(status, 400, JSON.stringify(refused));
      assert.match(refused.error.message, words);
    }
    assert.equal((await upload(SALES, 'svc_live_nobody')).status, 401);
  });

  await t.test('leaves nothing of a file on the disk or open, also when its sender breaks off', async () => {
    const uploads = join(app.dataDir, 'uploads');
    const open = (): string[] =>
      readdirSync('/proc/self/fd')
        .map((fd) => {
          try {
            return readlinkSync(`/proc/self/fd/${fd}`);
          } catch {
            return ''; // closed meanwhile
          }
        })
        .filter((path) => path.startsWith(uploads));
    assert.equal((await parsed(SALES)).file.name, 'march.csv');
    assert.deepEqual([readdirSync(uploads), open()], [[], []]);
    assert.equal(statSync(uploads).mode & 0o777, 0o700);
    const head = [
      `POST ${PARSE} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${app.apiKey}`,
      'Content-Type: multipart/form-data; boundary=X',
      'Content-Length: 9000000',
    ];
    const part = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}${SALES.repeat(2_000)}`);
    await until(() => open().length === 1 && readdirSync(uploads).length === 0, 'the upload is being written, under no name');
    socket.destroy();
    await until(() => open().length === 0, 'the upload is gone');
  });

  await t.test('says in words what was refunded, and which sale has not come', async () => {
    const data = await parsed(`Date,Order,Amount,Currency,Status,Refunded amount,Refund of
2026-03-10 10:00:00,K-1,100.00,EUR,paid,25.50,
2026-03-11 10:00:00,K-2,-9.90,EUR,paid,,K-1
2026-03-11 10:00:00,K-3,-9.90,EUR,paid,,K-0
`);
    assert.deepEqual(
      data.preview.map(({ words }: AnyJson) => words),
      [
        'A sale of 100 EUR, of which 25.5 EUR was refunded.',
        'Reverses 9.9 EUR of K-1.',
        'Reverses 9.9 EUR of K-0, a sale that has not come yet: it counts once that has.',
      ],
    );
    assert.equal(data.found.currency, true);
    assert.equal((await parsed('Date,Order,Amount\n2026-03-14,A-1,$12.50\n')).found.currency, false);
    assert.equal((await parsed('Date,Order,Amount\n2026-03-14,A-1,US$12.50\n')).found.currency, true);
  });

  await t.test('reads a date as Americans write it where the rows are on their clock', async () => {
    const rows = (zone: string): string =>
      `Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID
11/03/2025,10:40:56,${zone},Ana Rojas,Website Payment,Completed,USD,10.50,0.00,10.50,P-1
11/04/2025,10:40:56,${zone},Bea Soto,Website Payment,Completed,USD,11.50,0.00,11.50,P-2
`;
    const days = async (zone: string): Promise<string[]> =>
      (await parsed(rows(zone))).preview.map(({ brings }: AnyJson) => brings[0].paid_at);
    assert.deepEqual(await days('PST'), ['2025-11-03T18:40:56.000Z', '2025-11-04T18:40:56.000Z']);
    assert.deepEqual(await days('CET'), ['2025-03-11T09:40:56.000Z', '2025-04-11T09:40:56.000Z']);
  });

  await t.test('keeps the upload encrypted, and forgets it after a day', async () => {
    const { import_id, expires_at } = await parsed(SALES);
    assert.equal(expires_at, '2026-04-01T12:00:00.000Z');
    const kept = piecesOf(import_id);
    assert.ok(kept.length > 0 && kept.every(({ sealed }) => !sealed.includes('ana@example')));
    app.clock.advance(86_400_000);
    const late = await api.post(COMMIT, { import_id });
    assert.equal(late.body.error.code, 'invalid_state');
    forgetExpired(app.base);
    assert.deepEqual(piecesOf(import_id), []);
    assert.equal((await api.post(COMMIT, { import_id })).body.error.code, 'not_found');
    const second = await parsed(SALES);
    slice.hooks?.erasure?.person?.(app.base, app.profileId, { publicIds: [], customerNos: [], visitorKeys: [], words: [] });
    assert.deepEqual(piecesOf(second.import_id), []);
  });
});

test('getPaymentImportTemplate', async () => {
  const { body } = await api.get('/profile/payments/import/template');
  const data = await parsed(body.data.content);
  assert.deepEqual([data.is_ready, data.counts.sale, data.counts.refund, data.counts.pending], [true, 1, 1, 1]);
  assert.deepEqual(data.totals, [{ currency: 'USD', amount: '100' }]);
  assert.ok(
    data.columns.every(({ field }: AnyJson) => field !== null),
    JSON.stringify(data.columns),
  );
});

test('commitPaymentImport', async (t) => {
  await t.test('twice and at once is once; what an event brought stays its own; the upload is gone', async () => {
    await report('A-2');
    const announced = recordEvents(app.base, app.profileId);
    const { import_id } = await parsed(SALES);
    const answers = await Promise.all([1, 2, 3].map(() => api.post(COMMIT, { import_id })));
    const again = await api.post(COMMIT, { import_id });
    for (const { status, body } of [...answers, again]) {
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.data.status, body.data.result.created, body.data.result.known], ['completed', 2, 1]);
    }
    assert.equal(await revenue(), 120);
    const { completeness } = (await api.post(COMMIT, { import_id })).body.meta;
    assert.deepEqual([completeness.sentence, completeness.is_complete], ['Counted $120.00 of $120.00 known.', true]);
    const completed = announced().filter(({ type }) => type === 'import.completed');
    assert.deepEqual(
      completed.map(({ data }) => [data['import_id'], data['created'], data['known']]),
      [[import_id, 2, 1]],
    );
    assert.deepEqual(piecesOf(import_id), []);
    const other = await api.post(COMMIT, { import_id, options: { decimal: ',' } });
    assert.equal(other.body.error.code, 'invalid_state');
  });

  await t.test('a sale under the key of an event without money is told, and lost nowhere', async () => {
    const lead = { event_type: 'lead_created', idempotency_key: 'LEAD-1', occurred_at: '2026-03-10T08:00:00Z' };
    assert.equal((await api.post('/events', lead)).status, 201);
    await app.settle();
    const text = 'date,reference,amount,currency\n2026-03-10 10:00,LEAD-1,10,EUR';
    const first = await parsed(text);
    assert.match(first.preview[0].words, /^A sale of 10 EUR; an event without money has the same reference/);
    assert.equal(first.preview[0].brings[0].is_known, false);
    const { result } = (await api.post(COMMIT, { import_id: first.import_id })).body.data;
    assert.deepEqual([result.created, result.known, result.refused.length], [0, 0, 1]);
    assert.match(result.refused[0].words, /^LEAD-1: an event without money/);
    const { import_id } = await parsed(text);
    const again = await api.post(COMMIT, { import_id, options: { reference_prefix: 'shop:' } });
    assert.equal(again.body.data.result.created, 1);
    assert.equal((await api.post(`/profile/payments/imports/${import_id}/undo`)).status, 200);
  });
  await t.test('the same sales in another statement, of another form, count once', async () => {
    const rows = [
      ['Date', 'Order', 'Amount', 'Currency', 'Status'],
      ['2026-03-10 10:00:00', 'A-1', 100, 'USD', 'paid'],
      ['2026-03-20 10:00:00', 'A-9', 9, 'USD', 'paid'],
    ];
    const { result } = await committed(workbook(sheetXml(rows)));
    assert.deepEqual([result.created, result.known], [1, 1]);
    assert.equal(await revenue(), 129);
  });

  await t.test('what was interrupted goes on, and knows what it had written', async () => {
    const { import_id } = await parsed(SALES.replaceAll('A-', 'B-'));
    const journal = app.base.journal;
    const append = journal.appendMade.bind(journal);
    // The facts are on disk, and whoever wrote them is gone before writing down that they are.
    journal.appendMade = async (maker, order) => {
      await append(maker, order);
      throw new Error('the runner is lost');
    };
    assert.equal((await api.post(COMMIT, { import_id })).status, 500);
    journal.appendMade = append;
    const listed = await api.get('/profile/payments/imports');
    assert.equal(listed.body.data[0].status, 'committing');
    assert.equal((await api.post(`/profile/payments/imports/${import_id}/undo`)).body.error.code, 'invalid_state');
    // As the service does by itself once the pause is over.
    app.clock.advance(5_000);
    await runDue(app.base, slice.jobs ?? []);
    assert.equal((await api.get('/profile/payments/imports')).body.data[0].status, 'completed');
    const resumed = await api.post(COMMIT, { import_id });
    assert.deepEqual([resumed.status, resumed.body.data.result.created, resumed.body.data.result.known], [200, 3, 0]);
    assert.equal(await revenue(), 249);
  });

  await t.test('a runner that takes over may write the same facts down in longer ranges', async () => {
    const { import_id } = await committed(SALES.replaceAll('A-', 'L-'));
    const imported = findImport(app.base, app.profileId, import_id) as StatementImport;
    const [existing] = app.base.state.db
      .prepare('select first_seq, last_seq from statement_facts where import_id = ?')
      .all(import_id);
    const { first_seq: first, last_seq: last } = existing as { first_seq: number; last_seq: number };
    const ends = (): unknown[] =>
      app.base.state.db.prepare('select last_seq from statement_facts where import_id = ?').pluck().all(import_id);
    addRanges(app.base, imported, [[first, first]], true);
    assert.deepEqual(ends(), [last]);
    addRanges(app.base, imported, [[first, last + 4]], true);
    assert.deepEqual(ends(), [last + 4]);
    addRanges(app.base, imported, [[first, last]], true);
    app.base.state.db.prepare('update statement_facts set last_seq = ? where import_id = ?').run(last, import_id);
  });

  await t.test('an import that is undone while another lists its sales takes nothing from that one', async () => {
    const sales = SALES.replaceAll('A-', 'M-');
    const before = await revenue();
    const one = await committed(sales);
    const { import_id } = await parsed(sales);
    const committing = api.post(COMMIT, { import_id });
    const [undone, answer] = await Promise.all([api.post(`/profile/payments/imports/${one.import_id}/undo`), committing]);
    assert.deepEqual([undone.status, answer.status, answer.body.data.result.known], [200, 200, 3]);
    assert.equal(await revenue(), before + 120);
    await api.post(`/profile/payments/imports/${import_id}/undo`);
    assert.equal(await revenue(), before);
  });

  await t.test('takes columns and options as they are confirmed, and refuses those that cannot be', async () => {
    const { import_id } = await parsed('When;What;How much\n03/04/2026;X-1;1.500\n');
    const columns = [
      { index: 0, field: 'paid_at' },
      { index: 1, field: 'reference' },
      { index: 2, field: 'amount' },
    ];
    const bad: [object, RegExp][] = [
      [{ options: { timezone: 'Moon/Base' } }, /timezone/],
      [{ options: { currency: 'XXQ' } }, /currency/],
      [{ columns: [{ index: 7, field: 'amount' }] }, /has 3 columns/],
      [{ columns: [columns[0], { index: 1, field: 'paid_at' }] }, /two columns/],
      [{ columns: [columns[0]] }, /amount/],
    ];
    for (const [body, words] of bad) {
      const answer = await api.post(COMMIT, { import_id, ...body });
      assert.deepEqual([answer.status, answer.body.error.code], [422, 'validation_error']);
      assert.match(answer.body.error.message, words);
    }
    const options = { date_order: 'mdy', decimal: ',', currency: 'CLP', timezone: 'America/Santiago', reference_prefix: 'x:' };
    const answer = await api.post(COMMIT, { import_id, columns, options });
    assert.deepEqual(answer.body.data.result.totals, [{ currency: 'CLP', amount: '1500' }]);
    const found = await api.post('/events', {
      event_type: 'payment_received',
      idempotency_key: 'x:X-1',
      occurred_at: '2026-03-05T02:59:59Z',
      value: { amount: 1500, currency: 'CLP' },
    });
    assert.equal(found.body.error.code, 'idempotency_key_conflict');
  });

  await t.test('of another profile there is nothing', async () => {
    const another = { email: 'other@shop.example', workspace: 'Other', profile: 'Other', currency: 'USD', timezone: 'UTC' };
    const other = app.api(initInstallation(app.base, another).api_key);
    const { import_id } = await parsed(SALES);
    assert.equal((await other.post(COMMIT, { import_id })).status, 404);
    assert.equal((await other.post(`/profile/payments/imports/${import_id}/undo`)).status, 404);
    assert.deepEqual((await other.get('/profile/payments/imports')).body.data, []);
  });
});

test('listPaymentImports', async () => {
  for (const order of ['C', 'D', 'E']) await committed(SALES.replaceAll('A-', `${order}-`));
  const first = await api.get('/profile/payments/imports', { limit: 2 });
  const second = await api.get('/profile/payments/imports', { limit: 2, cursor: first.body.pagination.cursor });
  const [one, two, three] = [...first.body.data, ...second.body.data].map(({ import_id }: AnyJson) => import_id);
  assert.equal(new Set([one, two, three]).size, 3);
  assert.deepEqual(first.body.data[0].result.counts.sale, 2);
  assert.equal((await api.get('/profile/payments/imports', { cursor: 'x' })).body.error.code, 'invalid_parameter');
});

test('undoPaymentImport', async (t) => {
  const undo = async (import_id: string): Promise<AnyJson> => {
    const { status, body } = await api.post(`/profile/payments/imports/${import_id}/undo`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  await report('U-2');
  for (const [day, source] of [
    ['07', 'utm_source=google&utm_medium=cpc'],
    ['08', 'utm_source=newsletter&utm_medium=email'],
  ]) {
    app.clock.set(`2026-03-${day}T10:00:00Z`);
    const visit = { event_type: 'page_view', url: `https://shop.example/?${source}` };
    const { body } = await app.request
      .post('/t/collect')
      .set({ accept: 'application/json', 'user-agent': BROWSER })
      .send({ tracking_key: app.trackingKey, anonymous_id: 'b1', events: [visit] });
    assert.equal(body.data?.accepted, 1, JSON.stringify(body));
  }
  app.clock.set('2026-04-02T12:00:00Z');
  const lead = { event_type: 'lead_created', idempotency_key: 'lead', occurred_at: '2026-03-09T10:00:00Z' };
  const existing = await api.post('/events', { ...lead, anonymous_id: 'b1', user_traits: { email: 'ana@example.com' } });
  assert.equal(existing.status, 201, JSON.stringify(existing.body));
  const earnedBefore = await earned();
  const sales = SALES.replaceAll('A-', 'U-');
  const before = await figures();
  const first = await committed(sales);
  const withFirst = await figures();
  assert.notEqual(withFirst, before);

  await t.test('a sale and its refund reach the visits that led to it, half each', async () => {
    const now = await earned();
    // 100 of which 30 were refunded.
    for (const channel of ['Paid Search', 'Email'])
      assert.equal((now[channel] ?? 0) - (earnedBefore[channel] ?? 0), 35, JSON.stringify([earnedBefore, now]));
  });

  await t.test('leaves the figures as they were, bit for bit, and what an event had brought', async () => {
    assert.equal((await undo(first.import_id)).status, 'undone');
    assert.equal(await figures(), before);
    assert.equal((await undo(first.import_id)).status, 'undone');
    assert.equal(await figures(), before);
    const late = await api.post(COMMIT, { import_id: first.import_id });
    assert.equal(late.body.error.code, 'invalid_state');
  });

  await t.test('importing it again brings all of it back, as it was', async () => {
    const again = await committed(sales);
    assert.deepEqual([again.result.created, again.result.known], [0, 3]);
    assert.equal(await figures(), withFirst);
    await undo(again.import_id);
    assert.equal(await figures(), before);
  });

  await t.test('what another import lists as well stays until that one goes, too', async () => {
    const one = await committed(SALES.replaceAll('A-', 'F-'));
    const two = await committed(SALES.replaceAll('A-', 'F-').replace('F-2', 'F-7'));
    const total = await revenue();
    await undo(one.import_id);
    assert.equal(await revenue(), total - 50);
    await undo(two.import_id);
    assert.equal(await figures(), before);
  });

  await t.test('a refund alone can go, and its sale is whole again', async () => {
    const sale = await committed('Date,Order,Amount\n2026-03-10 10:00:00,G-1,100\n');
    const whole = await figures();
    const refund = await committed('Date,Order,Amount,Refund of\n2026-03-12 10:00:00,R-1,-40,G-1\n');
    assert.notEqual(await figures(), whole);
    await undo(refund.import_id);
    assert.equal(await figures(), whole);
    await undo(sale.import_id);
    assert.equal(await figures(), before);
  });
});

test('an import that was undone, corrected', async (t) => {
  const shop = { email: 'sheet@shop.example', workspace: 'Sheets', profile: 'Sheets', currency: 'USD', timezone: 'UTC' };
  const { api_key, profile_id } = initInstallation(app.base, shop);
  const mine = app.api(api_key);
  app.clock.set('2026-06-02T12:00:00Z');
  const ROWS = ['03/04/2026,OP-1,100.00,op@x.example', '03/05/2026,OP-2,20.00,oq@x.example'];
  const FILE = ['date,reference,amount,email', ...ROWS].join('\n');
  const WRONG = { date_order: 'mdy', currency: 'USD' };
  const RIGHT = { date_order: 'dmy', currency: 'EUR' };
  const [AS_WRONG, AS_RIGHT] = [
    ['2026-03-05 20 USD', '2026-03-04 100 USD'],
    ['2026-05-03 20 EUR', '2026-04-03 100 EUR'],
  ];
  const words = async (text: string): Promise<[importId: string, words: string, isKnown: boolean]> => {
    const { status, body } = await upload(text, api_key);
    assert.equal(status, 200, JSON.stringify(body));
    const [row] = body.data.preview;
    return [body.data.import_id, row.words, row.brings[0].is_known];
  };
  const take = async (options: object, text = FILE): Promise<{ importId: string; brought: unknown[] }> => {
    const [importId] = await words(text);
    const { status, body } = await mine.post(COMMIT, { import_id: importId, options });
    assert.equal(status, 200, JSON.stringify(body));
    const { created, known: existing, refused, totals } = body.data.result;
    assert.deepEqual(refused, []);
    return { importId, brought: [created, existing, ...totals.map(({ amount, currency }: AnyJson) => `${amount} ${currency}`)] };
  };
  const undo = async (importId: string): Promise<void> =>
    assert.equal((await mine.post(`/profile/payments/imports/${importId}/undo`)).status, 200);
  const listed = async (): Promise<AnyJson[]> => {
    await app.settle(profile_id);
    const { status, body } = await mine.get('/payments', { limit: 100 });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const payments = async (): Promise<string[]> =>
    (await listed()).map(({ paid_at, net_amount, currency }) => `${paid_at.slice(0, 10)} ${net_amount} ${currency}`);

  const first = await take(WRONG);
  assert.deepEqual(await payments(), AS_WRONG);
  const asFirst = await listed();
  await undo(first.importId);
  assert.deepEqual(await payments(), []);

  let corrected = '';
  await t.test('is taken in as it reads now, and what was undone stays out', async () => {
    const right = await take(RIGHT);
    corrected = right.importId;
    assert.deepEqual(await payments(), AS_RIGHT);
    assert.deepEqual(right.brought, [2, 0, '120 EUR']);
    const again = await take(RIGHT);
    assert.deepEqual(again.brought, [0, 2, '120 EUR']);
    assert.deepEqual(await payments(), AS_RIGHT);
    await undo(again.importId);
    assert.deepEqual(await payments(), AS_RIGHT);
  });

  await t.test('is what its reference names: refunds, and the journey to it', async () => {
    const refund = await take({ currency: 'EUR' }, 'date,reference,amount,refund_of\n2026-04-20,OP-R,-30,OP-1\n');
    assert.deepEqual(await payments(), ['2026-05-03 20 EUR', '2026-04-03 70 EUR']);
    await undo(refund.importId);
    assert.deepEqual(await payments(), AS_RIGHT);
    const journey = await mine.get('/conversions/OP-1/journey');
    assert.equal(journey.status, 200, JSON.stringify(journey.body));
    assert.match(JSON.stringify(journey.body.data), /2026-04-03/);
  });

  await t.test('is the same when everything is computed anew', async () => {
    const all = async (): Promise<string> => JSON.stringify([await listed(), (await mine.get('/overview', RANGE)).body.data]);
    const before = await all();
    await rebuild(app.base, profile_id);
    assert.equal(await all(), before);
  });

  await t.test('can be undone itself; then either reading comes back as it was, never both', async () => {
    const asRight = await listed();
    await undo(corrected);
    assert.deepEqual(await payments(), []);
    const wrong = await take(WRONG);
    assert.deepEqual(wrong.brought, [0, 2, '120 USD']);
    assert.deepEqual(await listed(), asFirst);
    const beside = await take(RIGHT);
    assert.deepEqual(beside.brought, [0, 2, '120 EUR']);
    assert.deepEqual(await listed(), asFirst);
    await undo(beside.importId);
    await undo(wrong.importId);
    const right = await take(RIGHT);
    assert.deepEqual(right.brought, [0, 2, '120 EUR']);
    assert.deepEqual(await listed(), asRight);
    await undo(right.importId);
    const third = await take(RIGHT, FILE.replace('100.00', '90.00'));
    assert.deepEqual(third.brought, [1, 1, '110 EUR']);
    assert.deepEqual(await payments(), ['2026-05-03 20 EUR', '2026-04-03 90 EUR']);
    await undo(third.importId);
    assert.deepEqual(await payments(), []);
  });

  await t.test('the preview says what each row would do', async () => {
    const text = 'date,reference,amount,currency\n2026-03-09 10:00:00,OP-9,100,USD\n';
    assert.deepEqual((await words(text)).slice(1), ['A sale of 100 USD.', false]);
    const { importId } = await take({}, text);
    assert.deepEqual((await words(text)).slice(1), ['A sale of 100 USD; it came before, and counts once.', true]);
    await undo(importId);
    assert.deepEqual((await words(text)).slice(1), ['A sale of 100 USD; it came before and was undone: it counts again.', true]);
    assert.deepEqual((await words(text.replace('100', '90'))).slice(1), [
      'A sale of 90 USD; its reference came before with other content, which was undone and stays out: this counts.',
      false,
    ]);
  });

  await t.test('goes on where it was interrupted, and knows what it had written', async () => {
    const [importId] = await words(FILE.replace('20.00', '25.00'));
    const journal = app.base.journal;
    const append = journal.appendMade.bind(journal);
    let sent = 0;
    // The corrected ones are the second that it sends.
    journal.appendMade = async (maker, order) => {
      const results = await append(maker, order);
      sent += 1;
      if (sent === 2) throw new Error('the runner is lost');
      return results;
    };
    assert.equal((await mine.post(COMMIT, { import_id: importId, options: RIGHT })).status, 500);
    journal.appendMade = append;
    const { body } = await mine.post(COMMIT, { import_id: importId, options: RIGHT });
    assert.deepEqual([body.data.status, body.data.result.created, body.data.result.known], ['completed', 1, 1]);
    assert.deepEqual(await payments(), ['2026-05-03 25 EUR', '2026-04-03 100 EUR']);
    await undo(importId);
    assert.deepEqual(await payments(), []);
  });
});

test('a workspace that uploads without end', async (t) => {
  const busy = await startTestApp({ config: { importHourSeconds: 3 } });
  t.after(() => busy.close());
  const other = initInstallation(busy.base, {
    email: 'other@shop.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'USD',
    timezone: 'UTC',
  });
  const post = (credential: string, text: string | Buffer) =>
    busy.request
      .post(PARSE)
      .set('authorization', `Bearer ${credential}`)
      .attach('file', Buffer.from(text as string), 'a.csv');
  const long = `Date,Order,Amount\n${'2026-03-14,A-1,5.00\n'.repeat(20_000)}`;

  await t.test('reads one file at a time, and another workspace does not wait behind it', async () => {
    const mine = Promise.all(Array.from({ length: 7 }, () => post(busy.apiKey, long)));
    const first = await Promise.race([post(other.api_key, SALES), mine]);
    assert.ok('status' in first && first.status === 200, 'the other workspace was answered first');
    const refused = (await mine).filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length < 7, `${refused.length} of 7 were refused`);
    for (const { status, body } of refused) {
      assert.equal(status, 429);
      assert.match(body.error.message, /^(Other )?statements of this workspace|^The statements of this workspace/i);
    }
  });

  await t.test('and is refused once its files took their share of the hour, which another workspace still has', async () => {
    let answer = await post(busy.apiKey, long);
    for (let more = 0; more < 200 && answer.status === 200; more += 1) answer = await post(busy.apiKey, long);
    assert.deepEqual([answer.status, answer.body.error.code], [429, 'rate_limit_exceeded']);
    assert.match(answer.body.error.message, /more than 3 seconds to read within an hour/);
    assert.ok(Number(answer.headers['retry-after']) > 3_000);
    assert.equal((await post(other.api_key, SALES)).status, 200);
    busy.clock.advance(3_600_001);
    assert.equal((await post(busy.apiKey, SALES)).status, 200);
  });

  await t.test('a small workbook with a cell far away is refused before it is built', async () => {
    const { status, body } = await post(
      other.api_key,
      workbook(sheetXml([['Fecha', { xml: '<c r="XFD1048576"><v>1</v></c>' }]])),
    );
    assert.deepEqual([status, body.error.code], [400, 'invalid_content']);
    assert.match(body.error.message, /^file: The sheet has more than 250000 rows/);
  });
});
