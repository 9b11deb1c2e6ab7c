// Facts for the journal's tests: plain, numbered, with or without an outcome key.
import { createHash } from 'node:crypto';
import type { NewFact } from '../../../src/base/journal/journal.ts';

export const bytes16 = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

export const fact = (profileId: string, body: string, more: Partial<NewFact> = {}): NewFact => ({
  profileId,
  kind: 'event',
  schemaVersion: 1,
  receivedAt: Date.parse('2026-03-01T10:00:00Z'),
  occurredAt: Date.parse('2026-03-01T09:59:59.123Z') * 1000 + 456,
  trust: 'server',
  body: JSON.stringify({ body }),
  ...more,
});

export const outcome = (profileId: string, key: string, body = key): NewFact =>
  fact(profileId, body, { eventType: 'payment_received', outcomeKey: bytes16(key), contentHash: bytes16(body) });
