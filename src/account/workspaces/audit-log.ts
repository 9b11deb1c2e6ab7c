// The operation that shows who changed which setting: the workspace's links of the one chain, each with whether it still fits.
import { reading } from '../../base/contract/operation.ts';
import { auditOf } from '../audit/index.ts';
import { instant } from './shown.ts';

export const listAudit = reading('listAudit', ({ workspaceId, params }, base) => {
  const before = params.cursor === undefined ? undefined : Number(params.cursor);
  const profileId = params.profile_id?.toLowerCase();
  const rows = auditOf(base, { workspaceId, profileId, before, limit: params.limit + 1 });
  const page = rows.slice(0, params.limit);
  const has_next = rows.length > page.length;
  return {
    data: page.map((row) => ({
      no: row.auditNo,
      at: instant(row.at),
      actor: row.actor,
      action: row.action,
      profile_id: row.profileId,
      subject: row.subject,
      detail: row.detail,
      hash: row.hash,
      intact: row.isIntact,
    })),
    meta: { workspace_id: workspaceId },
    pagination: { has_next, cursor: has_next ? String(page.at(-1)?.auditNo) : null },
  };
});
