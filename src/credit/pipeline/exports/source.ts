// What an export is made of: the published files of a profile at the version that its figures have now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../../../base/base.ts';
import { publishedFolder } from '../../../base/warehouse/layout.ts';
import { publishedTables, publishMarts } from '../publish.ts';

export interface PublishedSource {
  profileId: string;
  folder: string;
  version: string;
  engine: string;
  tables: { name: string; sha256: string }[];
  /** By table: the column whose months are its parts. */
  times: ReadonlyMap<string, string>;
  /** The views on the files of the folder. */
  views: string;
}

const timeOf = (sql: string): string | undefined => /^-- month: ([a-z_]+)$/m.exec(sql)?.[1];

/** @throws ApiError of a disk without room */
export async function publishSource(base: Base, profileId: string): Promise<PublishedSource> {
  const { version, engine, tables } = await publishMarts(base, profileId);
  const folder = join(publishedFolder(base.config.dataDir, profileId), version);
  const times = publishedTables().flatMap(({ name, sql }) => {
    const time = timeOf(sql);
    return time === undefined ? [] : [[name, time] as const];
  });
  return {
    profileId,
    folder,
    version,
    engine,
    tables: tables.map(({ name, sha256 }) => ({ name, sha256 })),
    times: new Map(times),
    views: readFileSync(join(folder, 'open.sql'), 'utf8'),
  };
}
