// Mails as others describe them: reports of delivery of real mail servers, and the headers of replies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Provider } from '../../src/act/connections/providers.ts';
import { readMail } from '../../src/act/messaging/email/inbound/read-mail.ts';
import { checkedUnsubscribe } from '../../src/act/messaging/email/list-unsubscribe.ts';
import { refusalOfMailbox } from '../../src/act/messaging/email/refusal.ts';
import { messageIdsIn, replyHeaders } from '../../src/act/messaging/email/thread-headers.ts';
import { gmailFailureOf, judgeGmail } from '../../src/providers/gmail/errors.ts';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { composeMail } from '../../src/providers/mailbox/compose.ts';
import { createOAuthFlow } from '../../src/providers/oauth/client.ts';
import { judgeOutlook, outlookFailureOf } from '../../src/providers/outlook/errors.ts';
import { Secret } from '../../src/providers/secret.ts';
import { smtpFailureOf } from '../../src/providers/smtp/failures.ts';
import { startProviderServer } from '../fakes/provider-server.ts';
import { publicFile, publicText } from './public-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables of others
type AnyJson = any;

const GMAIL: Provider = { id: 'gmail', name: 'Gmail', kind: 'email', capabilities: ['messages'], restatedDays: 0 };
const OUTLOOK: Provider = { ...GMAIL, id: 'outlook', name: 'Outlook' };

const json = (folder: string, name: string): AnyJson => JSON.parse(publicText(`messaging/${folder}`, name));
const blank = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : (value ?? null));

function isRight(entry: AnyJson, name: string, got: unknown): boolean {
  const wanted = entry.expected[name];
  if ([wanted, ...(entry[`accept_${name}`] ?? [])].some((each) => blank(each) === blank(got))) return true;
  if (name !== 'diagnostic_code' || typeof got !== 'string') return false;
  return entry.diagnostic_lenient !== undefined || got.startsWith(String(wanted).replace('starts with: ', ''));
}

test('reports of real mail servers are read as they are', async () => {
  for (const entry of json('dsn', 'expected.json')) {
    const { report } = await readMail(readFileSync(publicFile('messaging', 'dsn', entry.file)));
    const got: AnyJson = report?.failure ?? null;
    if (got === null || entry.expected === null) {
      assert.ok(got === null && (entry.expected === null || entry.accept_null), `${entry.file}: ${JSON.stringify(got)}`);
      continue;
    }
    for (const name of Object.keys(entry.expected))
      assert.ok(isRight(entry, name, got[name]), `${entry.file} ${name}: ${got[name]}`);
  }
});

test('headers of replies are those of RFC 5322', () => {
  for (const { parent, reply } of json('policy', 'threads.json')) {
    const headers = replyHeaders({
      messageId: parent['Message-ID'] ?? null,
      references: messageIdsIn(parent.References),
      inReplyTo: messageIdsIn(parent['In-Reply-To']),
    });
    const references = headers.references.length === 0 ? null : headers.references.join(' ');
    assert.deepEqual([headers.inReplyTo, references], [reply['In-Reply-To'], reply.References]);
  }
});

test('refusals of Gmail', () => {
  const cases: AnyJson[] = json('errors', 'provider-errors.json').filter(
    // A refused refresh is the part of every OAuth client.
    ({ id, operation = '' }: AnyJson) => id.startsWith('gmail-') && !operation.endsWith('/token'),
  );
  for (const { id, http_status: status, body, now, expect } of cases) {
    const judge = judgeGmail(() => Date.parse(now ?? '2026-11-24T06:00:00Z'));
    const judged = judge({ status, headers: new Headers(), text: JSON.stringify(body), body, requestId: undefined });
    assert.ok(judged && judged !== 'success', id);
    const failure = gmailFailureOf(new ProviderFailure('gmail', judged.outcome, 'refused', { status, ...judged }));
    const error = refusalOfMailbox({ provider: GMAIL }, failure, 'http://here/');
    assert.deepEqual([error.code, error.status], [expect.code, expect.status], id);
    if (expect.retry_after_s !== undefined) assert.equal(error.retryAfterSeconds, expect.retry_after_s, id);
    if (expect.reconnect_required) assert.equal(error.extra.reconnect_required, true, id);
  }
  assert.ok(cases.length >= 7, String(cases.length));
});

