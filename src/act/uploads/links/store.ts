// Links for uploads in state. The secret of a link is in its address alone; here is its digest.
import { createHash, randomBytes } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { RowOf } from '../../../base/state/state.ts';

type Row = RowOf<'act/uploads/upload_link_get'>;
export type LinkKind = Row['kind'];

export interface UploadLink {
  linkId: string;
  profileId: string;
  name: string;
  kind: LinkKind;
  maxFiles: number;
  maxBytes: number;
  files: number;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
}

const contextOf = (linkId: string): string => `upload link name ${linkId}`;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (): string => randomBytes(32).toString('base64url');

const linkOf = (base: ReadBase, row: Row): UploadLink => ({
  linkId: row.link_id,
  profileId: row.profile_id,
  name: base.state.keys.decrypt(row.profile_id, contextOf(row.link_id), row.name),
  kind: row.kind,
  maxFiles: row.max_files,
  maxBytes: row.max_bytes,
  files: row.files,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

type NewLink = Pick<UploadLink, 'linkId' | 'profileId' | 'name' | 'kind' | 'maxFiles' | 'maxBytes' | 'createdBy' | 'expiresAt'>;

export function addLink(base: Base, token: string, { linkId, profileId, ...link }: NewLink): void {
  base.state.statement('act/uploads/upload_link_add').run({
    link_id: linkId,
    profile_id: profileId,
    token_hash: hashOf(token),
    name: base.state.keys.encrypt(profileId, contextOf(linkId), link.name),
    kind: link.kind,
    max_files: link.maxFiles,
    max_bytes: link.maxBytes,
    created_by: link.createdBy,
    now: base.clock.now(),
    expires_at: link.expiresAt,
  });
}

export const linksOf = (base: ReadBase, profileId: string): UploadLink[] =>
  base.state
    .statement('act/uploads/upload_links_list')
    .all({ profile_id: profileId })
    .map((row) => linkOf(base, row));

export function findLink(base: ReadBase, profileId: string, linkId: string): UploadLink | undefined {
  const row = base.state.statement('act/uploads/upload_link_get').get({ profile_id: profileId, link_id: linkId });
  return row && linkOf(base, row);
}

/** Of a link that works. */
export function linkOfToken(base: ReadBase, token: string): UploadLink | undefined {
  if (!TOKEN.test(token)) return undefined;
  const row = base.state.statement('act/uploads/upload_link_find').get({ token_hash: hashOf(token), now: base.clock.now() });
  return row && linkOf(base, row);
}

export const countLinks = (base: ReadBase, profileId: string): number =>
  base.state.statement('act/uploads/upload_links_count').get({ profile_id: profileId, now: base.clock.now() })?.links ?? 0;

/** False where the link works no longer or has no room for another file. */
export const takePlace = (base: Base, { linkId }: Pick<UploadLink, 'linkId'>): boolean =>
  base.state.statement('act/uploads/upload_link_take').run({ link_id: linkId, now: base.clock.now() }).changes === 1;

export const renameLink = (base: Base, { profileId, linkId }: Pick<UploadLink, 'profileId' | 'linkId'>, name: string): void =>
  void base.state
    .statement('act/uploads/upload_link_rename')
    .run({ link_id: linkId, name: base.state.keys.encrypt(profileId, contextOf(linkId), name) });

export const removeLink = (base: Base, { profileId, linkId }: Pick<UploadLink, 'profileId' | 'linkId'>): boolean =>
  base.state.statement('act/uploads/upload_link_delete').run({ profile_id: profileId, link_id: linkId }).changes > 0;
