// Hand-offs: something an agent asks for and a person decides, on a page whose link the agent holds too. So the link alone decides
// nothing, the credential that raised it never decides, and there is one decision. What happened is kept as its result.

import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { IntentPayload, Planned, Principal } from '../../base/contract/operation.ts';
import { outranks, WORKSPACE_ROLES, type WorkspaceRole } from '../../base/contract/scopes.ts';
import type { Handoff, HandoffKind, HandoffOutcome } from '../../base/contract/slice-hooks.ts';
import { lookupOf, type MintedSecret, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import { bindingOf, requireBinding } from '../../base/work/intents.ts';
import { workspaceFacts } from '../apps/index.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { workspaceRole } from '../places/index.ts';
import { storedPayload, storedResult } from './stored.ts';

const PREFIX = 'svc_hand_';
const LIFE_MS = 24 * 60 * 60_000;
/** So long what was approved may take; a runner that was lost is then replaced. */
const LEASE_MS = 2 * 60_000;

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
    leaseUntil: row.lease_until,
    outcome: row.outcome,
    result: storedResult.readOrNull(row.result),
    endedAt: row.ended_at,
  };
}

/** What a slice further right does about hand-offs of this kind, as app.ts collected it. */
export function kindOf(base: Base, kind: string): HandoffKind {
  const found = hooksOf(base).find(({ handoffs }) => handoffs && Object.hasOwn(handoffs, kind))?.handoffs?.[kind];
  if (!found) throw new Error(`no slice has handoffs of the kind ${kind}`);
  return found;
}

/** Where a hand-off will be: known before it is raised, as others may have to be told. */
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
  /** What it will do: an approval binds to this plan and is void when it has changed. */
  planned?: Planned<IntentPayload>;
}

/** The credential that raises a hand-off. */
export type Raiser = Pick<Principal, 'credentialId' | 'personId'>;
export const raiserOf = ({ credentialId, personId }: Principal): Raiser => ({
  credentialId,
  ...(personId === undefined ? {} : { personId }),
});

/** Inside the caller's transaction where there is one. */
export function raiseHandoff(base: Base, at: HandoffAddress, given: NewHandoff): { id: string; url: string; expires_at: string } {
  const { kind, workspaceId, profileId, principal, planned } = given;
  const payload = planned ? { ...given.payload, binding: bindingOf(planned) } : given.payload;
  const actor = actorOf(principal);
  base.state.tx(() => {
    base.state.statement('account/handoffs/handoff_create').run({
      ...{ handoff_id: at.handoffId, kind, workspace_id: workspaceId, profile_id: profileId ?? null },
      ...{ payload: storedPayload.write(payload), lookup: at.lookup, hash: at.hash, raised_by: principal.credentialId, actor },
      ...{ created_at: base.clock.now(), expires_at: at.expiresAt },
    });
    const place = profileId === undefined ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor, action: 'handoff.raised', ...place, subject: at.handoffId, detail: { kind } });
  });
  return { id: at.handoffId, url: at.url, expires_at: new Date(at.expiresAt).toISOString() };
}

export function getHandoffById(base: ReadBase, handoffId: string): Handoff | undefined {
  const row = base.state.statement('account/handoffs/handoff_get').get({ handoff_id: handoffId });
  return row && handoffOf(row);
}

/** By the token of its page, in a workspace that is there. */
export function findHandoff(base: Base, token: string): Handoff | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const row = matching(base.state.statement('account/handoffs/handoff_find').all({ lookup: lookupOf(PREFIX, token) }), token);
  const handoff = row && handoffOf(row);
  if (!handoff || workspaceFacts(base, handoff.workspaceId)?.archivedAt !== null) return undefined;
  return handoff;
}

/** Of a kind in a workspace, undecided; those whose time is over too. */
export function openHandoffs(base: Base, workspaceId: string, kind: string): Handoff[] {
  const rows = base.state.statement('account/handoffs/handoffs_open').all({ workspace_id: workspaceId, kind });
  return rows.map(handoffOf);
}

/** Ends one that nobody decided, because another takes its place. */
export function withdrawHandoff(base: Base, handoff: Handoff): void {
  end(base, handoff, 'expired', {}, handoff.actor);
}

