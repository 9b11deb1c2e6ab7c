// The settings of scheduled backups. Only the operator has them: no request and no page reads or changes them.
import { z } from 'zod';
import { readBackupPlace } from '../backup/kept/place.ts';
import { count, readBy, setting, text, webAddress } from './setting-list.ts';

export const backups = {
  newMasterKey: setting(
    'NEW_MASTER_KEY',
    z.string().optional(),
    '32 bytes in base64: the key with which `tributary master-key rotate` replaces the master key. Read by that command alone. Default: a random one, which the command writes to `master.key`.',
  ),
  backupTarget: setting(
    'TRIBUTARY_BACKUP_TARGET',
    readBy(readBackupPlace).optional(),
    'Where scheduled backups are kept: an absolute folder that exists, `s3://BUCKET/PREFIX`, or `sftp://USER@HOST/FOLDER`. Default: none are made.',
  ),
  backupHours: setting('TRIBUTARY_BACKUP_HOURS', count.min(1).max(168).default(24), 'Hours between scheduled backups.'),
  backupKeepDays: setting(
    'TRIBUTARY_BACKUP_KEEP_DAYS',
    count.min(2).max(3_650).default(30),
    'Days for which one scheduled backup a day is kept. Each is kept for two days, and the newest always.',
  ),
  backupS3Endpoint: setting(
    'TRIBUTARY_BACKUP_S3_ENDPOINT',
    webAddress.optional(),
    "URL of the S3-compatible service, of which buckets are paths. Default: Amazon's of the region.",
  ),
  backupS3Region: setting('TRIBUTARY_BACKUP_S3_REGION', text.default('us-east-1'), 'Region of the bucket.'),
  backupS3KeyId: setting('TRIBUTARY_BACKUP_S3_KEY_ID', text.optional(), 'Id of the access key to the bucket.'),
  backupS3Secret: setting('TRIBUTARY_BACKUP_S3_SECRET', text.optional(), 'Secret of that key.'),
  backupSftpHostKey: setting(
    'TRIBUTARY_BACKUP_SFTP_HOST_KEY',
    z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be a fingerprint as ssh-keygen -lf prints it (SHA256:…)')
      .optional(),
    "Fingerprint of the SFTP server's key (`SHA256:…`); a server with another key gets nothing.",
  ),
  backupSftpKeyFile: setting(
    'TRIBUTARY_BACKUP_SFTP_KEY_FILE',
    text.optional(),
    'File of the private key of the user at the SFTP server, without a pass phrase.',
  ),
  backupSftpPassword: setting('TRIBUTARY_BACKUP_SFTP_PASSWORD', text.optional(), 'Password of that user, where there is no key.'),
};
