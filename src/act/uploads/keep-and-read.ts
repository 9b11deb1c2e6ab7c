// An upload on its way into state: its bytes are sealed and read, and given up together where reading fails.
import { randomUUID } from 'node:crypto';
import type { ReadBase } from '../../base/base.ts';
import { type ReadUpload, readUpload, type Upload } from './preview.ts';
import type { StoredReading } from './stored.ts';
import { endKeeping, forgetFile, keepUpload } from './upload-file.ts';

export interface KeptUpload extends ReadUpload {
  upload: Upload;
}

interface NewUpload {
  profileId: string;
  workspaceId: string;
  actor: string;
  fileName: string;
  bytes: number;
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The caller ends keeping once the import is in state. @throws WrongReading, ApiError, UploadGone */
export async function keepAndRead(
  base: ReadBase,
  file: NewUpload,
  reading: StoredReading,
  mayKeep: boolean,
): Promise<KeptUpload> {
  const { profileId, workspaceId, actor, bytes } = file;
  const importId = randomUUID();
  try {
    const contentHash = await keepUpload(base, { profileId, importId }, file.pieces);
    const upload = { profileId, importId, fileName: file.fileName.slice(0, 200), contentHash, bytes };
    return { upload, ...(await readUpload(base, upload, reading, { actor, workspaceId }, mayKeep)) };
  } catch (error) {
    await forgetUpload(base, importId);
    throw error;
  }
}

export async function forgetUpload(base: ReadBase, importId: string): Promise<void> {
  await forgetFile(base, importId, 'file');
  await forgetFile(base, importId, 'rejects');
  endKeeping(base, importId);
}
