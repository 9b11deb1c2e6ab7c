// The marts as files for analysts: a version of Parquet files with an `open.sql`, behind a `current` link.
import { readdirSync } from 'node:fs';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { DISK_TIGHT, usedShare } from '../../base/files/disk.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { sqlText } from '../../base/sql/sql-files.ts';
import { publish, type TableToPublish } from '../../base/warehouse/publish.ts';
import { profileVersion } from './ask.ts';

/** What is published, in the order of the names. A line `-- month: COLUMN` names the time by which exports cut a table. */
export const publishedTables = (): TableToPublish[] =>
  readdirSync(projectFile('sql', 'models', 'marts', 'publish'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => name.slice(0, -4))
    .map((name) => ({ name, sql: sqlText(`models/marts/publish/${name}`) }));

/** Publishes every mart of sql/models/marts/publish at the version the figures have now. */
export async function publishMarts(base: Base, profileId: string) {
  if (usedShare(base.config.dataDir) >= DISK_TIGHT)
    throw new ApiError('service_unavailable', 'The disk is more than 92 % full; nothing is published until there is room.');
  const version = await profileVersion(base, profileId);
  const name = `${version.through_seq}-${version.through_decision}-${version.code}`;
  return publish(base.warehouse, profileId, name, publishedTables());
}
