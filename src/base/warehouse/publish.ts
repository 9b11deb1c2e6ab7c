// Published versions of a profile's tables: Parquet files that any tool reads, complete before their name appears, with
// `open.sql` to see them as views in DuckDB and a `current` link to the newest.

import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { lstat, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fileHash, renameAside, syncAside, writeAside } from '../files/durable.ts';
import { readJson } from '../kit/stored-json.ts';
import { Mutex } from '../work/memo.ts';
import { publishedFolder } from './layout.ts';
import { type Row, type Statement, type Warehouse, WarehouseFailure } from './port.ts';

const KEPT_VERSIONS = 3;
/** Publishing copies whole tables: it may take long, and it waits its turn among the heavy reads. */
const DEADLINE_MS = 1_800_000;

const publishedTable = z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() });
export type PublishedTable = z.infer<typeof publishedTable>;

const manifestShape = z.object({
  version: z.string(),
  /** Counts the publications of a profile; the highest is the newest. */
  publication: z.number(),
  engine: z.string(),
  tables: z.array(publishedTable),
});
export type Manifest = z.infer<typeof manifestShape>;

/** A query of which the rows are published under a name. Its first comment line says the grain and becomes the view's comment. */
export interface TableToPublish {
  name: string;
  sql: string;
}

/**
 * Writes a version of the tables, all from one snapshot, and makes it the current one. An existing version is only
 * made current again: at one version the tables are equal.
 */
export async function publish(
  warehouse: Warehouse,
  profileId: string,
  version: string,
  tables: TableToPublish[],
): Promise<Manifest> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(version)) refuse('Not a name for a version.');
  for (const { name } of tables) if (!/^[a-z][a-z0-9_]*$/.test(name)) refuse(`Not a name for a published table: ${name}.`);
  const root = publishedRoot(warehouse, profileId);
  return turns.run(root, async () => {
    mkdirSync(root, { recursive: true });
    const manifest = manifestOf(join(root, version)) ?? (await writeVersion(warehouse, profileId, version, tables, root));
    await pointCurrent(root, version);
    await dropOldVersions(root, version);
    return manifest;
  });
}

/** Deletes all published files of a profile; answers whether there ever were any: the empty folder remains as the mark of that. */
export async function unpublish(warehouse: Warehouse, profileId: string): Promise<boolean> {
  const root = publishedRoot(warehouse, profileId);
  return turns.run(root, async () => {
    if (!existsSync(root)) return false;
    for (const name of await readdir(root)) await rm(join(root, name), { recursive: true, force: true });
    return true;
  });
}

/** Publications of a profile come one after another: each deletes what an unfinished one left. */
const turns = new Mutex();

function refuse(message: string): never {
  throw new WarehouseFailure('query', message);
}

/** The data folder, derived from the landing folder <data>/landing/<profile_id>. */
const publishedRoot = (warehouse: Warehouse, profileId: string): string =>
  publishedFolder(dirname(dirname(warehouse.landingFolder(profileId))), profileId);

function manifestOf(folder: string): Manifest | undefined {
  const file = join(folder, 'manifest.json');
  return existsSync(file) ? readJson(file, manifestShape, readFileSync(file, 'utf8')) : undefined;
}

