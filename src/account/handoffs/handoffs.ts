// Hand-offs: something an agent requests and a person decides, on a page whose link the agent has too. So the link alone decides
// nothing, the credential that raised it never decides, and there is one decision. What happened is kept as its result.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { DecidedElsewhere, Handoff, HandoffKind, HandoffOutcome } from '../../base/contract/handoff.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { IntentPayload, Planned, Principal } from '../../base/contract/operation.ts';
import { outranks, WORKSPACE_ROLES, type WorkspaceRole } from '../../base/contract/scopes.ts';
import { lookupOf, type MintedSecret, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import { bindingOf, requireBinding } from '../../base/work/intents.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { workspaceFacts } from '../apps/index.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { liveProfiles, workspaceRole } from '../places/index.ts';
import { isOpenTo } from '../sso/index.ts';
import { storedPayload, storedResult } from './stored.ts';

const PREFIX = 'svc_hand_';
const LIFE_MS = 24 * 60 * 60_000;

export type HandoffStatus = 'awaiting_approval' | 'running' | 'completed' | 'rejected' | 'expired' | 'failed';

export function statusOf(base: ReadBase, { outcome, decision, expiresAt }: Handoff): HandoffStatus {
  if (outcome === 'approved') return 'completed';
  if (outcome !== null) return outcome;
  if (decision !== null) return 'running';
  return expiresAt <= base.clock.now() ? 'expired' : 'awaiting_approval';
}

function handoffOf(
  row: RowOf<'account/handoffs/handoff_find' | 'account/handoffs/handoff_get' | 'account/handoffs/handoffs_open'>,
): Handoff {
  return {
    handoffId: row.handoff_id,
    kind: row.kind,
    workspaceId: row.workspace_id,
    profileId: row.profile_id,
    payload: storedPayload.read(row.payload),
    raisedBy: row.raised_by,
    actor: row.actor,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decision: row.decision,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    outcome: row.outcome,
    result: storedResult.readOrNull(row.result),
    endedAt: row.ended_at,
  };
}

/** The hook of a later slice for hand-offs of this kind, as app.ts collected it. */
export function kindOf(base: ReadBase, kind: string): HandoffKind {
  const found = hooksOf(base).find(({ handoffs }) => handoffs && Object.hasOwn(handoffs, kind))?.handoffs?.[kind];
  if (!found) throw new Error(`no slice has handoffs of the kind ${kind}`);
  return found;
}

/** The address of a hand-off: known before it is raised, as others may have to be notified. */
export interface HandoffAddress extends MintedSecret {
  handoffId: string;
  url: string;
  expiresAt: number;
}

export function handoffAddress(base: Base): HandoffAddress {
  const minted = mintSecret(PREFIX);
  const url = `${publicAddress(base)}${handoffPath(minted.secret)}`;
  return { ...minted, handoffId: randomUUID(), url, expiresAt: base.clock.now() + LIFE_MS };
}

export const handoffPath = (token: string): string => `/h/${encodeURIComponent(token)}`;

export interface NewHandoff {
  kind: string;
  workspaceId: string;
  profileId?: string;
  /** Settings and ids, no personal data and no secret. */
  payload: Record<string, unknown>;
  principal: Raiser;
  /** The plan: an approval binds to it and is void when it has changed. */
  planned?: Planned<IntentPayload>;
}

/** The credential that raises a hand-off. */
export type Raiser = Pick<Principal, 'credentialId' | 'personId'>;
export const raiserOf = ({ credentialId, personId }: Principal): Raiser => ({
  credentialId,
  ...(personId === undefined ? {} : { personId }),
});

/** Runs inside the caller's transaction where there is one. */
export function raiseHandoff(
  base: Base,
  at: HandoffAddress,
  handoff: NewHandoff,
): { id: string; url: string; expires_at: string } {
  const { kind, workspaceId, profileId, principal, planned } = handoff;
  const payload = planned ? { ...handoff.payload, binding: bindingOf(planned) } : handoff.payload;
  const actor = actorOf(principal);
  base.state.tx(() => {
    base.state.statement('account/handoffs/handoff_create').run({
      handoff_id: at.handoffId,
      kind,
      workspace_id: workspaceId,
      profile_id: profileId ?? null,
      payload: storedPayload.write(payload),
      lookup: at.lookup,
      hash: at.hash,
      raised_by: principal.credentialId,
      actor,
      created_at: base.clock.now(),
      expires_at: at.expiresAt,
    });
    const place = profileId === undefined ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor, action: 'handoff.raised', ...place, subject: at.handoffId, detail: { kind } });
    if (kindOf(base, kind).expired)
      addJob(base, expiryJob, { payload: { handoffId: at.handoffId }, dedupeKey: at.handoffId, runAt: at.expiresAt });
  });
  return { id: at.handoffId, url: at.url, expires_at: new Date(at.expiresAt).toISOString() };
}

