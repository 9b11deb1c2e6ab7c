// Attempts to change something at an outside service that were refused before anything was planned: each is a row of the chain, up to a
// number per credential, operation and hour, so that a program that repeats what is refused does not fill the chain.
import type { Base } from '../../base/base.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { actorOf } from './actor.ts';
import { writeAudit } from './audit.ts';

const HOUR_MS = 3_600_000;
const ROWS_AN_HOUR = 60;
const MAX_COUNTS = 10_000;

/** Ids of platforms and of the service; other parts of a path may be any text, such as a person's address. */
const ID = /^[\w.:~-]{1,128}$/;

export interface RefusedAttempt {
  principal: Principal;
  operation: ContractOperation;
  /** The place of the attempt, where the caller reaches it. */
  workspaceId?: string | undefined;
  profileId?: string | undefined;
  /** The id in the path, as it was sent. */
  path: Record<string, string>;
  status: number;
  refusal: ErrorCode;
  requestId: string;
}

interface Count {
  since: number;
  refused: number;
}

const countsOf = (base: Base) => base.memo('refused attempts', () => new Map<string, Count>());

/** A chain that cannot be written to does not replace the refusal. */
export function auditRefusedAttempt(base: Base, attempt: RefusedAttempt): void {
  const { principal, operation, workspaceId, profileId, path, status, refusal, requestId } = attempt;
  const { count, unlisted } = counted(base, `${principal.credentialId} ${operation.id}`);
  if (count > ROWS_AN_HOUR) return;
  const named = [path['id'], ...Object.values(path)].find((value) => value !== undefined && ID.test(value));
  try {
    writeAudit(base, {
      actor: actorOf(principal),
      action: 'call.refused',
      subject: named ?? profileId ?? workspaceId ?? operation.id,
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(profileId === undefined ? {} : { profileId }),
      detail: {
        operation: operation.id,
        code: refusal,
        status,
        credential: principal.credentialId,
        request_id: requestId,
        ...(count === ROWS_AN_HOUR ? { is_last_of_hour: true } : {}),
        ...(unlisted > 0 ? { unlisted_before: unlisted } : {}),
      },
    });
  } catch (error) {
    base.log.warn({ err: error, operation: operation.id, code: refusal }, 'a refused attempt could not be audited');
  }
}

/** Which refusal of the hour it is, and how many of the hour before have no row. */
function counted(base: Base, key: string): { count: number; unlisted: number } {
  const counts = countsOf(base);
  const now = base.clock.now();
  const last = counts.get(key);
  const isGoingOn = last !== undefined && now - last.since < HOUR_MS;
  const count = isGoingOn ? last.refused + 1 : 1;
  if (!isGoingOn && counts.size >= MAX_COUNTS) counts.clear();
  counts.set(key, { since: isGoingOn ? last.since : now, refused: count });
  return { count, unlisted: isGoingOn ? 0 : Math.max(0, (last?.refused ?? 0) - ROWS_AN_HOUR) };
}
