// Where the warehouse keeps its files. Every path of a profile is made here, from ids that were checked first.
import { join } from 'node:path';
import type { FileRef } from './messages.ts';
import { WarehouseFailure } from './port.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const buildName = /^build-[0-9]+$/;

/** Answers the id, or refuses what is not a UUID in lower case: it becomes part of a path. */
export function checkedProfileId(profileId: string): string {
  if (!uuid.test(profileId)) throw new WarehouseFailure('query', 'A profile id must be a UUID in lower case.');
  return profileId;
}

export function checkedBuild(build: string): string {
  if (!buildName.test(build)) throw new WarehouseFailure('query', 'Not the name of a build.');
  return build;
}

export const profilesFolder = (dataDir: string): string => join(dataDir, 'profiles');
export const profileFolder = (dataDir: string, profileId: string): string =>
  join(dataDir, 'profiles', checkedProfileId(profileId));
export const spillFolder = (dataDir: string): string => join(dataDir, 'spill');
/** Holds files on their way into or out of a statement; none of them outlives the process. */
export const landingsFolder = (dataDir: string): string => join(dataDir, 'landing');
export const landingFolder = (dataDir: string, profileId: string): string =>
  join(landingsFolder(dataDir), checkedProfileId(profileId));
export const publishedFolder = (dataDir: string, profileId: string): string =>
  join(profileFolder(dataDir, profileId), 'published');

/** The DuckDB file of a profile: the live one, or a build beside it. */
export function filePath(dataDir: string, file: FileRef): string {
  const name = file.build === undefined ? 'live' : checkedBuild(file.build);
  return join(profileFolder(dataDir, file.profileId), `${name}.duckdb`);
}

/** Is this the name of a build's file or its write-ahead log? */
export const isBuildFile = (name: string): boolean => /^build-[0-9]+\.duckdb(\.wal)?$/.test(name);