test('refusals of Graph', () => {
  const cases: AnyJson[] = json('errors', 'provider-errors.json').filter(({ id }: AnyJson) => id.startsWith('graph-'));
  for (const { id, http_status: status, headers, body, expect } of cases) {
    const judged = judgeOutlook({ status, headers: new Headers(), text: JSON.stringify(body), body, requestId: undefined });
    assert.ok(judged && judged !== 'success', id);
    const retryAfterMs = headers === undefined ? undefined : Number(headers['Retry-After']) * 1000;
    const failure = outlookFailureOf(
      new ProviderFailure('outlook', judged.outcome, 'refused', { status, ...judged, retryAfterMs }),
    );
    const error = refusalOfMailbox({ provider: OUTLOOK }, failure, 'http://here/');
    assert.deepEqual([error.code, error.status], [expect.code, expect.status], id);
    if (expect.retry_after_s !== undefined) assert.equal(error.retryAfterSeconds, expect.retry_after_s, id);
    if (expect.reconnect_required) assert.equal(error.extra.reconnect_required, true, id);
  }
  assert.ok(cases.length >= 8, String(cases.length));
});

const SMTP: Provider = { ...GMAIL, id: 'smtp', name: 'Mailbox' };
const errors = (): AnyJson[] => json('errors', 'provider-errors.json');

test('refusals of mail servers', () => {
  const cases = errors().filter(({ provider }) => provider === 'smtp');
  for (const { id, body, expect } of cases) {
    const failure = smtpFailureOf(Object.assign(new Error('refused'), body), { isHandedOver: false });
    const error = refusalOfMailbox({ provider: SMTP }, failure, 'http://here/');
    assert.deepEqual([error.code, error.status], [expect.code, expect.status], id);
    if (expect.reconnect_required) assert.equal(error.extra.reconnect_required, true, id);
  }
  assert.ok(cases.length >= 5, String(cases.length));
});

test('refusals of tokens, of a person and of an app', async (t) => {
  const cases = errors().filter(({ id, operation = '' }) => id.startsWith('entra-') || operation.endsWith('/token'));
  let answer: { status: number; body: unknown } = { status: 200, body: {} };
  const server = await startProviderServer(t, () => answer);
  const flow = createOAuthFlow(
    {
      provider: 'outlook',
      clientId: 'id',
      clientSecret: new Secret('secret'),
      hasPkce: true,
      authorizationUrl: `${server.url}/authorize`,
      tokenUrl: `${server.url}/token`,
    },
    ['Mail.Send'],
  );
  for (const { id, http_status: status, body, expect } of cases) {
    answer = { status, body };
    assert.ok(flow.refresh);
    const failure = await flow.refresh(new Secret('r'), Date.now()).then(
      () => assert.fail(id),
      (refused: unknown) => outlookFailureOf(refused),
    );
    const error = refusalOfMailbox({ provider: OUTLOOK }, failure, 'http://here/');
    assert.deepEqual([error.code, error.status], [expect.code, expect.status], id);
    assert.equal(error.extra.reconnect_required, expect.reconnect_required, id);
  }
  assert.ok(cases.length >= 4, String(cases.length));
});

test('ways out of a list', async () => {
  for (const { in: asked, headers, error } of json('policy', 'list-unsubscribe.json')) {
    if (error !== undefined) {
      assert.throws(() => checkedUnsubscribe(asked), { code: error }, JSON.stringify(asked));
      continue;
    }
    const { url, one_click } = checkedUnsubscribe(asked);
    const mail = { to: 'a@b.example', cc: [], subject: 's', text: 't', messageId: '<m@b.example>', references: [], date: 0 };
    const composed = await composeMail(
      { ...mail, listUnsubscribe: { url, isOneClick: one_click } },
      { address: 'c@d.example', name: '' },
    );
    const text = (await (await composed.open()).toArray()).join('');
    for (const [name, value] of Object.entries(headers))
      assert.equal(new RegExp(`^${name}: (.*)\r$`, 'm').exec(text)?.[1] ?? null, value, `${name} ${url}`);
  }
});