/** What is known now: asks where it may have been settled elsewhere, and finishes what a lost runner left. */
export async function lookAgain(base: Base, handoff: Handoff): Promise<Handoff> {
  if (handoff.outcome !== null) return handoff;
  const { now } = base.clock;
  if (handoff.decision === 'approved' && Number(handoff.leaseUntil) <= now()) {
    const given = { handoff_id: handoff.handoffId, now: now(), lease_until: now() + LEASE_MS };
    const isTaken = base.state.statement('account/handoffs/handoff_take').run(given).changes > 0;
    return isTaken ? carryOut(base, handoff, true) : reread(base, handoff);
  }
  if (handoff.decision !== null) return handoff;
  const settled = await kindOf(base, handoff.kind).settledElsewhere?.(base, handoff);
  if (!settled) return reread(base, handoff);
  const { decidedBy, apply } = settled;
  base.state.tx(() => {
    if (decide(base, handoff, 'approved', decidedBy)) end(base, handoff, 'approved', apply(), decidedBy);
  });
  return reread(base, handoff);
}

const reread = (base: ReadBase, { handoffId }: Handoff): Handoff => getHandoffById(base, handoffId) as Handoff;

/** True for the one decision there is. */
function decide(base: Base, { handoffId }: Handoff, decision: 'approved' | 'rejected', decidedBy: string): boolean {
  const now = base.clock.now();
  const given = { handoff_id: handoffId, decision, decided_by: decidedBy, now, lease_until: now + LEASE_MS };
  return base.state.statement('account/handoffs/handoff_decide').run(given).changes > 0;
}

function end(base: Base, handoff: Handoff, outcome: HandoffOutcome, payload: Record<string, unknown>, actor: string): void {
  const { handoffId, workspaceId, profileId, kind } = handoff;
  base.state.tx(() => {
    const result = storedResult.write({ outcome, ...payload });
    const given = { handoff_id: handoffId, outcome, result, now: base.clock.now() };
    if (base.state.statement('account/handoffs/handoff_end').run(given).changes === 0) return;
    const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor, action: 'handoff.ended', ...place, subject: handoffId, detail: { kind, outcome } });
  });
}

/** May this person decide it with this credential? Says why not. */
export function whyNot(base: Base, handoff: Handoff, principal: Principal): 'role' | 'same_credential' | undefined {
  const { role } = kindOf(base, handoff.kind);
  const held = principal.personId ? workspaceRole(base, principal.personId, handoff.workspaceId) : undefined;
  if (!held || !outranks(WORKSPACE_ROLES, held, role as WorkspaceRole)) return 'role';
  return principal.credentialId === handoff.raisedBy ? 'same_credential' : undefined;
}

/** The one decision. What was approved is done at once, and its result kept. */
export async function decideHandoff(
  base: Base,
  token: string,
  { principal, decision }: { principal: Principal; decision: 'approved' | 'rejected' },
): Promise<Handoff> {
  const found = findHandoff(base, token);
  if (!found) throw new ApiError('not_found', 'No such handoff.');
  const refusal = whyNot(base, found, principal);
  if (refusal === 'role')
    throw new ApiError('forbidden', `This is decided by the ${kindOf(base, found.kind).role} of the workspace.`);
  if (refusal === 'same_credential')
    throw new ApiError('forbidden', 'The session that requested this cannot decide it. Sign in again, then decide.');
  if (decision === 'rejected') await kindOf(base, found.kind).shut?.(base, found);
  const handoff = await lookAgain(base, found);
  if (decision === 'approved' && kindOf(base, handoff.kind).isSettledElsewhere?.(handoff))
    throw new ApiError('invalid_state', 'This is decided elsewhere; follow the link on the page.');
  const decidedBy = actorOf(principal);
  base.state.tx(() => {
    if (statusOf(base, handoff) !== 'awaiting_approval' || !decide(base, handoff, decision, decidedBy))
      throw new ApiError('invalid_state', 'This was decided already, or its time is over.');
    if (decision !== 'rejected') return;
    kindOf(base, handoff.kind).rejected?.(base, handoff, decidedBy);
    end(base, handoff, 'rejected', {}, decidedBy);
  });
  if (decision === 'rejected') return reread(base, handoff);
  return carryOut(base, { ...handoff, decidedBy }, false);
}

/** Does what was approved. A refusal ends it as failed, with nothing half written; whatever else goes wrong is tried again later. */
async function carryOut(base: Base, handoff: Handoff, isRetry: boolean): Promise<Handoff> {
  const actor = handoff.decidedBy ?? 'system';
  try {
    const { planned, approved } = kindOf(base, handoff.kind);
    if (planned && !isRetry) requireBinding(handoff.payload['binding'], planned(base, handoff));
    const payload = await approved(base, handoff, { actor, isRetry });
    end(base, handoff, 'approved', payload, actor);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    end(base, handoff, 'failed', { error: { code: error.code, message: error.message } }, actor);
  }
  return reread(base, handoff);
}
