// The checksum of a picture, by which a copy that was changed is recognised.
import { createHash } from 'node:crypto';

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
