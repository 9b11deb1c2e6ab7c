// The links of snapshots: the secret is in the address and only its hash is stored, the figures are behind it until it ends or is revoked,
// and who is not meant to read it finds nothing there.
import { personById } from '../../../account/people/index.ts';
import { findReach } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import { workspacesById } from '../../../account/workspaces/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { lookupOf, matching } from '../../../base/kit/credential-secrets.ts';
import type { Question } from './answers.ts';
import { type Contents, storedContents, storedQuestion, storedVersion } from './document.ts';
import type { PageName } from './pages.ts';

export const SNAPSHOT_PREFIX = 'svc_snapshot_';

export const snapshotPath = (token: string): string => `/s/${encodeURIComponent(token)}`;

export interface SharedSnapshot {
  profileId: string;
  workspaceId: string;
  /** Names as they are now. */
  profile: string;
  workspace: string;
  page: PageName;
  title: string;
  question: Question;
  version: { through_seq: number; through_decision: number };
  /** Readable without an account: it was shared so, and the workspace permits it. */
  isPublic: boolean;
  /** The name of the user's account; null if it has none, or an address: that is not for everybody. */
  createdBy: string | null;
  createdAt: number;
  expiresAt: number;
  /** Null once it has ended or was revoked. */
  contents: Contents | null;
}

export const isPublicAllowed = (base: ReadBase, workspaceId: string): boolean =>
  base.state.statement('report/analytics/snapshot_settings_get').get({ workspace_id: workspaceId })?.is_public_allowed === 1;

/** Some accounts have their address as their name. */
function nameOf(base: ReadBase, actor: string): string | null {
  const name = actor.startsWith('person:') ? personById(base, actor.slice('person:'.length))?.name : undefined;
  return name === undefined || name === null || /[@＠]/.test(name) ? null : name;
}

/** By the secret of its address, of a profile that is there. */
export function findSnapshot(base: ReadBase, token: string): SharedSnapshot | undefined {
  if (!token.startsWith(SNAPSHOT_PREFIX)) return undefined;
  const rows = base.state.statement('report/analytics/snapshot_find').all({ lookup: lookupOf(SNAPSHOT_PREFIX, token) });
  const row = matching(rows, token);
  const reach = row && findReach(base, row.profile_id);
  if (!row || reach?.workspaceId !== row.workspace_id) return undefined;
  const { profileId, workspaceId, isHealthcare } = reach;
  const [workspace] = workspacesById(base, [workspaceId]);
  const isOpen = row.revoked_at === null && row.expires_at > base.clock.now();
  const contents = isOpen ? storedContents.readOrNull(row.contents) : null;
  // One of an earlier version may have figures of single people: it is for members.
  const isForOutside = contents === null || contents.outside !== undefined;
  return {
    profileId,
    workspaceId,
    profile: profileSettings(base, profileId).name,
    workspace: workspace?.name ?? '',
    page: row.page,
    title: row.title,
    question: storedQuestion.read(row.question),
    version: storedVersion.read(row.version),
    isPublic: row.audience === 'public' && !isHealthcare && isPublicAllowed(base, workspaceId) && isForOutside,
    createdBy: nameOf(base, row.created_by),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    contents,
  };
}
