// Mails as others describe them: reports of delivery of real mail servers, and the headers of replies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readMail } from '../../src/act/messaging/email/inbound/read-mail.ts';
import { messageIdsIn, replyHeaders } from '../../src/act/messaging/email/thread-headers.ts';
import { publicFile, publicText } from './public-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables of others
type AnyJson = any;

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
