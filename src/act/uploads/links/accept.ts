// A file that comes by a link. It counts when its reading begins, so that nobody makes the service read more files than the link allows; it is stored like an
// upload of a user and waits for a person, who alone commits it. The sender sees nothing of the profile.
import { writeAudit } from '../../../account/audit/index.ts';
import { queueMail } from '../../../account/people/index.ts';
import { findProfile, workspaceMembers } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { UploadedFile } from '../../../base/contract/operation.ts';
import { requireHere } from '../../../base/move/moves.ts';
import { piecesOfOpen } from '../../../base/sealing/sealed-pieces.ts';
import { forgetUpload, type KeptUpload, keepAndRead } from '../keep-and-read.ts';
import { addImport, type Read, waitingImports } from '../store.ts';
import { readingShape } from '../stored.ts';
import { endKeeping } from '../upload-file.ts';
import { type LinkKind, linkOfToken, takePlace, type UploadLink } from './store.ts';

/** For the person who commits it. */
const KEPT_MS = 7 * 86_400_000;
/** Fewer than a profile may have waiting, so that its own users can upload whatever comes by links. */
const MOST_WAITING = 15;

const KINDS: Readonly<Record<LinkKind, readonly string[]>> = { spend: ['spend'], outcomes: ['payments', 'deals'] };
const WORDS: Readonly<Record<LinkKind, string>> = { spend: 'costs of ads', outcomes: 'payments, orders or deals' };

const gone = (): ApiError =>
  new ApiError('not_found', 'This link does not work, or no longer. The person who gave it to you can make another.');

/** @throws ApiError `not_found` of a link that does not work */
export function requireLink(base: ReadBase, token: string): UploadLink {
  const link = linkOfToken(base, token);
  if (!link || !findProfile(base, link.profileId)) throw gone();
  return link;
}

/** What a link is for, in words for the person who uploads. */
export const wordsOf = ({ kind }: Pick<UploadLink, 'kind'>): string => WORDS[kind];

/** Why the file is not taken; undefined of one that waits for a person. */
export async function acceptFile(base: Base, token: string, file: UploadedFile): Promise<string | undefined> {
  const link = requireLink(base, token);
  requireHere(base, link.profileId);
  const workspaceId = findProfile(base, link.profileId)?.workspaceId;
  if (workspaceId === undefined) throw gone();
  if (file.bytes === 0) return 'The file is empty.';
  if (waitingImports(base, link.profileId) >= MOST_WAITING)
    throw new ApiError('invalid_state', 'Too many files wait to be checked. Try again later.');
  if (!base.state.tx(() => takePlace(base, link)))
    throw new ApiError(
      'invalid_state',
      'This link has taken as many files as it may. The person who gave it to you can make another.',
    );
  const actor = `upload_link:${link.linkId}`;
  const upload = {
    profileId: link.profileId,
    workspaceId,
    actor,
    fileName: file.name,
    bytes: file.bytes,
    pieces: piecesOfOpen(file.fd),
  };
  const kept = await keepAndRead(base, upload, readingShape.parse({}), true);
  const refusal = refusalOf(link, kept.read);
  if (refusal === undefined) {
    if (base.state.tx(() => putImport(base, token, kept, { actor, workspaceId }))) {
      endKeeping(base, kept.upload.importId);
      return undefined;
    }
    await forgetUpload(base, kept.upload.importId);
    throw gone();
  }
  await forgetUpload(base, kept.upload.importId);
  const place = { actor, workspaceId, profileId: link.profileId, subject: link.linkId };
  base.state.tx(() => writeAudit(base, { ...place, action: 'upload_link.file_refused' }));
  return refusal;
}

/** Only of the file itself: what the profile has is in no answer. */
function refusalOf({ kind }: UploadLink, { status, kind: found }: Read): string | undefined {
  if (status === 'refused' && found === null) return `The file cannot be read as a table of ${WORDS[kind]}.`;
  if (found !== null && !KINDS[kind].includes(found)) return `The file is something else than ${WORDS[kind]}.`;
  return undefined;
}

/** Inside a transaction. False where the link was ended meanwhile. */
function putImport(
  base: Base,
  token: string,
  { upload, read, reading, isMappingKept }: KeptUpload,
  { actor, workspaceId }: { actor: string; workspaceId: string },
): boolean {
  const link = linkOfToken(base, token);
  if (!link) return false;
  const { importId, profileId } = upload;
  addImport(base, { ...upload, ...read, reading, isMappingKept, expiresAt: base.clock.now() + KEPT_MS, actor });
  const detail = { import_id: importId };
  writeAudit(base, { actor, workspaceId, profileId, subject: link.linkId, action: 'upload_link.file_received', detail });
  inform(base, link, workspaceId);
  return true;
}

/** The maker of the link, or the owners where that person is a member no longer. */
function inform(base: Base, { profileId, name, createdBy }: UploadLink, workspaceId: string): void {
  const members = workspaceMembers(base, workspaceId);
  const maker = members.filter(({ personId }) => `person:${personId}` === createdBy);
  const readers = maker.length > 0 ? maker : members.filter(({ role }) => role === 'owner');
  const profile = profileSettings(base, profileId).name;
  const subject = `A file waits for you: ${name}`;
  const text = `Somebody uploaded a file by the link ${name} of the profile ${profile}.\n\nNothing of it counts yet. The page Import has its preview: commit or delete it there; after seven days it is forgotten.\n`;
  for (const { email } of readers) queueMail(base, { to: email, subject, text });
}
