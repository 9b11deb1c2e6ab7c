// Mails as others describe them: reports of delivery of real mail servers, and the headers of replies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Provider } from '../../src/act/connections/providers.ts';
import { readMail } from '../../src/act/messaging/email/inbound/read-mail.ts';
import { refusalOfMailbox } from '../../src/act/messaging/email/refusal.ts';
import { messageIdsIn, replyHeaders } from '../../src/act/messaging/email/thread-headers.ts';
import { gmailFailureOf, judgeGmail } from '../../src/providers/gmail/errors.ts';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { judgeOutlook, outlookFailureOf } from '../../src/providers/outlook/errors.ts';
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
