// Files in WhatsApp, out and in: the form that it gets, refusals without a call, a file that is fetched once, one that is not what was announced, one whose
// week is over, and a host that is not WhatsApp's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOutJob } from '../../../src/act/messaging/forget.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { PERSON } from '../../fakes/whatsapp.ts';
import { JPEG, OGG, PDF, PNG, readFile, sized, text, uploadFile } from './media-files.ts';
import { startWhatsAppWorld, type WhatsAppWorld } from './whatsapp-world.ts';

const TO = `+${PERSON.wa_id}`;
const DAY_MS = 86_400_000;

const upload = async ({ w: { app } }: WhatsAppWorld, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> => {
  const { status, body } = await uploadFile(app, app.session, bytes, name);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.media_id;
};

test('a file is given to WhatsApp and then named by the message', async (t) => {
  const c = await startWhatsAppWorld(t);
  await c.hears('wamid.1');
  const invoice = await upload(c, sized(PDF, 600_000), 'Rechnung März.pdf');
  const media = { media_id: invoice, caption: 'Here it is' };
  const { status, body } = await c.text({ to: TO, media });
  assert.equal(status, 201, JSON.stringify(body));
  const [given] = c.whatsapp.uploads;
  assert.deepEqual([given?.type, given?.name, given?.bytes.length], ['application/pdf', 'Rechnung März.pdf', 600_000]);
  assert.ok(given?.bytes.equals(Buffer.from(sized(PDF, 600_000))));
  const [sent] = c.whatsapp.sent;
  assert.deepEqual(
    [sent.type, sent.document, sent.biz_opaque_callback_data],
    ['document', { id: 'media.1', caption: 'Here it is', filename: 'Rechnung März.pdf' }, body.data.message_id],
  );
  const shown = await c.message(body.data.message_id);
  assert.deepEqual(
    [shown.text, shown.attachments.length, shown.attachments[0].media_id, shown.attachments[0].status],
    ['Here it is', 1, invoice, 'kept'],
  );
  const read = await readFile(c.w.app, c.w.app.session, body.data.message_id);
  assert.equal(read.bytes.length, 600_000);
  const picture = await upload(c, JPEG, 'x.jpg');
  assert.equal((await c.text({ to: TO, media: { media_id: picture } })).status, 201);
  assert.deepEqual(c.whatsapp.sent[1].image, { id: 'media.2' });
});

test('what WhatsApp does not take is refused before any call', async (t) => {
  const c = await startWhatsAppWorld(t);
  const sends = async (body: Record<string, unknown>): Promise<string> =>
    (await c.text({ to: TO, ...body })).body.error?.code ?? 'sent';
  const picture = await upload(c, JPEG, 'x.jpg');
  assert.equal(await sends({ media: { media_id: picture } }), 'messaging_service_window_expired');
  await c.hears('wamid.1');
  const [table, record] = [await upload(c, text('a,b\n'), 'x.csv'), await upload(c, OGG, 'x.ogg')];
  assert.equal(await sends({ media: { media_id: table } }), 'validation_error');
  assert.equal(await sends({ media: { media_id: record, caption: 'Listen' } }), 'validation_error');
  assert.equal(await sends({ media: { media_id: picture }, text: 'both' }), 'validation_error');
  assert.equal(await sends({ attachments: [{ media_id: picture }], text: 'x' }), 'validation_error');
  assert.equal(await sends({ media: { media_id: c.w.app.profileId } }), 'not_found');
  assert.deepEqual([c.whatsapp.uploads.length, c.whatsapp.sent.length], [0, 0]);
  // The file may not arrive: then nothing was sent, and the same call may try again.
  c.whatsapp.server.fail('error_once', 3);
  const { status, body } = await c.text({ to: TO, media: { media_id: picture } }, 'k1');
  assert.deepEqual([status, body.error.code], [503, 'provider_error']);
  assert.equal(c.whatsapp.sent.length, 0);
  assert.equal((await c.text({ to: TO, media: { media_id: picture } }, 'k1')).status, 201);
  c.whatsapp.refuse(131053, { details: 'Media upload error' });
  assert.equal(await sends({ media: { media_id: picture } }), 'invalid_content');
});

test('a file that comes in is fetched once and kept', async (t) => {
  const c = await startWhatsAppWorld(t);
  const picture = Buffer.from(PNG);
  c.whatsapp.files.set('65463453', { type: 'image/png', bytes: picture });
  const image = { id: '65463453', mime_type: 'image/png', caption: 'Look' };
  await c.hears('wamid.1', 0, { type: 'image', text: undefined, image });
  const [message] = await c.messages();
  assert.equal(message.attachments[0].status, 'waiting');
  const early = await readFile(c.w.app, c.w.app.session, message.message_id);
  assert.deepEqual([early.status, early.body.error.code], [503, 'service_unavailable']);
  assert.ok(early.headers.get('retry-after'));
  await c.work();
  await c.hears('wamid.1', 0, { type: 'image', text: undefined, image });
  await c.work();
  const asked = c.whatsapp.server.requests.filter(({ url }) => url.startsWith('/files/'));
  assert.equal(asked.length, 1);
  const read = await readFile(c.w.app, c.w.app.session, message.message_id);
  assert.ok(read.bytes.equals(picture));
  const { attachments } = await c.message(message.message_id);
  const { kind, mime_type, bytes, status } = attachments[0];
  assert.deepEqual([kind, mime_type, bytes, status], ['image', 'image/png', picture.length, 'kept']);
});

test('a file that nobody has any more has expired', async (t) => {
  const c = await startWhatsAppWorld(t);
  const hears = async (id: string) => {
    await c.hears(`wamid.${id}`, 0, { type: 'document', text: undefined, document: { id, mime_type: 'application/pdf' } });
    const [{ message_id: messageId }] = await c.messages({ limit: 1 });
    return async () => (await readFile(c.w.app, c.w.app.session, messageId)).body?.error.code ?? 'read';
  };
  c.whatsapp.files.set('gone', null);
  c.whatsapp.files.set('foreign', { type: 'application/pdf', bytes: Buffer.from(PDF), host: 'https://files.else.example' });
  c.whatsapp.files.set('cut', { type: 'application/pdf', bytes: Buffer.from(PDF), sha256: '00'.repeat(32) });
  const [gone, foreign, cut] = [await hears('gone'), await hears('foreign'), await hears('cut')];
  await c.work();
  assert.deepEqual([await gone(), await foreign(), await cut()], ['media_expired', 'media_expired', 'service_unavailable']);
  // It is asked for again, until WhatsApp's week is over.
  c.whatsapp.files.set('cut', { type: 'application/pdf', bytes: Buffer.from(PDF) });
  const age = async (ms: number) => {
    c.w.app.clock.advance(ms);
    addJob(c.w.app.base, ageOutJob, { payload: {} });
    await runDue(c.w.app.base, [ageOutJob]);
    await c.work();
  };
  await age(DAY_MS);
  assert.equal(await cut(), 'read');
  const late = await hears('late');
  c.whatsapp.server.fail('error_once', 1_000);
  await age(8 * DAY_MS);
  assert.equal(await late(), 'media_expired');
});
