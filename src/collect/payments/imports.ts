// Statements and sales sheets: read and shown, accepted once the columns are confirmed, listed, and taken out again.
import { randomUUID } from 'node:crypto';
import { actorOf } from '../../account/audit/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { changeThenWait, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { readCurrency } from '../events/index.ts';
import { isZone, minorUnitsOf } from '../imports/pure.ts';
import { readCompleteness } from './completeness.ts';
import { finishNow, isImportRunning, queueImport, takeOut } from './import-run.ts';
import {
  type Brought,
  beginImport,
  findImport,
  forgetExpired,
  hasPieces,
  keepImport,
  listOfImports,
  type StatementImport,
} from './import-store.ts';
import { shownPreview } from './preview.ts';
import { readUnderMutex } from './reading-mutex.ts';
import { FIELDS, type Field, PLAIN } from './statements/headers.ts';
import type { ReadingPlan } from './statements/interpret.ts';
import { type ScannedStatement, scanBeside } from './statements/statement-thread.ts';
import { UnreadableStatement } from './statements/unreadable.ts';

type Schemas = components['schemas'];

const DAY_MS = 86_400_000;
/** Between reading and confirming. */
const KEPT_MS = DAY_MS;
/** For one that was interrupted. */
const COMMITTING_MS = 7 * DAY_MS;

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

function inWords(error: unknown): never {
  if (error instanceof UnreadableStatement) throw new ApiError('invalid_content', `file: ${error.message}`);
  throw error;
}

const optionsOf = (plan: ReadingPlan): Schemas['StatementOptions'] => ({
  decimal: plan.decimal,
  date_order: plan.dateOrder,
  timezone: plan.zone,
  currency: plan.currency,
  reference_prefix: plan.referencePrefix,
});

const NEEDED: readonly Field[] = ['amount', 'paid_at'];
const missingOf = (plan: ReadingPlan): Field[] => NEEDED.filter((field) => plan.columns[field] === undefined);

export const parsePaymentImport = changeThenWait('parsePaymentImport', {
  prepare: async ({ profile, body }, base) => {
    const { profileId, workspaceId } = profile;
    const { currency, timezone } = profileSettings(base, profileId);
    const context = { currency, timezone, now: base.clock.now() };
    const maxMs = base.config.importFileSeconds * 1000;
    return readUnderMutex(base, workspaceId, (meter) => scanBeside(body.file, context, maxMs, meter)).catch(inWords);
  },
  change: ({ principal, profile, body }, base, scanned) => {
    forgetExpired(base);
    const { written, headerRow, delimiter, columns, plan, counts, totals, kept } = scanned;
    const importId = randomUUID();
    const expiresAt = base.clock.now() + KEPT_MS;
    const found = { written, headerRow, delimiter, columns, counts, totals };
    const fileName = body.file.name.slice(0, 200);
    const imported = { importId, profileId: profile.profileId, fileName, found, plan, expiresAt, kept };
    keepImport(base, { ...imported, actor: actorOf(principal) });
    return { importId, fileName, expiresAt, scanned };
  },
  after: async ({ profile: { profileId } }, base, parsed) => {
    const preview = await shownPreview(base, profileId, parsed.scanned.preview);
    const meta = { profile_id: profileId, completeness: await readCompleteness(base, profileId) };
    return { data: shownParse({ ...parsed, preview }), meta };
  },
});

interface Parsed {
  importId: string;
  fileName: string;
  expiresAt: number;
  scanned: ScannedStatement;
  preview: Schemas['StatementRow'][];
}

