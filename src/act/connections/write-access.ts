// The right of a connection to change ads of an account. One question to the platform says so, `AdWrites.hasWriteAccess`; its last answer is stored,
// and is what lists show and what a change goes by.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { AdAccount, AdWrites, Grant } from '../../providers/ad-platform.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import type { Connection } from './connection.ts';
import { renewingOnce } from './grants.ts';
import { reconnectUrl } from './links.ts';

/** The time for which the right is not asked for again. A missing one is, so that a new grant works at once. */
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 10_000;

interface WritableAccount {
  profileId: string;
  connection: Connection;
  account: AdAccount;
}

const keptOf = (base: Pick<Base, 'memo'>) => base.memo('act/connections write access', () => new Map<string, number>());
const keyOf = ({ connection, account }: WritableAccount): string =>
  `${connection.connectionId} ${connection.grantNo} ${account.id}`;

/** Stores an answer of the platform; a refused change is one, too. */
export function noteWriteAccess(base: Base, at: WritableAccount, hasAccess: boolean): void {
  const kept = keptOf(base);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (hasAccess) kept.set(keyOf(at), base.clock.now());
  else kept.delete(keyOf(at));
  base.state.statement('act/connections/account_write_access_set').run({
    connection_id: at.connection.connectionId,
    grant_no: at.connection.grantNo,
    account_id: at.account.id,
    has_write_access: hasAccess,
  });
}

/** @throws ProviderFailure where the platform cannot be asked. */
export async function askWriteAccess(base: Base, at: WritableAccount & { writes: AdWrites; grant: Grant }): Promise<boolean> {
  const { writes, grant, account } = at;
  if (base.clock.now() - (keptOf(base).get(keyOf(at)) ?? Number.NEGATIVE_INFINITY) < KEPT_MS) return true;
  const hasAccess = await renewingOnce(grant, () => writes.hasWriteAccess(grant, account));
  noteWriteAccess(base, at, hasAccess);
  return hasAccess;
}

/** @throws ApiError; ProviderFailure where the platform cannot be asked. */
export async function requireAdWriteAccess(base: Base, at: Parameters<typeof askWriteAccess>[1]): Promise<void> {
  if (await askWriteAccess(base, at)) return;
  throw new ApiError(
    'adplatform_write_permission_missing',
    `The connection to ${at.connection.provider.name} may not change ads: connect the account again and allow managing ads.`,
    { reconnect_required: true, reconnect_url: reconnectUrl(base, at.profileId) },
  );
}

/** For lists, which say what was known last where the platform cannot be asked. */
export async function refreshWriteAccess(base: Base, at: Parameters<typeof askWriteAccess>[1]): Promise<void> {
  try {
    await askWriteAccess(base, at);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    base.log.debug({ err: error }, 'a platform could not be asked whether its ads may be changed');
  }
}
