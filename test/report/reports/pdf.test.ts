// Reports as PDF, printed by Chromium: a file of the mail and a download, with the figures of the mail. Nothing is loaded or run for it, and a report goes
// without its PDF rather than not at all.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { extractText, getDocumentProxy } from 'unpdf';
import { chromiumPath } from '../../../bin/chromium.ts';
import { deliverMails } from '../../../src/account/people/index.ts';
import { NotPrinted, printPdf } from '../../../src/report/reports/pdf/chromium.ts';
import { type MailServer, startMailServer } from '../../fakes/mail-server.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
let server: MailServer;
let ownerId: string;
const folder = mkdtempSync(join(tmpdir(), 'tributary-chromium-'));
const at = (path = ''): string => `/workspaces/${shop.workspaceId}/reports${path}`;
const WEEKLY = { every: 'week', weekday: 1, at: '08:00', timezone: 'UTC' };

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
/** Chromium's sandbox needs a user who is not root; the service itself never ends the sandbox. */
const chromium = program('chromium', `exec ${chromiumPath()}${process.getuid?.() === 0 ? ' --no-sandbox' : ''} "$@"`);

const ends: (() => unknown)[] = [];
before(async () => {
  server = await startMailServer({ after: (end) => void ends.push(end) });
  shop = await openShop({ config: { chromium, smtpUrl: server.url } });
  shop.clock.set('2026-03-09T05:00:00Z');
  ownerId = (await shop.api(shop.session).get('/me')).body.data.user_id;
});
after(() => shop?.close());
after(() => Promise.all(ends.map((end) => end())));
after(() => rmSync(folder, { recursive: true, force: true }));

async function create(title: string, more: object = {}): Promise<string> {
  const schedule = { profile_id: shop.profileId, title, page: 'overview', rhythm: WEEKLY, recipients: [ownerId], has_pdf: true };
  const { status, body } = await shop.api(shop.session).post(at('/schedules'), { ...schedule, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.data.has_pdf, true);
  return body.data.id;
}

async function send(id: string) {
  const { status, body } = await shop.api(shop.session).post(at(`/schedules/${id}/send`), undefined);
  assert.equal(status, 201, JSON.stringify(body));
  await deliverMails(shop.base);
  const raw = server.taken.pop()?.text ?? assert.fail('a mail was sent');
  return { report: body.data, mail: await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' }) };
}

/** Words of a PDF with one space between them. */
async function wordsIn(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const pdfIn = ({ attachments }: Awaited<ReturnType<typeof send>>['mail']): Uint8Array | undefined => {
  const file = attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  return file && file.content instanceof ArrayBuffer ? new Uint8Array(file.content) : undefined;
};

const download = (reportId: string, session = shop.session): Promise<Response> =>
  fetch(new URL(`/api/v1${at(`/${reportId}/pdf`)}`, shop.baseUrl), { headers: { authorization: `Bearer ${session}` } });

test('getReportPdf', async (t) => {
  await t.test('the mail has the report as PDF with its own figures, and the download is the same report', async () => {
    const { report, mail } = await send(await create('Week <b>of</b> the shop'));
    const lines = (mail.text ?? '').split('\n').filter((line) => /^(?!To get)[A-Z][\w ]*: \S/.test(line));
    assert.ok(lines.length >= 6, mail.text);
    const [attached, fetched] = [pdfIn(mail) ?? assert.fail('the mail has a PDF'), await download(report.id)];
    assert.equal(fetched.status, 200, await (fetched.ok ? '' : fetched.text()));
    assert.match(fetched.headers.get('content-disposition') ?? '', /^attachment; filename\*=UTF-8''Week.*\.pdf$/);
    for (const words of [await wordsIn(attached), await wordsIn(new Uint8Array(await fetched.arrayBuffer()))]) {
      assert.match(words, /^Week <b>of<\/b> the shop /);
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^:]+): (\S.*?)(?: \(|$)/.exec(line) ?? [];
        assert.ok(words.includes(`${name} ${value}`), `${name} ${value} in ${words}`);
      }
      assert.ok(words.includes('Revenue and spend') && words.includes('Paid Search'), words);
    }
    assert.deepEqual(
      mail.attachments.map(({ filename }) => filename).filter((name) => name !== 'graph.png'),
      ['report.pdf', 'table-1.csv'],
    );
  });
  await t.test('is listed by the preview, which prints nothing', async () => {
    const id = await create('Listed');
    const { body } = await shop.api(shop.session).get(at(`/schedules/${id}/preview`));
    assert.deepEqual(body.data.attachments[0], { name: 'report.pdf', rows: null });
    assert.deepEqual(
      body.data.attachments.map(({ name }: { name: string }) => name),
      ['report.pdf', 'table-1.csv'],
    );
  });
  await t.test('is for those who can open the report', async () => {
    const { report } = await send(await create('Mine', { has_pdf: true }));
    assert.equal((await download(report.id, 'svc_session_nobody')).status, 401);
    assert.equal((await download(shop.profileId)).status, 404);
  });
});

test('a report without a PDF', async (t) => {
  const config = shop.base.config as { chromium: string | undefined };
  t.after(() => {
    config.chromium = chromium;
  });
  const id = await create('Broken');
  await t.test('goes where Chromium ends or is not there, and says so', async () => {
    for (const [path, said] of [
      [program('ends', 'echo "no display" >&2; exit 3'), /^The PDF could not be made: Chromium ended/],
      [join(folder, 'missing'), /^The PDF could not be made: Chromium could not be started/],
    ] as const) {
      config.chromium = path;
      const { report, mail } = await send(id);
      assert.equal(pdfIn(mail), undefined);
      const { body } = await shop.api(shop.session).get(at(`/${report.id}`));
      assert.match(body.data.contents.warnings[0], said);
      const answer = await download(report.id);
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '30']);
      shop.clock.set(new Date(shop.clock.now() + 7 * 86_400_000).toISOString());
    }
  });
  await t.test('is asked for where the operator has named none: refused with what to do', async () => {
    config.chromium = undefined;
    const schedule = { profile_id: shop.profileId, title: 'None', page: 'overview', rhythm: WEEKLY, recipients: [ownerId] };
    const { status, body } = await shop.api(shop.session).post(at('/schedules'), { ...schedule, has_pdf: true });
    assert.deepEqual([status, body.error.code], [409, 'invalid_state']);
    assert.match(body.error.message, /TRIBUTARY_CHROMIUM/);
    const { report } = await send(id);
    const answer = await download(report.id);
    assert.deepEqual([answer.status, /TRIBUTARY_CHROMIUM/.test(await answer.text())], [409, true]);
  });
});

test('what is printed', async (t) => {
  await t.test('loads and runs nothing', async () => {
    let requests = 0;
    const counting = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    counting.listen(0, '127.0.0.1');
    await once(counting, 'listening');
    const { port } = counting.address() as AddressInfo;
    t.after(() => counting.close());
    const url = `http://127.0.0.1:${port}`;
    const pdf = await printPdf(
      chromium,
      `<!doctype html><title>T</title><link rel="stylesheet" href="${url}/a.css"><img src="${url}/b.png"><iframe src="${url}/c"></iframe><p>Before</p><script>document.body.append('ran'); fetch('${url}/d')</script><img src="file:///etc/hostname">`,
    );
    assert.equal((await wordsIn(new Uint8Array(pdf))).trim(), 'Before');
    assert.equal(requests, 0);
  });
  await t.test('is given up after its time', async () => {
    await assert.rejects(printPdf(program('hangs', 'exec sleep 60'), '<p>', 300), NotPrinted);
  });
});
