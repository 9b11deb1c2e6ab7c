// A sealed backup opened into the clear one that an earlier version made: for what a test looks for or changes in it.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBackup } from '../../src/base/backup/opened.ts';
import { fileHash } from '../../src/base/files/durable.ts';

export function openInto(folder: string, masterKey: string, to: string): Promise<void> {
  return withBackup(folder, { masterKey }, async ({ manifest, paths, place }) => {
    const files = [];
    for (const path of paths) {
      const file = join(to, path);
      await place(path, file);
      files.push({ path, bytes: statSync(file).size, sha256: await fileHash(file) });
    }
    const { created_at, key_id, profiles } = manifest;
    writeFileSync(join(to, 'backup.json'), JSON.stringify({ version: 1, created_at, key_id, with_key: false, profiles, files }));
  });
}
