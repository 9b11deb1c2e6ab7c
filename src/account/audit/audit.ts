// The audit chain: one row per change, each hashed over itself and the row before, so that a changed or missing row shows.
// It contains ids and settings, never personal data and never a secret.

import { createHash } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { auditDetail } from './stored.ts';

export interface AuditEntry {
  /** `system`, or the principal: `person:<id>`, `key:<id>`. */
  actor: string;
  /** The action, e.g. `profile.created`. */
  action: string;
  workspaceId?: string;
  profileId?: string;
  /** Id of what it happened to. */
  subject: string;
  detail?: Record<string, unknown>;
}

/** The hash that the first row is on. */
const FIRST = '0'.repeat(64);

interface Link {
  audit_no: number;
  at: number;
  actor: string;
  action: string;
  workspace_id: string | null;
  profile_id: string | null;
  subject: string;
  detail: string;
  previous_hash: string;
}

const hashOfLink = (link: Link): string => createHash('sha256').update(canonicalJson(link)).digest('hex');

/** Appends inside the caller's transaction: a change and its audit row are committed together. */
export function writeAudit(base: Base, entry: AuditEntry): void {
  base.state.tx(() => {
    const last = base.state.statement('account/audit/audit_last').get();
    const link: Link = {
      audit_no: last ? last.audit_no + 1 : 1,
      at: base.clock.now(),
      actor: entry.actor,
      action: entry.action,
      workspace_id: entry.workspaceId ?? null,
      profile_id: entry.profileId ?? null,
      subject: entry.subject,
      detail: canonicalJson(entry.detail ?? {}),
      previous_hash: last ? last.hash : FIRST,
    };
    base.state.statement('account/audit/audit_append').run({ ...link, hash: hashOfLink(link) });
  });
}

/** Walks the chain. `brokenAt` is the number of the first row that does not fit; absent when all do. */
export function checkAudit(base: Base): { rows: number; brokenAt?: number } {
  let previous = FIRST;
  let rows = 0;
  for (;;) {
    const page = base.state.statement('account/audit/audit_list').all({ after: rows, limit: 1_000 });
    for (const row of page) {
      const { hash, ...link } = row;
      rows += 1;
      const fits = link.audit_no === rows && link.previous_hash === previous && hashOfLink(link) === hash;
      if (!fits) return { rows, brokenAt: rows };
      previous = hash;
    }
    if (page.length < 1_000) return { rows };
  }
}

export interface AuditRow {
  auditNo: number;
  at: number;
  actor: string;
  action: string;
  profileId: string | null;
  subject: string;
  detail: Record<string, unknown>;
  hash: string;
  /** It fits its own hash, and the link before it. */
  isIntact: boolean;
}

/** Changes in a workspace, newest first; of one profile where it is named. */
export function auditOf(
  base: ReadBase,
  input: { workspaceId: string; profileId?: string | undefined; before?: number | undefined; limit: number },
): AuditRow[] {
  const rows = base.state.statement('account/audit/audit_page').all({
    workspace_id: input.workspaceId,
    profile_id: input.profileId ?? null,
    before: input.before ?? null,
    limit: input.limit,
  });
  return rows.map((row) => {
    const { hash, earlier_hash: earlier, ...link } = row;
    const stoodOn = link.audit_no === 1 ? FIRST : earlier;
    return {
      auditNo: link.audit_no,
      at: link.at,
      actor: link.actor,
      action: link.action,
      profileId: link.profile_id,
      subject: link.subject,
      // A row that was tampered with may be no object any more.
      detail: auditDetail.readIfValid(link.detail) ?? {},
      hash,
      isIntact: hashOfLink(link) === hash && link.previous_hash === stoodOn,
    };
  });
}
