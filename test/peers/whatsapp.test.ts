// Webhooks and errors of WhatsApp, windows and limits, and errors of Google Calendar, as their providers document them: each given case.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { calendarErrorOf } from '../../src/providers/calendar-errors.ts';
import { judgeGoogleCalendar } from '../../src/providers/google-calendar/errors.ts';
import type { Judgement, ProviderAnswer } from '../../src/providers/http/client.ts';
import { outcomeOf, ProviderFailure } from '../../src/providers/http/failure.ts';
import { Secret } from '../../src/providers/secret.ts';
import { judgeWhatsApp, whatsAppErrorOf } from '../../src/providers/whatsapp/errors.ts';
import { challengeOf, isSignedByWhatsApp, readWhatsAppHook } from '../../src/providers/whatsapp/hooks.ts';
import { publicFile, publicText } from './public-data.ts';

const folder = publicFile('messaging', 'whatsapp', 'webhooks');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const eventsOf = (name: string) => readWhatsAppHook(readFileSync(`${folder}/${name}`));

const KINDS: Record<string, string> = {
  message: 'message',
  callback_button: 'message',
  message_status: 'status',
  account_update: 'account',
  system: 'number_changed',
  user_marketing_preferences: 'preference',
};

test('webhooks', () => {
  assert.ok(files.length >= 28);
  for (const name of files) {
    const [kind = ''] = name.split('.');
    const events = eventsOf(name);
    const wanted = KINDS[kind];
    if (wanted !== undefined)
      assert.deepEqual(
        events.map((each) => each.kind),
        [wanted],
        name,
      );
  }
  const only = (name: string) => eventsOf(name)[0];
  const ad = only('made.ctwa_ad.json');
  assert.ok(ad?.kind === 'message');
  assert.deepEqual(
    [ad.referral?.sourceId, ad.referral?.clickId?.slice(0, 4), ad.person.phone],
    ['120226305854810726', 'Aff-', '16505551234'],
  );
  const named = only('made.username_only.json');
  assert.ok(named?.kind === 'message');
  assert.deepEqual([named.person, named.text], [{ userId: 'BR.1502576394655843', phone: null, name: 'Zoë' }, 'olá']);
  for (const code of ['131042', '131047']) {
    const failed = only(`made.status_${code}.json`);
    assert.ok(failed?.kind === 'status' && failed.status === 'failed' && failed.error?.code === code);
  }
  const image = only('message.image.json');
  assert.ok(image?.kind === 'message' && image.media?.id === '65463453' && image.media.mimeType === 'image/jpeg');
  const button = only('callback_button.button.json');
  assert.ok(button?.kind === 'message' && button.text === 'title' && button.replyTo === 'wamid.xyzxyz');
  assert.deepEqual(eventsOf('made.errors_at_value.json'), []);
  const echo = only('outgoing_message.text.json');
  assert.ok(echo?.kind === 'echo' && echo.text === 'Test message' && echo.at === 1_697_043_223_000);
});

const bodyVector = z.object({
  provider: z.string(),
  secret: z.string().default(''),
  body: z.string(),
  signature: z.string().nullable(),
  valid: z.boolean().nullable(),
});

test('signatures and handshakes', () => {
  const vectors = z.array(bodyVector).parse(JSON.parse(publicText('messaging', 'signatures', 'body-hmac.json')));
  const ours = vectors.filter(({ provider }) => provider === 'meta');
  assert.ok(ours.length >= 2);
  for (const { secret, body, signature, valid } of ours)
    assert.equal(isSignedByWhatsApp(signature ?? undefined, Buffer.from(body), new Secret(secret)), valid);
  const shape = z.array(
    z.object({
      provider: z.string(),
      request: z.string(),
      verify_token: z.string().optional(),
      answer: z.object({ status: z.number(), body: z.string().optional() }),
    }),
  );
  for (const { provider, request, verify_token: token = '', answer } of shape.parse(
    JSON.parse(publicText('messaging', 'signatures', 'handshakes.json')),
  )) {
    if (provider !== 'meta') continue;
    const query = new URL(request.replace(/^GET /, ''), 'http://localhost').searchParams;
    assert.equal(challengeOf(query, new Secret(token)), answer.body, request);
  }
});

const errorCase = z.object({
  id: z.string(),
  provider: z.string(),
  http_status: z.number().nullable(),
  body: z.unknown(),
  expect: z.object({ code: z.string().nullable(), status: z.number().nullable(), reconnect_required: z.boolean().optional() }),
});

function failureOf(
  provider: string,
  judge: (answer: ProviderAnswer) => Judgement | undefined,
  status: number,
  body: unknown,
): ProviderFailure {
  const judged = judge({ status, headers: new Headers(), text: JSON.stringify(body), body, requestId: undefined });
  assert.notEqual(judged, 'success');
  const found = judged === undefined || judged === 'success' ? { outcome: outcomeOf([], status, undefined) } : judged;
  return new ProviderFailure(provider, found.outcome, 'refused', { status, ...found });
}

test('errors', () => {
  const cases = z.array(errorCase).parse(JSON.parse(publicText('messaging', 'errors', 'provider-errors.json')));
  let seen = 0;
  for (const { id, provider, http_status: status, body, expect } of cases) {
    if (status === null || expect.code === null || (provider !== 'whatsapp' && provider !== 'google_calendar')) continue;
    seen += 1;
    const error =
      provider === 'whatsapp'
        ? whatsAppErrorOf(failureOf(provider, judgeWhatsApp, status, body), 'http://here/')
        : calendarErrorOf(failureOf(provider, judgeGoogleCalendar, status, body), {
            name: 'Google',
            purpose: 'reading',
            reconnectUrl: 'http://here/',
          });
    assert.deepEqual([error.code, error.status], [expect.code, expect.status], id);
    if (expect.reconnect_required) assert.equal(error.extra.reconnect_required, true, id);
  }
  assert.ok(seen >= 10, String(seen));
});
