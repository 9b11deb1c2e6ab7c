// Links by which somebody without an account, such as a bookkeeper, uploads files of one kind: listed, made, ended.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import { reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { addLink, countLinks, findLink, linksOf, newToken, removeLink, type UploadLink } from './store.ts';

type Shown = components['schemas']['UploadLink'];

const MOST = 20;
const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;
const DEFAULTS = { days: 7, max_files: 10, max_megabytes: 20 };

export const uploadPath = (token: string): string => `/f/${token}`;

const instant = (at: number): string => new Date(at).toISOString();

function shown(base: ReadBase, link: UploadLink): Shown {
  const isOver = link.expiresAt <= base.clock.now();
  return {
    link_id: link.linkId,
    name: link.name,
    kind: link.kind,
    status: isOver ? 'expired' : link.files >= link.maxFiles ? 'used_up' : 'active',
    max_files: link.maxFiles,
    max_megabytes: link.maxBytes / MEGABYTE,
    files: link.files,
    created_at: instant(link.createdAt),
    created_by: link.createdBy,
    expires_at: instant(link.expiresAt),
    last_used_at: link.lastUsedAt === null ? null : instant(link.lastUsedAt),
  };
}

export const listUploadLinks = reading('listUploadLinks', ({ profile: { profileId } }, base) => ({
  data: linksOf(base, profileId).map((link) => shown(base, link)),
  meta: { profile_id: profileId },
}));

export const createUploadLink = stateChange(
  'createUploadLink',
  ({ principal, profile: { profileId, workspaceId }, body }, base) => {
    if (countLinks(base, profileId) >= MOST)
      throw new ApiError('invalid_state', `A profile has at most ${MOST} links for uploads that work. End some of them first.`);
    const { days, max_files, max_megabytes } = { ...DEFAULTS, ...body };
    const token = newToken();
    const linkId = randomUUID();
    const actor = actorOf(principal);
    const expiresAt = base.clock.now() + days * DAY_MS;
    const limits = { maxFiles: max_files, maxBytes: max_megabytes * MEGABYTE };
    const name = checkedName('name', body.name);
    addLink(base, token, { linkId, profileId, name, kind: body.kind, ...limits, createdBy: actor, expiresAt });
    const detail = { kind: body.kind, days, max_files, max_megabytes };
    writeAudit(base, { actor, workspaceId, profileId, subject: linkId, action: 'upload_link.created', detail });
    const link = findLink(base, profileId, linkId);
    if (!link) throw new Error('a link that was just added is missing');
    return {
      outcome: 'created',
      data: { ...shown(base, link), url: `${publicAddress(base)}${uploadPath(token)}` },
      meta: { profile_id: profileId },
    };
  },
);

export const deleteUploadLink = stateChange(
  'deleteUploadLink',
  ({ principal, profile: { profileId, workspaceId }, params }, base) => {
    const { link_id: linkId } = params;
    if (!removeLink(base, { profileId, linkId })) throw new ApiError('not_found', 'This profile has no such link.');
    writeAudit(base, { actor: actorOf(principal), workspaceId, profileId, subject: linkId, action: 'upload_link.ended' });
    return { data: { link_id: linkId, deleted: true }, meta: { profile_id: profileId } };
  },
);