function shownParse({ importId, fileName, expiresAt, scanned, preview }: Parsed): Schemas['ParsedStatement'] {
  const { written, headerRow, columns, plan, counts, totals, problems, sheet, notes } = scanned;
  const missing = missingOf(plan);
  return {
    import_id: importId,
    expires_at: instant(expiresAt),
    file: {
      name: fileName,
      form: written.form,
      encoding: written.encoding,
      delimiter: written.delimiter,
      sheet,
      header_row: headerRow,
    },
    format: plan.format.format,
    format_title: plan.format.title,
    columns,
    options: optionsOf(plan),
    found: {
      decimal: written.isDecimalFound,
      date_order: written.isDateOrderFound,
      timezone: written.isZoneFound,
      currency: written.isCurrencyFound,
    },
    missing,
    is_ready: missing.length === 0,
    counts,
    totals,
    preview,
    problems,
    notes,
  };
}

function requireImport(base: ReadBase, profileId: string, importId: string): StatementImport {
  const found = findImport(base, profileId, importId);
  if (!found)
    throw new ApiError('not_found', 'There is no such import of this profile; one that nobody commits is forgotten after a day.');
  return found;
}

/** The plan as proposed, with what the caller settles otherwise. */
function confirmedPlan({ plan, found }: StatementImport, body: Schemas['StatementCommit']): ReadingPlan {
  const { options = {} } = body;
  if (options.timezone !== undefined && !isZone(options.timezone))
    throw new ApiError('validation_error', 'options.timezone: is no time zone of the zone database, e.g. America/Santiago.');
  const currency = options.currency === undefined ? plan.currency : readCurrency(options.currency);
  if (currency === undefined || minorUnitsOf(currency) === undefined)
    throw new ApiError('validation_error', 'options.currency: is no ISO 4217 code.');
  return {
    ...plan,
    columns: body.columns ? columnsGiven(body.columns, found.columns.length) : plan.columns,
    decimal: options.decimal ?? plan.decimal,
    dateOrder: options.date_order ?? plan.dateOrder,
    zone: options.timezone ?? plan.zone,
    currency,
    referencePrefix: options.reference_prefix ?? plan.referencePrefix,
  };
}

function columnsGiven(columns: NonNullable<Schemas['StatementCommit']['columns']>, count: number): ReadingPlan['columns'] {
  const result: ReadingPlan['columns'] = {};
  for (const [place, { index, field }] of columns.entries()) {
    if (index >= count) throw new ApiError('validation_error', `columns[${place}].index: the file has ${count} columns, from 0.`);
    if (field === null) continue;
    if (result[field] !== undefined)
      throw new ApiError('validation_error', `columns[${place}].field: ${field} is assigned to two columns.`);
    result[field] = index;
  }
  return result;
}

const isSamePlan = (a: ReadingPlan, b: ReadingPlan): boolean => canonicalJson(a) === canonicalJson(b);

function shownBrought({ counts, totals, created, known: existing, refused }: Brought): Schemas['StatementResult'] {
  return { counts, totals, created, known: existing, refused };
}

function shownImport(imported: StatementImport): Schemas['StatementImport'] {
  const { importId, status, fileName, found, plan, result, createdAt, expiresAt, committedAt, undoneAt } = imported;
  return {
    import_id: importId,
    status,
    file_name: fileName,
    form: found.written.form,
    format: plan.format.format,
    format_title: plan.format.title,
    created_at: instant(createdAt),
    expires_at: status === 'parsed' || status === 'committing' ? instant(expiresAt) : null,
    committed_at: instantOrNull(committedAt),
    undone_at: instantOrNull(undoneAt),
    result: result && shownBrought(result),
  };
}

