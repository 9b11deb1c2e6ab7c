// Reports shared as they are: a person makes a snapshot of a page, which keeps its figures under a link until it ends or is revoked.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { requireScope } from '../../../account/access/index.ts';
import { reachableProfiles } from '../../../account/apps/index.ts';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import { isLower, refuseLowering } from '../../../account/guards/index.ts';
import { personById } from '../../../account/people/index.ts';
import { findReach, type Reach, workspaceRole } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import { type Call, type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import type { GuardHook } from '../../../base/contract/slice-hooks.ts';
import type { components } from '../../../base/contract/types.ts';
import { mintSecret } from '../../../base/kit/credential-secrets.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import type { CellsOfDays } from '../outside/cells.ts';
import { publishCells } from '../outside/publish.ts';
import type { At, Question, Shown } from './answers.ts';
import { differencesOf } from './differences.ts';
import { storedContents, storedHeadline, storedQuestion, storedVersion, withoutEmails } from './document.ts';
import { isPublicAllowed, SNAPSHOT_PREFIX, snapshotPath } from './links.ts';
import { cellsOf, checkForOutside } from './outside-page.ts';
import { checkQuestion, refuseEmails, showPage, usualTitle } from './pages.ts';

type Schemas = components['schemas'];
type Row = RowOf<'report/analytics/snapshot_get'>;

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MAX_OPEN = 200;
const MAX_CHARACTERS = 600_000;
const KEPT_DAYS = 90;

/** Inside the workspace that the call names, and open to the caller. */
function profileOf(base: ReadBase, call: { principal: Principal; workspaceId: string }, profileId: string): Reach {
  const reach = findReach(base, profileId.toLowerCase());
  if (reach?.workspaceId !== call.workspaceId) throw new ApiError('not_found', 'There is no such profile.');
  requireScope(base, { principal: call.principal, profile: reach }, 'analytics:read');
  return reach;
}

const statusOf = (row: Row, now: number): Schemas['Snapshot']['status'] =>
  row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'ended' : 'open';

function authorOf(base: ReadBase, actor: string): string {
  const person = actor.startsWith('person:') ? personById(base, actor.slice('person:'.length)) : undefined;
  return person ? (person.name ?? person.email) : actor;
}

const shown = (base: ReadBase, principal: Principal, row: Row) => ({
  id: row.snapshot_id,
  profile_id: row.profile_id,
  page: row.page,
  title: row.title,
  question: storedQuestion.read(row.question),
  version: storedVersion.read(row.version),
  audience: row.audience,
  status: statusOf(row, base.clock.now()),
  created_by: authorOf(base, row.created_by),
  is_own: row.created_by === actorOf(principal),
  created_at: new Date(row.created_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
  differences: null,
});

/** The figures go when the link has ended; the row says for a while that it was there. */
export const snapshotEndJob = defineJob({
  kind: 'snapshot_end',
  payload: z.object({ snapshotId: z.string() }),
  leaseSeconds: 60,
  retry: { attempts: 12 },
  failureText: 'the figures of a snapshot that has ended could not be deleted; the service retries automatically',
  run: (base, { payload }) => {
    const ended = { snapshot_id: payload.snapshotId, now: base.clock.now() };
    base.state.statement('report/analytics/snapshot_end').run(ended);
  },
});

/** Refused again in the transaction, as it may have been forbidden meanwhile. */
function checkAudience(base: ReadBase, { isHealthcare, workspaceId }: Reach, audience: string | undefined): void {
  if (audience !== 'public') return;
  if (isHealthcare)
    throw new ApiError('forbidden', 'Reports of a profile of the healthcare family are shared with members alone.');
  if (!isPublicAllowed(base, workspaceId))
    throw new ApiError('forbidden', 'An owner or admin has to permit public snapshots in the settings of the workspace first.');
}

interface Ready extends Shown {
  reach: Reach;
  /** With the days that it is about. */
  question: Question;
  /** Leaves sign-in with it for the first time. */
  cells: CellsOfDays[];
  title: string;
  stored: string;
}

async function prepare(call: Call<'createSnapshot'>, base: ReadBase): Promise<Ready> {
  const { page, question: request, title, audience } = call.body;
  const reach = profileOf(base, call, call.body.profile_id);
  checkAudience(base, reach, audience);
  checkQuestion(page, request);
  const isOutside = audience === 'public';
  const { profileId, workspaceId } = reach;
  const maker = call.principal.personId;
  if (isOutside) checkForOutside(base, profileId, { page, question: request, maker });
  refuseEmails(request, title);
  const name =
    title === undefined ? usualTitle(base, profileId, { page, question: request, maker }) : checkedName('title', title);
  const at: At = {
    principal: call.principal,
    requestId: call.requestId,
    workspaceId,
    profile: { profileId, workspaceId },
    body: undefined,
    isOutside,
    maker,
  };
  const { days, ...report } = await showPage(at, base, page, request);
  const question: Question = { ...request, ...days };
  const cells = isOutside ? await cellsOf(base, profileId, question, report) : [];
  const stored = storedContents.write(withoutEmails(report.contents));
  if (stored.length > MAX_CHARACTERS)
    throw new ApiError('payload_too_large', 'The report is too long for a snapshot; filter it.');
  return { ...report, reach, question, cells, title: name, stored };
}

function add(call: Call<'createSnapshot'>, tx: Base, { reach, question, cells, title, stored, headline, version }: Ready) {
  const { page, audience = 'members', expires_in_days = USUAL_DAYS } = call.body;
  const { workspaceId, profileId } = reach;
  checkAudience(tx, findReach(tx, profileId) ?? reach, audience);
  const now = tx.clock.now();
  tx.state.statement('report/analytics/snapshots_forget').run({ workspace_id: workspaceId, before: now - KEPT_DAYS * DAY_MS });
  const open = tx.state.statement('report/analytics/snapshots_count').get({ workspace_id: workspaceId, now })?.snapshots ?? 0;
  if (open >= MAX_OPEN) throw new ApiError('invalid_state', `The workspace has ${MAX_OPEN} open snapshots; revoke some first.`);
  const { secret, lookup, hash } = mintSecret(SNAPSHOT_PREFIX);
  const actor = actorOf(call.principal);
  const row = {
    snapshot_id: randomUUID(),
    profile_id: profileId,
    page,
    title,
    audience,
    created_by: actor,
    question: storedQuestion.write(question),
    version: storedVersion.write(version),
    headline: storedHeadline.write(headline),
    expires_at: now + expires_in_days * DAY_MS,
  };
  const link = { workspace_id: workspaceId, lookup, hash, contents: stored, now };
  tx.state.statement('report/analytics/snapshot_add').run({ ...row, ...link });
  publishCells(tx, profileId, cells);
  const payload = { snapshotId: row.snapshot_id };
  addJob(tx, snapshotEndJob, { profileId, payload, dedupeKey: row.snapshot_id, runAt: row.expires_at });
  const detail = { page, audience, expires_at: new Date(row.expires_at).toISOString() };
  writeAudit(tx, { actor, action: 'snapshot.created', workspaceId, profileId, subject: row.snapshot_id, detail });
  return {
    data: {
      ...shown(tx, call.principal, { ...row, created_at: now, revoked_at: null }),
      url: `${publicAddress(tx)}${snapshotPath(secret)}`,
    },
    meta: { workspace_id: workspaceId },
    outcome: 'created' as const,
  };
}

export const createSnapshot = stateChange('createSnapshot', { prepare, change: add });

export const listSnapshots = reading('listSnapshots', async ({ principal, workspaceId, params, requestId }, base) => {
  const reached = new Set(reachableProfiles(base, principal, workspaceId).map(({ profileId }) => profileId));
  const since = base.clock.now() - KEPT_DAYS * DAY_MS;
  const only = params.profile_id?.toLowerCase();
  const rows = base.state
    .statement('report/analytics/snapshots_list')
    .all({ workspace_id: workspaceId, since })
    .filter(({ profile_id }) => reached.has(profile_id) && (only === undefined || profile_id === only));
  const differences = params.include ? await differencesOf(base, { principal, requestId, workspaceId }, rows) : undefined;
  return {
    data: rows.map((row) => ({
      ...shown(base, principal, row),
      differences: differences?.get(row.snapshot_id) ?? null,
    })),
    meta: { workspace_id: workspaceId, is_public_allowed: isPublicAllowed(base, workspaceId) },
  };
});

export const revokeSnapshot = stateChange('revokeSnapshot', ({ principal, workspaceId, params }, base) => {
  const at = { snapshot_id: params.snapshotId.toLowerCase(), workspace_id: workspaceId };
  const row = base.state.statement('report/analytics/snapshot_get').get(at);
  const isReached = reachableProfiles(base, principal, workspaceId).some(({ profileId }) => profileId === row?.profile_id);
  if (!row || !isReached) throw new ApiError('not_found', 'There is no such snapshot.');
  const actor = actorOf(principal);
  const role = principal.personId === undefined ? undefined : workspaceRole(base, principal.personId, workspaceId);
  if (row.created_by !== actor && (role === undefined || role === 'member'))
    throw new ApiError('forbidden', 'A snapshot is revoked by the user who made it, or by an owner or admin.');
  const now = base.clock.now();
  const { changes } = base.state.statement('report/analytics/snapshot_revoke').run({ snapshot_id: row.snapshot_id, now });
  if (changes > 0) {
    const about = { workspaceId, profileId: row.profile_id, subject: row.snapshot_id, detail: { page: row.page } };
    writeAudit(base, { actor, action: 'snapshot.revoked', ...about });
  }
  const revoked_at = changes > 0 ? now : row.revoked_at;
  return { data: shown(base, principal, { ...row, revoked_at }), meta: { workspace_id: workspaceId } };
});

const wordOf = (isAllowed: boolean): 'on' | 'off' => (isAllowed ? 'on' : 'off');

/** That reports need an account, as a guard. */
export const publicSnapshotsGuard: GuardHook = {
  value: (base, { workspaceId }) => wordOf(isPublicAllowed(base, workspaceId)),
};

/** The same again changes nothing and leaves no row in the audit. */
export const putSnapshotSettings = stateChange('putSnapshotSettings', ({ principal, workspaceId, body }, base) => {
  const to = body.is_public_allowed;
  const from = isPublicAllowed(base, workspaceId);
  const guard = 'public_snapshots';
  const isLowered = isLower(guard, wordOf(from), wordOf(to));
  const refusal = isLowered ? refuseLowering(base, { principal, place: { workspaceId }, guard }) : undefined;
  if (refusal) return refusal;
  if (from !== to) {
    const setting = { workspace_id: workspaceId, is_public_allowed: to ? 1 : 0, now: base.clock.now() };
    base.state.statement('report/analytics/snapshot_settings_put').run(setting);
    const change = { action: 'snapshot_settings.updated', workspaceId, subject: workspaceId, detail: { from, to } };
    writeAudit(base, { actor: actorOf(principal), ...change });
  }
  return { data: { is_public_allowed: to }, meta: { workspace_id: workspaceId } };
});