export function getHandoffById(base: ReadBase, handoffId: string): Handoff | undefined {
  const row = base.state.statement('account/handoffs/handoff_get').get({ handoff_id: handoffId });
  return row && handoffOf(row);
}

/** An address may name a hand-off by its id, which is no secret and opens it for a person who may decide it alone. */
export const isHandoffId = (token: string): boolean => z.uuid().safeParse(token).success;

/** The hand-off with this token, or with this id for a person who may decide it, in a workspace that is not archived. */
export function findHandoff(base: Base, token: string, visitor?: Principal): Handoff | undefined {
  const handoff = isHandoffId(token) ? findById(base, token, visitor) : findByToken(base, token);
  if (!handoff || workspaceFacts(base, handoff.workspaceId)?.archivedAt !== null) return undefined;
  return handoff;
}

function findById(base: Base, id: string, visitor: Principal | undefined): Handoff | undefined {
  const handoff = getHandoffById(base, id.toLowerCase());
  return handoff && visitor && whyNot(base, handoff, visitor) !== 'role' ? handoff : undefined;
}

function findByToken(base: Base, token: string): Handoff | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const row = matching(base.state.statement('account/handoffs/handoff_find').all({ lookup: lookupOf(PREFIX, token) }), token);
  return row && handoffOf(row);
}

/** Undecided hand-offs of a kind in a workspace, expired ones included. */
export function openHandoffs(base: Base, workspaceId: string, kind: string): Handoff[] {
  const rows = base.state.statement('account/handoffs/handoffs_open').all({ workspace_id: workspaceId, kind });
  return rows.map(handoffOf);
}

/** Ends an expired handoff whose kind acts on expiry. */
export const expiryJob = defineJob({
  kind: 'handoff_expiry',
  payload: z.object({ handoffId: z.string() }),
  leaseSeconds: 60,
  retry: { attempts: 12 },
  failureText: 'the end of a handoff could not be recorded; the service retries automatically',
  run: (base, { payload }) => {
    base.state.tx(() => {
      const handoff = getHandoffById(base, payload.handoffId);
      if (!handoff || handoff.decision !== null || handoff.outcome !== null) return;
      end(base, handoff, 'expired', {}, 'system');
      kindOf(base, handoff.kind).expired?.(base, handoff);
    });
  },
});

/** Ends one that was approved and has been carried out since, or has failed. Inside the caller's transaction. */
export function endHandoff(
  tx: Base,
  handoffId: string,
  { outcome, result }: { outcome: 'approved' | 'failed'; result: Record<string, unknown> },
): void {
  const handoff = getHandoffById(tx, handoffId);
  if (handoff) end(tx, handoff, outcome, result, handoff.decidedBy ?? 'system');
}

/** Ends an undecided handoff, because another takes its place. */
export function withdrawHandoff(base: Base, handoff: Handoff): void {
  end(base, handoff, 'expired', {}, handoff.actor);
}

/** The handoff as it is now: asks where it may have been decided elsewhere. */
export async function lookAgain(base: Base, handoff: Handoff): Promise<Handoff> {
  return recordElsewhere(base, handoff, await findElsewhere(base, handoff));
}

/** Asks the outside service that decides handoffs of this kind, such as a payment processor. */
export async function findElsewhere(base: ReadBase, handoff: Handoff): Promise<DecidedElsewhere | undefined> {
  if (handoff.decision !== null || handoff.outcome !== null) return undefined;
  return kindOf(base, handoff.kind).decidedElsewhere?.(base, handoff);
}

/** In one transaction; inside the caller's where there is one. */
export function recordElsewhere(base: Base, handoff: Handoff, decided: DecidedElsewhere | undefined): Handoff {
  base.state.tx(() => {
    if (decided && decide(base, handoff, 'approved', decided.decidedBy))
      end(base, handoff, 'approved', decided.apply(base), decided.decidedBy);
  });
  return reread(base, handoff);
}

const reread = (base: ReadBase, { handoffId }: Handoff): Handoff => getHandoffById(base, handoffId) as Handoff;

/** True for the one decision there is. */
function decide(base: Base, { handoffId }: Handoff, decision: 'approved' | 'rejected', decidedBy: string): boolean {
  const now = base.clock.now();
  const row = { handoff_id: handoffId, decision, decided_by: decidedBy, now };
  return base.state.statement('account/handoffs/handoff_decide').run(row).changes > 0;
}