/** Begins it, or sees that it has begun in the same way. */
function begun(
  base: Base,
  profileId: string,
  body: Schemas['StatementCommit'],
  queue: (imported: StatementImport) => void,
): StatementImport {
  return base.state.tx(() => {
    const imported = requireImport(base, profileId, body.import_id);
    const plan = confirmedPlan(imported, body);
    if (imported.status === 'undone')
      throw new ApiError('invalid_state', 'The import was undone. Parse the file again to import it again.');
    if (imported.status !== 'parsed') {
      if (!isSamePlan(plan, imported.plan))
        throw new ApiError(
          'invalid_state',
          'The import was committed with other columns or options. Undo it, then parse the file again.',
        );
      if (imported.status === 'committing' && !hasPieces(base, imported.importId))
        throw new ApiError(
          'invalid_state',
          'The upload has expired. Parse the file again; rows that were already imported count once.',
        );
      if (imported.status === 'committing' && !isImportRunning(base, imported)) queue(imported);
      return imported;
    }
    if (imported.expiresAt <= base.clock.now())
      throw new ApiError('invalid_state', 'The upload has expired. Parse the file again.');
    const missing = missingOf(plan);
    if (missing.length > 0) throw new ApiError('validation_error', `columns: no column is assigned to ${missing.join(' and ')}.`);
    beginImport(base, imported, plan, base.clock.now() + COMMITTING_MS);
    queue(imported);
    return requireImport(base, profileId, imported.importId);
  });
}

export const commitPaymentImport = changeThenWait('commitPaymentImport', {
  change: ({ principal, profile, body }, base) =>
    begun(base, profile.profileId, body, (each) => queueImport(base, each, actorOf(principal), profile.workspaceId)),
  after: async ({ profile: { profileId } }, base, imported) => {
    if (imported.status === 'committing') await finishNow(base, imported).catch(inWords);
    const meta = { profile_id: profileId, completeness: await readCompleteness(base, profileId) };
    return { data: shownImport(requireImport(base, profileId, imported.importId)), meta };
  },
});

export const listPaymentImports = reading('listPaymentImports', (call, base) => {
  const { limit, cursor } = call.params;
  const { profileId } = call.profile;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  const rows = listOfImports(base, profileId, cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(shownImport),
    meta: { profile_id: profileId },
    pagination: { has_next: last !== undefined, cursor: last ? String(last.importNo) : null },
  };
});

export const undoPaymentImport = stateChange('undoPaymentImport', (call, base) => {
  const { profileId, workspaceId } = call.profile;
  const imported = requireImport(base, profileId, call.params.importId);
  if (imported.status === 'parsed')
    throw new ApiError('invalid_state', 'The import was never committed: there is nothing to undo.');
  if (imported.status === 'committing')
    throw new ApiError('invalid_state', 'The import is still running. Commit it again to finish it, then undo it.');
  if (imported.status === 'completed') takeOut(base, imported, actorOf(call.principal), workspaceId);
  return { data: shownImport(requireImport(base, profileId, imported.importId)), meta: { profile_id: profileId } };
});

/** An amount with as many decimals as the currency has. */
function example(currency: string, units: number): string {
  const decimals = minorUnitsOf(currency) ?? 2;
  return decimals === 0 ? `${units}000` : `${units}.${'90'.padEnd(decimals, '0')}`;
}

const TEMPLATE_COLUMNS = 'date,reference,amount,currency,status,refund_of,email,phone,first_name,last_name,customer_id';

export const getPaymentImportTemplate = reading('getPaymentImportTemplate', (call, base) => {
  const { currency, profileId } = profileSettings(base, call.profile.profileId);
  const lines = [
    TEMPLATE_COLUMNS,
    `2026-03-14 09:26:53,ORDER-1001,${example(currency, 129)},${currency},paid,,ana@example.com,+56912345678,Ana,Rojas,C-17`,
    `2026-03-15 18:02:00,ORDER-1002,${example(currency, 45)},${currency},pending,,bruno@example.com,,Bruno,Silva,`,
    `2026-03-20 10:00:00,REFUND-1,-${example(currency, 29)},${currency},paid,ORDER-1001,,,,,`,
  ];
  const data = {
    file_name: 'payments.csv',
    content_type: 'text/csv; charset=utf-8' as const,
    content: `${lines.join('\r\n')}\r\n`,
  };
  return { data, meta: { profile_id: profileId, format: PLAIN, fields: [...FIELDS] } };
});
