// Opens the place of backups that the settings name.
import type { Config } from '../../config/config.ts';
import { type FileStore, PlaceFailed } from './file-store.ts';
import { openFolder } from './folder-store.ts';
import { type BackupPlace, readBackupPlace } from './place.ts';
import { openBucket } from './s3-store.ts';
import { openSftp } from './sftp-store.ts';

type BucketPlace = Extract<BackupPlace, { kind: 's3' }>;
type ServerPlace = Extract<BackupPlace, { kind: 'sftp' }>;

/** @throws PlaceFailed */
export async function openBackupStore(config: Config): Promise<FileStore> {
  if (config.backupTarget === undefined) throw new PlaceFailed('No place for backups is set: TRIBUTARY_BACKUP_TARGET names it.');
  const place = readBackupPlace(config.backupTarget);
  switch (place.kind) {
    case 'folder':
      return openFolder(place.folder);
    case 's3':
      return bucketAt(config, place);
    case 'sftp':
      return serverAt(config, place);
  }
}

function bucketAt(
  { backupS3KeyId: id, backupS3Secret: secret, backupS3Region: region, backupS3Endpoint }: Config,
  place: BucketPlace,
) {
  if (id === undefined || secret === undefined)
    throw new PlaceFailed('A bucket needs TRIBUTARY_BACKUP_S3_KEY_ID and TRIBUTARY_BACKUP_S3_SECRET.');
  const endpoint = backupS3Endpoint ?? `https://s3.${region}.amazonaws.com`;
  return openBucket({ endpoint, bucket: place.bucket, prefix: place.prefix, key: { id, secret, region } });
}

function serverAt(
  { backupSftpHostKey: hostKey, backupSftpKeyFile: keyFile, backupSftpPassword: password }: Config,
  place: ServerPlace,
) {
  if (hostKey === undefined)
    throw new PlaceFailed(
      'An SFTP server needs TRIBUTARY_BACKUP_SFTP_HOST_KEY, the fingerprint of its key: `ssh-keyscan HOST | ssh-keygen -lf -` prints it, and who runs the server confirms it.',
    );
  if (keyFile === undefined && password === undefined)
    throw new PlaceFailed('An SFTP server needs TRIBUTARY_BACKUP_SFTP_KEY_FILE or TRIBUTARY_BACKUP_SFTP_PASSWORD.');
  const { host, port, user, folder } = place;
  return openSftp({ host, port, user, folder, hostKey, keyFile, password });
}
