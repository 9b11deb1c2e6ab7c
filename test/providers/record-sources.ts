// Small ways to ask the clients of record sources in tests.
import type { Grant } from '../../src/providers/ad-platform.ts';
import type { RecordSource, SourceRecord } from '../../src/providers/record-source.ts';
import { allOf, asRefusal, grantOf, NOW } from './ad-platforms.ts';

export { clock, failureOf, grantOf, NOW } from './ad-platforms.ts';

export const account = (id: string, more: { currency?: string; timezone?: string } = {}) => ({
  id,
  name: 'North',
  currency: 'EUR',
  timezone: 'UTC',
  status: 'active' as const,
  hasWriteAccess: undefined,
  ...more,
});

export const changedOf = (
  source: RecordSource,
  grant: Grant,
  accountId: string,
  { since = NOW - 30 * 86_400_000, until = NOW, formIds = [] as string[], stageIds = [] as string[] } = {},
): Promise<SourceRecord[]> => allOf(source.readChanged(grant, account(accountId), { since, until, formIds, stageIds }));

/** What the conformance suite reads: everything of an account, in the refusals of our interface. */
export const conforming = (source: RecordSource, token: string) => ({
  read: () => asRefusal(source.listAccounts(grantOf(token)), source.id),
  secret: token,
});
