// Files of messages through the door: what may be uploaded, files out and in by mail, what leaves with a person, with time and with a damaged disk.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import PostalMime from 'postal-mime';
import { receiveJob } from '../../../src/act/messaging/email/inbound/receive.ts';
import { ageOutJob } from '../../../src/act/messaging/forget.ts';
import { lookAtMedia, mediaProblems } from '../../../src/act/messaging/media/file-losses.ts';
import { mediaFolder } from '../../../src/act/messaging/media/files.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { startImapServer } from '../../fakes/imap-server.ts';
import { until } from '../../until.ts';
import { NOW_MS } from '../connections/records/record-world.ts';
import { ANA, MAIL, type MailWorld, SHOP, startMailWorld } from './mail-world.ts';
import { JPEG, MP4, OGG, PDF, PNG, PROGRAM, readFile, sized, text, uploadFile } from './media-files.ts';

const DAY_MS = 86_400_000;
const MB = 1_048_576;

const filesOf = ({ w: { app } }: MailWorld): string[] => {
  const folder = mediaFolder(app.base, app.profileId);
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function ageOut({ w: { app } }: MailWorld): Promise<void> {
  addJob(app.base, ageOutJob, { payload: {} });
  await runDue(app.base, [ageOutJob]);
}

test('uploadMessageMedia', async (t) => {
  const world = await startMailWorld(t);
  const { upload, keyOf, secretOf } = world;

  await t.test('the first bytes say what a file is', async () => {
    const { status, body } = await upload(PNG, 'a/../photo.png', 'image/png');
    assert.equal(status, 201, JSON.stringify(body));
    const { media_id, ...rest } = body.data;
    const expected = { kind: 'image', mime_type: 'image/png', filename: 'photo.png', bytes: PNG.length };
    assert.deepEqual(rest, { ...expected, expires_at: new Date(NOW_MS + DAY_MS).toISOString() });
    const stored = readFileSync(join(mediaFolder(world.w.app.base, world.w.app.profileId), media_id));
    assert.ok(!stored.includes('IHDR'), 'it is sealed');
    const kinds = [
      [JPEG, 'x.jpg', 'image/jpg', 'image/jpeg'],
      [MP4, 'x.mp4', 'video/mp4', 'video/mp4'],
      [OGG, 'x.ogg', 'application/octet-stream', 'audio/ogg'],
      [PDF, 'no-ending', '', 'application/pdf'],
      [text('a,b\n1,2\n'), 'x.csv', 'text/csv', 'text/csv'],
      [text('Grüße'), 'x.txt', '', 'text/plain'],
    ] as const;
    for (const [bytes, name, type, found] of kinds)
      assert.equal((await upload(bytes, name, type)).body.data?.mime_type, found, name);
  });

  await t.test('what is not what it says is refused', async () => {
    const refused = [
      [new Uint8Array(0), 'x.png', 'image/png'],
      [PNG, 'x.pdf', 'application/pdf'],
      [PNG, 'x.png', 'application/pdf'],
      [PROGRAM, 'x.jpg', 'image/jpeg'],
      [PROGRAM, 'x.exe', 'application/octet-stream'],
      [text('<svg onload="x()"/>'), 'x.svg', 'image/svg+xml'],
      [text('<script>x()</script>'), 'x.html', 'text/html'],
      [text('no picture'), 'x.png', ''],
      [sized(text('a'), 9).map((byte, at) => (at === 4 ? 0 : byte)), 'x.txt', 'text/plain'],
    ] as const;
    const before = filesOf(world).length;
    for (const [bytes, name, type] of refused) {
      const { status, body } = await upload(bytes, name, type);
      assert.deepEqual([status, body.error?.code], [400, 'invalid_content'], `${name} ${type}`);
    }
    assert.equal(filesOf(world).length, before);
  });

  await t.test('each kind has its size', async () => {
    assert.equal((await upload(sized(JPEG, 5 * MB), 'x.jpg')).status, 201);
    for (const [head, bytes] of [
      [JPEG, 5 * MB + 1],
      [MP4, 16 * MB + 1],
      [OGG, 16 * MB + 1],
    ] as const) {
      const { status, body } = await upload(sized(head, bytes), 'x');
      assert.deepEqual([status, body.error.code], [413, 'payload_too_large']);
    }
  });

  await t.test('needs a scope for writing, and a form', async () => {
    const reader = await uploadFile(world.w.app, secretOf('messages:read'), PNG, 'x.png');
    assert.equal(reader.body.error.code, 'insufficient_scope');
    assert.equal((await keyOf('messages:write').post('/messages/media', { file: 'x' })).body.error.code, 'invalid_request');
  });

  await t.test('only so many wait for their message, each for a day', async () => {
    for (let n = 0; n < 60; n += 1) {
      // The limit of calls in a minute is another matter.
      if (n % 20 === 0) world.w.app.clock.advance(61_000);
      const { status, body } = await upload(PNG, 'x.png');
      if (status === 201) continue;
      assert.deepEqual([status, body.error.code], [409, 'invalid_state']);
      break;
    }
    assert.equal(filesOf(world).length, 50);
    world.w.app.clock.advance(DAY_MS + 1);
    await ageOut(world);
    assert.deepEqual(filesOf(world), []);
    assert.equal((await upload(PNG, 'x.png')).status, 201);
  });
});

test('files go out with a mail and are read again', async (t) => {
  const world = await startMailWorld(t);
  await world.connect();
  const { upload, send, server, key, w, secretOf } = world;
  const secret = secretOf('messages:read');
  const first = (await upload(PDF, 'invoice.pdf')).body.data.media_id;
  const second = (await upload(text('a,b\n'), 'x.csv', 'text/csv')).body.data.media_id;
  const attachments = [{ media_id: first, filename: '../Rechnung "März".pdf' }, { media_id: second }];
  const sent = await send({ ...MAIL, attachments });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const mail = await PostalMime.parse(server.taken[0]?.text ?? '', { attachmentEncoding: 'arraybuffer' });
  const seen = mail.attachments.map(({ filename, mimeType, disposition, content }) => [
    filename,
    mimeType,
    disposition,
    Buffer.from(content as ArrayBuffer).equals(Buffer.from(filename === 'x.csv' ? text('a,b\n') : PDF)),
  ]);
  assert.deepEqual(seen, [
    ['Rechnung _März_.pdf', 'application/pdf', 'attachment', true],
    ['x.csv', 'text/csv', 'attachment', true],
  ]);
  const { message_id: id } = sent.body.data;
  const shown = (await key.get(`/messages/${id}`)).body.data;
  assert.deepEqual(shown.attachments[0], {
    media_id: first,
    kind: 'document',
    mime_type: 'application/pdf',
    filename: 'Rechnung _März_.pdf',
    bytes: PDF.length,
    content_id: null,
    status: 'kept',
  });

  await t.test('getMessageMedia', async () => {
    const file = await readFile(w.app, secret, id);
    assert.equal(file.status, 200, JSON.stringify(file.body));
    assert.ok(file.bytes.equals(Buffer.from(PDF)));
    const header = (name: string) => file.headers.get(name);
    assert.deepEqual(
      [header('content-type'), header('content-length'), header('x-content-type-options'), header('cache-control')],
      ['application/pdf', String(PDF.length), 'nosniff', 'no-store'],
    );
    assert.equal(header('content-disposition'), "attachment; filename*=UTF-8''Rechnung%20_M%C3%A4rz_.pdf");
    assert.match(header('content-security-policy') ?? '', /default-src 'none'; sandbox/);
    assert.ok((await readFile(w.app, secret, id, second)).bytes.equals(Buffer.from('a,b\n')));
    assert.equal((await readFile(w.app, secretOf('messages:write'), id)).body.error.code, 'insufficient_scope');
    assert.equal((await readFile(w.app, secret, id, id)).body.error.code, 'not_found');
    assert.equal((await readFile(w.app, secret, first)).body.error.code, 'not_found');
    const plain = (await send()).body.data.message_id;
    assert.equal((await readFile(w.app, secret, plain)).body.error.code, 'not_found');
  });

  await t.test('a mail has a size, and its files are there', async () => {
    const large = (await upload(sized(PDF, 19 * MB), 'x.pdf')).body.data.media_id;
    const before = server.taken.length;
    const refusals = [
      [[{ media_id: large }], 413, 'payload_too_large'],
      [[{ media_id: id }], 404, 'not_found'],
    ] as const;
    for (const [wanted, status, code] of refusals) {
      const { status: found, body } = await send({ ...MAIL, attachments: wanted });
      assert.deepEqual([found, body.error.code], [status, code]);
    }
    const ofWhatsApp = await send({ ...MAIL, media: { media_id: first } });
    assert.equal(ofWhatsApp.body.error.code, 'validation_error');
    assert.equal(server.taken.length, before);
    // The same file goes with another mail.
    assert.equal((await send({ ...MAIL, attachments: [{ media_id: first }] })).status, 201);
  });

  await t.test('a file that is lost is said, not sent, and found again', async () => {
    const path = join(mediaFolder(w.app.base, w.app.profileId), first);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, 40));
    await lookAtMedia(w.app.base, { depth: 'bytes' });
    assert.match(mediaProblems(w.app.base)[0]?.what ?? '', /^1 file of messages of profile /);
    assert.equal((await readFile(w.app, secret, id)).body.error.code, 'media_expired');
    assert.equal((await send({ ...MAIL, attachments: [{ media_id: first }] })).body.error.code, 'media_expired');
    writeFileSync(path, whole);
    await lookAtMedia(w.app.base, { depth: 'names' });
    assert.deepEqual(mediaProblems(w.app.base), []);
    assert.equal((await readFile(w.app, secret, id)).status, 200);
    rmSync(path);
    assert.equal((await readFile(w.app, secret, id)).body.error.code, 'media_expired');
    writeFileSync(path, whole);
  });

  await t.test('after a year nothing of them is left', async () => {
    w.app.clock.advance(366 * DAY_MS);
    await ageOut(world);
    assert.deepEqual(filesOf(world), []);
    const later = secretOf('messages:read');
    assert.equal((await readFile(w.app, later, id)).body.error.code, 'media_expired');
  });
});