function end(base: Base, handoff: Handoff, outcome: HandoffOutcome, payload: Record<string, unknown>, actor: string): void {
  const { handoffId, workspaceId, profileId, kind } = handoff;
  base.state.tx(() => {
    const result = storedResult.write({ outcome, ...payload });
    const params = { handoff_id: handoffId, outcome, result, now: base.clock.now() };
    if (base.state.statement('account/handoffs/handoff_end').run(params).changes === 0) return;
    const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor, action: 'handoff.ended', ...place, subject: handoffId, detail: { kind, outcome } });
    announceEnd(base, handoff, outcome);
  });
}

/** One about the workspace is announced in each of its profiles. */
function announceEnd(tx: Base, { handoffId, workspaceId, profileId, kind }: Handoff, outcome: HandoffOutcome): void {
  const occurredAt = tx.clock.now();
  const data = { handoff_id: handoffId, workspace_id: workspaceId, kind, outcome };
  for (const each of profileId === null ? liveProfiles(tx, workspaceId) : [profileId])
    announceEvent(tx, { type: 'handoff.completed', key: handoffId, profileId: each, occurredAt, data });
}

/** May this person decide it with this credential? Says why not. */
export function whyNot(base: Base, handoff: Handoff, principal: Principal): 'role' | 'same_credential' | undefined {
  const { role } = kindOf(base, handoff.kind);
  const isHere = principal.personId !== undefined && isOpenTo(base, principal, handoff.workspaceId);
  const currentRole = isHere && principal.personId ? workspaceRole(base, principal.personId, handoff.workspaceId) : undefined;
  if (!currentRole || !outranks(WORKSPACE_ROLES, currentRole, role as WorkspaceRole)) return 'role';
  return principal.credentialId === handoff.raisedBy ? 'same_credential' : undefined;
}

/** The one decision. What was approved is done in its transaction, and its result stored. */
export async function decideHandoff(
  base: Base,
  token: string,
  { principal, decision }: { principal: Principal; decision: 'approved' | 'rejected' },
): Promise<Handoff> {
  const found = findHandoff(base, token, principal);
  if (!found) throw new ApiError('not_found', 'No such handoff.');
  const refusal = whyNot(base, found, principal);
  if (refusal === 'role')
    throw new ApiError('forbidden', `This is decided by the ${kindOf(base, found.kind).role} of the workspace.`);
  if (refusal === 'same_credential')
    throw new ApiError('forbidden', 'The session that requested this cannot decide it. Sign in again, then decide.');
  if (decision === 'rejected') await kindOf(base, found.kind).close?.(base, found);
  const handoff = await lookAgain(base, found);
  if (decision === 'approved' && kindOf(base, handoff.kind).isDecidedElsewhere?.(handoff))
    throw new ApiError('invalid_state', 'This is decided elsewhere; follow the link on the page.');
  if (statusOf(base, reread(base, handoff)) !== 'awaiting_approval')
    throw new ApiError('invalid_state', 'This was decided already, or its time is over.');
  const decidedBy = actorOf(principal);
  if (decision === 'rejected') reject(base, handoff, decidedBy);
  else {
    carryOut(base, handoff, decidedBy);
    await kindOf(base, handoff.kind).carriedOut?.(base, reread(base, handoff));
  }
  return reread(base, handoff);
}

function reject(base: Base, handoff: Handoff, actor: string): void {
  base.state.tx(() => {
    decide(base, handoff, 'rejected', actor);
    kindOf(base, handoff.kind).rejected?.(base, handoff, actor);
    end(base, handoff, 'rejected', {}, actor);
  });
}

/** Does what was approved, all or nothing, or begins it. A refusal ends it as failed; after any other error it may be decided again. */
function carryOut(base: Base, handoff: Handoff, actor: string): void {
  const { planned, approved } = kindOf(base, handoff.kind);
  const decideAndEnd = (outcome: HandoffOutcome, resultOf: () => Record<string, unknown> | undefined): void =>
    base.state.tx(() => {
      decide(base, handoff, 'approved', actor);
      const result = resultOf();
      if (result) end(base, handoff, outcome, result, actor);
    });
  try {
    base.signals.hold(() =>
      decideAndEnd('approved', () => {
        if (planned) requireBinding(handoff.payload['binding'], planned(base, handoff));
        return approved(base, handoff, { actor });
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    decideAndEnd('failed', () => ({ error: { code: error.code, message: error.message } }));
  }
}
