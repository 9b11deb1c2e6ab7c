// Opens the places that the settings name: of backups, and of exports of figures.
import type { Config } from '../../config/config.ts';
import { type FileStore, PlaceFailed } from './file-store.ts';
import { openFolder } from './folder-store.ts';
import { type BackupPlace, readBackupPlace } from './place.ts';
import { openBucket } from './s3-store.ts';
import { openSftp } from './sftp-store.ts';

type BucketPlace = Extract<BackupPlace, { kind: 's3' }>;
type ServerPlace = Extract<BackupPlace, { kind: 'sftp' }>;

/** A place, and how the operator lets the service in. */
interface Settings {
  /** What the names of its variables begin with. */
  variables: string;
  target: string | undefined;
  endpoint: string | undefined;
  region: string;
  keyId: string | undefined;
  secret: string | undefined;
  hostKey: string | undefined;
  keyFile: string | undefined;
  password: string | undefined;
}

/** @throws PlaceFailed */
export const openBackupStore = (config: Config): Promise<FileStore> =>
  openStore('backups', {
    variables: 'TRIBUTARY_BACKUP',
    target: config.backupTarget,
    endpoint: config.backupS3Endpoint,
    region: config.backupS3Region,
    keyId: config.backupS3KeyId,
    secret: config.backupS3Secret,
    hostKey: config.backupSftpHostKey,
    keyFile: config.backupSftpKeyFile,
    password: config.backupSftpPassword,
  });

/** @throws PlaceFailed */
export const openExportStore = (config: Config): Promise<FileStore> =>
  openStore('exports', {
    variables: 'TRIBUTARY_EXPORT',
    target: config.exportTarget,
    endpoint: config.exportS3Endpoint,
    region: config.exportS3Region,
    keyId: config.exportS3KeyId,
    secret: config.exportS3Secret,
    hostKey: config.exportSftpHostKey,
    keyFile: config.exportSftpKeyFile,
    password: config.exportSftpPassword,
  });

async function openStore(what: string, settings: Settings): Promise<FileStore> {
  if (settings.target === undefined) throw new PlaceFailed(`No place for ${what} is set: ${settings.variables}_TARGET names it.`);
  const place = readBackupPlace(settings.target);
  switch (place.kind) {
    case 'folder':
      return openFolder(place.folder);
    case 's3':
      return bucketAt(settings, place);
    case 'sftp':
      return serverAt(settings, place);
  }
}

function bucketAt({ variables, keyId: id, secret, region, endpoint: other }: Settings, place: BucketPlace) {
  if (id === undefined || secret === undefined)
    throw new PlaceFailed(`A bucket needs ${variables}_S3_KEY_ID and ${variables}_S3_SECRET.`);
  const endpoint = other ?? `https://s3.${region}.amazonaws.com`;
  return openBucket({ endpoint, bucket: place.bucket, prefix: place.prefix, key: { id, secret, region } });
}

function serverAt({ variables, hostKey, keyFile, password }: Settings, place: ServerPlace) {
  if (hostKey === undefined)
    throw new PlaceFailed(
      `An SFTP server needs ${variables}_SFTP_HOST_KEY, the fingerprint of its key: \`ssh-keyscan HOST | ssh-keygen -lf -\` prints it, and who runs the server confirms it.`,
    );
  if (keyFile === undefined && password === undefined)
    throw new PlaceFailed(`An SFTP server needs ${variables}_SFTP_KEY_FILE or ${variables}_SFTP_PASSWORD.`);
  const { host, port, user, folder } = place;
  return openSftp({ host, port, user, folder, hostKey, keyFile, password });
}