async function writeVersion(
  warehouse: Warehouse,
  profileId: string,
  version: string,
  tables: TableToPublish[],
  root: string,
): Promise<Manifest> {
  const unfinished = join(root, `.unfinished-${version}`);
  for (const name of await readdir(root)) {
    if (name.startsWith('.unfinished-')) await rm(join(root, name), { recursive: true, force: true });
  }
  mkdirSync(unfinished);
  const fileOf = (name: string): string => join(unfinished, `${name}.parquet`);
  const copies = tables.map(({ name, sql }) => ({ sql: copyStatement(sql, fileOf(name)) }));
  const comments = await warehouse.query({ profileId }, [...copies, { sql: columnComments }], {
    deadlineMs: DEADLINE_MS,
    size: 'heavy',
  });
  const counts = await warehouse.convert(
    profileId,
    tables.map(({ name }) => countStatement(fileOf(name))),
  );
  const columns = await warehouse.convert(
    profileId,
    tables.map(({ name }) => columnsStatement(fileOf(name))),
  );
  const published: PublishedTable[] = [];
  for (const [i, { name }] of tables.entries()) {
    const file = fileOf(name);
    await syncAside(file);
    published.push({ name, rows: Number(counts[i]?.[0]?.['rows']), bytes: statSync(file).size, sha256: await fileHash(file) });
  }
  const publication = 1 + Math.max(0, ...(await versionsOf(root)).map((manifest) => manifest.publication));
  const manifest: Manifest = { version, publication, engine: warehouse.version(), tables: published };
  await writeAside(join(unfinished, 'open.sql'), openSql(version, tables, columns, comments));
  await writeAside(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncAside(unfinished);
  await renameAside(unfinished, join(root, version));
  return manifest;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const copyStatement = (sql: string, file: string): string =>
  `${sql.startsWith('--') ? sql.slice(0, sql.indexOf('\n') + 1) : ''}copy (\n${sql.replace(/;\s*$/, '')}\n) to ${quoted(file)} (format parquet, compression zstd)`;

const countStatement = (file: string): Statement => ({
  sql: `-- One row: the rows of a published file.\nselect count(*) as rows from read_parquet(${quoted(file)})`,
});

const columnComments = `-- One row per commented column.
select table_name, column_name, comment
from duckdb_columns()
where comment is not null
order by table_oid, column_index`;

const columnsStatement = (file: string): Statement => ({
  sql: `-- One row per column of a published file.\nselect column_name from (describe select * from read_parquet(${quoted(file)}))`,
});

/**
 * Views by relative path, so that the folder can be copied anywhere. A column keeps the comment of its own table, or of the
 * first table that has a column of its name, or that of its statement: `-- column NAME: …`.
 */
function openSql(version: string, tables: TableToPublish[], columns: Row[][], comments: Row[]): string {
  const lines = [`-- Version ${version}. Start it in this folder: duckdb -init open.sql`];
  for (const [i, { name, sql }] of tables.entries()) {
    lines.push('', `create or replace view ${name} as select * from read_parquet('${name}.parquet');`);
    const grain = /^\s*--\s*(.+)$/m.exec(sql)?.[1];
    if (grain) lines.push(`comment on view ${name} is ${quoted(grain)};`);
    for (const { column_name: column } of columns[i] ?? []) {
      const named = comments.filter((comment) => comment['column_name'] === column);
      const found = named.find((comment) => comment['table_name'] === name) ?? named[0];
      const comment = new RegExp(`^-- column ${column}: (.+)$`, 'm').exec(sql)?.[1] ?? found?.['comment'];
      if (comment !== undefined) lines.push(`comment on column ${name}."${column}" is ${quoted(String(comment))};`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The link is made under another name and renamed, so that `current` always leads somewhere. */
async function pointCurrent(root: string, version: string): Promise<void> {
  const link = join(root, 'current');
  const fresh = join(root, '.current-next');
  await rm(fresh, { force: true });
  await symlink(version, fresh);
  const inTheWay = await lstat(link).catch(() => undefined);
  if (inTheWay && !inTheWay.isSymbolicLink()) refuse(`${link} is not a link; it was not changed.`);
  await renameAside(fresh, link);
}

async function versionsOf(root: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const manifest = entry.isDirectory() && !entry.name.startsWith('.') ? manifestOf(join(root, entry.name)) : undefined;
    if (manifest) found.push(manifest);
  }
  return found.sort((a, b) => b.publication - a.publication);
}

async function dropOldVersions(root: string, current: string): Promise<void> {
  const others = (await versionsOf(root)).filter((manifest) => manifest.version !== current);
  for (const { version } of others.slice(KEPT_VERSIONS - 1)) await rm(join(root, version), { recursive: true, force: true });
}