const PIECE = Buffer.from(PNG).toString('base64');

async function startInbox(t: TestContext) {
  const imap = await startImapServer(t, NOW_MS);
  const world = await startMailWorld(t, {}, { more: [imap.address] });
  await world.connect({ imap: imap.address });
  const { w } = world;
  const connectionId: string = (await w.connection()).id;
  const receive = async (): Promise<void> => {
    addJob(w.app.base, receiveJob, { profileId: w.app.profileId, payload: { connection_id: connectionId } });
    await runDue(w.app.base, [receiveJob]);
  };
  await receive();
  return { world, imap, receive };
}

const mailWithFiles = (replyTo: string, id: string): string =>
  [
    `From: ${ANA}`,
    `To: ${SHOP}`,
    'Subject: Re: Your order',
    `Message-ID: ${id}`,
    `In-Reply-To: ${replyTo}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See the picture',
    '--b',
    'Content-Type: application/pdf; name="../../evil.pdf"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="../../evil.pdf"',
    '',
    PIECE,
    '--b',
    'Content-Type: image/png',
    'Content-ID: <logo@x>',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline',
    '',
    PIECE,
    '--b--',
  ].join('\n');

test('files that come in by mail are kept, and go with their person', async (t) => {
  const { world, imap, receive } = await startInbox(t);
  const { send, key, w, secretOf } = world;
  const lead = { event_type: 'lead_created', idempotency_key: 'l1', user_traits: { email: ANA } };
  await w.api.post('/events', lead, { profile_id: w.app.profileId });
  await w.app.settle();
  const { rfc822_message_id: sent } = (await send()).body.data;
  imap.add(mailWithFiles(sent, '<a1@example.com>'));
  imap.add(mailWithFiles('<unknown@else.example>', '<s1@else.example>').replace(ANA, 'stranger@else.example'));
  await receive();
  const [mail, ...more] = (await key.get('/messages', { direction: 'inbound', limit: 100 })).body.data;
  assert.equal(more.length, 0);
  const seen = mail.attachments.map((each: Record<string, unknown>) => [
    each['kind'],
    each['mime_type'],
    each['filename'],
    each['content_id'],
    each['status'],
  ]);
  assert.deepEqual(seen, [
    ['image', 'image/png', 'evil.pdf', null, 'kept'],
    ['image', 'image/png', null, 'logo@x', 'kept'],
  ]);
  const file = await readFile(w.app, secretOf('messages:read'), mail.message_id, mail.attachments[1].media_id);
  assert.ok(file.bytes.equals(Buffer.from(PNG)));
  // Again it is stored once, and nothing of the second reading stays.
  imap.renew();
  await receive();
  assert.equal(filesOf(world).length, 2);
  const waiting = (await world.upload(PDF, 'x.pdf')).body.data.media_id;
  assert.ok(filesOf(world).includes(waiting));
  const erase = () =>
    w.api.post(`/workspaces/${w.app.workspaceId}/customer-erasures`, { profile_id: w.app.profileId, email: ANA });
  await until(async () => (await erase()).status === 200, 'the person is erased');
  await until(() => filesOf(world).length === 0, 'the files are removed');
  const read = await readFile(w.app, secretOf('messages:read'), mail.message_id);
  assert.equal(read.body.error.code, 'media_expired');
});
