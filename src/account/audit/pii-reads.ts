// The log of access to personal data: who, when, through which route, with which parameters (names alone), with what result; refusals
// too. It is kept for a year and contains no personal data itself.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { type ContractOperation, contract, resolveSchema } from '../../base/contract/document.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import { PERSONAL_SCOPE } from '../../base/contract/open-api.ts';
import { type Principal, reading } from '../../base/contract/operation.ts';
import { PII_SCOPES } from '../../base/contract/scopes.ts';
import { isDiskFull } from '../../base/files/disk.ts';
import type { ParamsOf } from '../../base/state/state.ts';
import { actorOf } from './actor.ts';
import { storedParameters } from './stored.ts';

const DAY_MS = 86_400_000;
export const PII_LOG_DAYS = 365;

type Row = ParamsOf<'account/audit/pii_read_add'>;
/** Reads that found no room on the disk, oldest first; a full disk must not take reports from people, nor reads from this log. */
const waitingOf = (base: Base): { rows: Row[]; cleanedOn: number | undefined } =>
  base.memo('reads of personal data', () => ({ rows: [], cleanedOn: undefined }));
const MAX_WAITING = 10_000;

export interface PiiRead {
  /** With the scopes that are effective where it reads. */
  principal: Principal;
  workspaceId: string;
  profileId?: string | undefined;
  operation: ContractOperation;
  /** Names alone, as `parameterNames` answers them. */
  parameters: readonly string[];
  status: number;
  /** The error code of a call that was refused. */
  refusal?: ErrorCode | undefined;
  requestId: string;
}

/** The parameters and fields of a call that the contract knows, by name: a name that it does not know may be personal data itself. */
export function parameterNames(operation: ContractOperation, sent: { query: unknown; body: unknown }): string[] {
  const named = operation.parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name);
  const schemas = [operation.bodySchema, operation.upload?.schema].filter((schema) => schema !== undefined);
  const fields = schemas.flatMap((schema) => Object.keys(resolveSchema(contract().document, schema).properties ?? {}));
  return [...namesIn(sent.query, named), ...namesIn(sent.body, fields)];
}

const namesIn = (sent: unknown, names: readonly string[]): string[] =>
  sent !== null && typeof sent === 'object' ? names.filter((name) => Object.hasOwn(sent, name)) : [];

/**
 * Before the answer leaves: resolves when the row is on disk. A caller without a scope for personal data gets a projection without it,
 * which leaves no row; a refusal (403) always leaves one. On a full disk the read is
 * logged by the service and recorded once there is room; beyond 10,000 of them, reads are refused.
 */
export async function writePiiRead(base: Base, read: PiiRead): Promise<void> {
  if (read.status !== 403 && !isShownPersonal(read)) return;
  const { id, method, path } = read.operation;
  const row: Row = {
    read_at: base.clock.now(),
    workspace_id: read.workspaceId,
    profile_id: read.profileId ?? null,
    actor: actorOf(read.principal),
    credential: read.principal.credentialId,
    operation: id,
    route: `${method.toUpperCase()} ${path}`,
    parameters: storedParameters.write([...read.parameters]),
    status: read.status,
    result: read.refusal ?? 'answered',
    request_id: read.requestId,
  };
  const rows = [...waitingOf(base).rows, row];
  try {
    writeRows(base, rows);
  } catch (error) {
    if (!isDiskFull(error) || rows.length > MAX_WAITING) throw error;
    waitingOf(base).rows = rows;
    base.log.warn(
      { pii_read: row },
      'the disk is full: this read of personal data is logged here, and in the access log once there is space',
    );
  }
  await base.state.synced();
}

/** Texts of people are personal data for every reader. */
const MESSAGES = 'messages:read';

/** `customers:read` shows every marked property; another scope only what an operation asks it for. */
const isShownPersonal = ({ principal, operation }: PiiRead): boolean =>
  [...PII_SCOPES, MESSAGES].some(
    (scope) => principal.scopes.has(scope) && (scope === PERSONAL_SCOPE || operation.scopes.includes(scope)),
  );

function writeRows(base: Base, rows: Row[]): void {
  const now = base.clock.now();
  const today = Math.floor(now / DAY_MS);
  base.state.txUnsynced(() => {
    if (waitingOf(base).cleanedOn !== today)
      base.state.statement('account/audit/pii_reads_forget').run({ before: now - PII_LOG_DAYS * DAY_MS });
    for (const row of rows) base.state.statement('account/audit/pii_read_add').run(row);
  });
  waitingOf(base).cleanedOn = today;
  waitingOf(base).rows = [];
}

/** Before the log is read: what waits for room comes first. */
function writeWaiting(base: Base): void {
  const { rows } = waitingOf(base);
  if (rows.length > 0) writeRows(base, rows);
}

export function countPiiReads(base: ReadBase, workspaceId: string, since: number): number {
  writeWaiting(keeperOf(base));
  const row = base.state.statement('account/audit/pii_reads_count').get({ workspace_id: workspaceId, since });
  return Number(row?.reads ?? 0);
}

export const getPiiAccessLog = reading('getPiiAccessLog', ({ workspaceId, params }, base) => {
  writeWaiting(keeperOf(base));
  const before = params.cursor === undefined ? null : Number(params.cursor);
  const rows = base.state.statement('account/audit/pii_reads_list').all({
    workspace_id: workspaceId,
    profile_id: params.profile_id?.toLowerCase() ?? null,
    since: base.clock.now() - PII_LOG_DAYS * DAY_MS,
    before,
    limit: params.limit + 1,
  });
  const page = rows.slice(0, params.limit);
  const last = page.at(-1);
  const has_next = rows.length > page.length;
  return {
    data: page.map((row) => ({
      at: new Date(row.read_at).toISOString(),
      actor: row.actor,
      credential: row.credential.split(':')[0] as 'session' | 'grant' | 'key' | 'app',
      profile_id: row.profile_id,
      operation: row.operation,
      route: row.route,
      parameters: storedParameters.readOrNull(row.parameters),
      status: row.status,
      result: row.result,
      request_id: row.request_id,
    })),
    meta: { workspace_id: workspaceId },
    pagination: { has_next, cursor: has_next && last ? String(last.read_no) : null },
  };
});
