// Every error that leaves a step becomes a refusal of the catalogue here. An unforeseen one is internal_error, its cause logged once; the caller gets
// the request id and no internal detail.
import { ApiError, busyRefusal } from '../base/contract/api-error.ts';
import { docsUrl } from '../base/contract/error-catalogue.ts';
import { StoresDisagree } from '../base/folder/stores-disagree.ts';
import { ArchiveDamaged } from '../base/journal/archive.ts';
import { JournalRefusal } from '../base/journal/journal.ts';
import { movedRefusal } from '../base/move/moves.ts';
import { WarehouseFailure, type WarehouseFailureReason } from '../base/warehouse/port.ts';

const RETRY_SECONDS = 5;
/** A person has to free room first. */
const SHARE_SECONDS = 60;

export interface Refusal {
  error: ApiError;
  /** Set when the cause is worth a line in the log. */
  unexpected: boolean;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) return { error, unexpected: false };
  if (error instanceof JournalRefusal) return { error: journalRefusal(error), unexpected: error.reason === 'failed' };
  if (error instanceof WarehouseFailure) return warehouseRefusal(error);
  if (error instanceof ArchiveDamaged || error instanceof StoresDisagree) return { error: archiveRefusal(), unexpected: true };
  return httpRefusal(error) ?? stateRefusal(error) ?? unknown;
}

const unknown: Refusal = {
  error: new ApiError('internal_error', 'Unexpected error; the request_id names it in the log.'),
  unexpected: true,
};

function journalRefusal({ reason, message: words }: JournalRefusal): ApiError {
  if (reason === 'profile_queue_full') {
    return new ApiError('rate_limit_exceeded', 'This profile sends faster than its facts can be stored.', {}, 1);
  }
  if (reason === 'moved') return movedRefusal(words);
  if (reason === 'profile_share') return new ApiError('service_unavailable', words, {}, SHARE_SECONDS);
  const message =
    reason === 'disk_full'
      ? 'The disk is full, or refuses to write; nothing was stored.'
      : 'Facts cannot be stored right now; nothing was.';
  return new ApiError('service_unavailable', message, {}, RETRY_SECONDS);
}

/** Which file it is, the operator reads in the log and by `tributary status`; a caller has no part in the machine. */
const archiveRefusal = (): ApiError =>
  new ApiError(
    'service_unavailable',
    'A file of stored facts is damaged or of another time, so these figures cannot be computed; the operator of this installation has to restore it.',
    {},
    RETRY_SECONDS,
  );

function warehouseRefusal({ reason, message }: WarehouseFailure): Refusal {
  if (reason === 'query' || reason === 'parameters') return unknown;
  if (reason === 'busy') return { error: busyRefusal(message, RETRY_SECONDS), unexpected: false };
  const error = new ApiError('service_unavailable', unavailability(reason), {}, RETRY_SECONDS);
  return { error, unexpected: reason === 'environment' };
}

function unavailability(reason: WarehouseFailureReason): string {
  if (reason === 'environment') return 'The machine lacks the memory or the disk for this report right now.';
  return 'The warehouse is being opened or rebuilt.';
}

/** Errors of the router and of the pages' form reader, which carry a status. */
function httpRefusal(error: unknown): Refusal | undefined {
  const { status } = error as { status?: unknown };
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413)
    return { error: new ApiError('payload_too_large', 'The body is larger than this operation takes.'), unexpected: false };
  const message = error instanceof URIError ? 'The path is not valid.' : 'The request is not valid.';
  return { error: new ApiError('invalid_request', message), unexpected: false };
}

const PASSING = new Set<unknown>(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC']);

/** A full or locked state file passes, and a disk that refused once; other faults do not. */
function stateRefusal(error: unknown): Refusal | undefined {
  if (!PASSING.has((error as { code?: unknown }).code)) return undefined;
  return {
    error: new ApiError('service_unavailable', 'State cannot be written right now.', {}, RETRY_SECONDS),
    unexpected: true,
  };
}

/** The envelope of a refusal. */
export function errorText(
  error: Pick<ApiError, 'code' | 'message' | 'status' | 'extra'>,
  requestId: string,
  baseUrl: string,
): string {
  const { code, message, status, extra } = error;
  const own = { code, message, status, request_id: requestId, docs_url: docsUrl(baseUrl, code) };
  // The members of every refusal come first and keep their meaning, whatever an older intent stored beside them.
  return JSON.stringify({ error: { ...own, ...extra, ...own } });
}
