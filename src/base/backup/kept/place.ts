// The place of scheduled backups as the operator names it: a folder, a bucket with S3's API, or a folder of an SFTP server.
import { isAbsolute, normalize } from 'node:path';

export type BackupPlace =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }
  | { kind: 'sftp'; host: string; port: number; user: string; folder: string };

const FORMS = 'It is an absolute folder, s3://BUCKET/PREFIX or sftp://USER@HOST/FOLDER.';
const SFTP_PORT = 22;

/** @throws Error with a sentence for the operator. */
export function readBackupPlace(text: string): BackupPlace {
  if (isAbsolute(text)) return { kind: 'folder', folder: normalize(text).replace(/(?<=.)\/$/, '') };
  if (!URL.canParse(text)) throw new Error(`It is not a place for backups. ${FORMS}`);
  const url = new URL(text);
  if (url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('Secrets and parameters are settings of their own and no part of the address.');
  const path = decodeURIComponent(url.pathname).replace(/\/+$/, '');
  if (url.protocol === 's3:') return bucketOf(url, path);
  if (url.protocol === 'sftp:') return serverOf(url, path);
  throw new Error(`${url.protocol}// is no kind of place for backups. ${FORMS}`);
}

function bucketOf(url: URL, path: string): BackupPlace {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host) || url.username !== '')
    throw new Error(`${url.host} is not the name of a bucket. ${FORMS}`);
  return { kind: 's3', bucket: url.host, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

function serverOf(url: URL, path: string): BackupPlace {
  if (url.hostname === '' || url.username === '') throw new Error('A server needs a user: sftp://USER@HOST/FOLDER.');
  if (path === '') throw new Error('A server needs a folder: sftp://USER@HOST/FOLDER.');
  return {
    kind: 'sftp',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? SFTP_PORT : Number(url.port),
    user: decodeURIComponent(url.username),
    folder: path,
  };
}
