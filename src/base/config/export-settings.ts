// The settings of exports of figures. Only the operator has them: no request and no page reads or changes them.
import { z } from 'zod';
import { readBackupPlace } from '../backup/kept/place.ts';
import { count, readBy, setting, text, webAddress } from './setting-list.ts';

export const exports = {
  exportTarget: setting(
    'TRIBUTARY_EXPORT_TARGET',
    readBy(readBackupPlace).optional(),
    'Where the published figures of all profiles are exported to, for analysts: an absolute folder that exists, `s3://BUCKET/PREFIX`, or `sftp://USER@HOST/FOLDER`. The files are not encrypted. Default: nothing is exported.',
  ),
  exportHours: setting('TRIBUTARY_EXPORT_HOURS', count.min(1).max(168).default(24), 'Hours between exports.'),
  exportS3Endpoint: setting(
    'TRIBUTARY_EXPORT_S3_ENDPOINT',
    webAddress.optional(),
    "URL of the S3-compatible service of the exports, of which buckets are paths. Default: Amazon's of the region.",
  ),
  exportS3Region: setting('TRIBUTARY_EXPORT_S3_REGION', text.default('us-east-1'), 'Region of the bucket of the exports.'),
  exportS3KeyId: setting('TRIBUTARY_EXPORT_S3_KEY_ID', text.optional(), 'Id of the access key to that bucket.'),
  exportS3Secret: setting('TRIBUTARY_EXPORT_S3_SECRET', text.optional(), 'Secret of that key.'),
  exportSftpHostKey: setting(
    'TRIBUTARY_EXPORT_SFTP_HOST_KEY',
    z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be a fingerprint as ssh-keygen -lf prints it (SHA256:…)')
      .optional(),
    "Fingerprint of the key of the exports' SFTP server (`SHA256:…`); a server with another key gets nothing.",
  ),
  exportSftpKeyFile: setting(
    'TRIBUTARY_EXPORT_SFTP_KEY_FILE',
    text.optional(),
    'File of the private key of the user at that server, without a pass phrase.',
  ),
  exportSftpPassword: setting('TRIBUTARY_EXPORT_SFTP_PASSWORD', text.optional(), 'Password of that user, where there is no key.'),
};
