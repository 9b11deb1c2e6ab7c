// One profile at the place of exports. Parts that changed are written under new names, then the views and the manifest, which names the parts that count; only
// then what no manifest names is removed. So a loader finds one state or the next, and an export that broke off is repeated.
import { rmSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore, StoredFile } from '../../../base/backup/kept/file-store.ts';
import type { Base } from '../../../base/base.ts';
import { fileHash } from '../../../base/files/durable.ts';
import { withWorkFolder } from '../../../base/files/work-folder.ts';
import { type ExportedTable, type ExportManifest, exportManifest, type Part } from './manifest.ts';
import { type FoundPart, findParts, writePart } from './parts.ts';
import { type PublishedSource, publishSource } from './source.ts';

const MANIFEST = 'manifest.json';
const VIEWS = 'open.sql';
/** A manifest and views, however many parts they name. */
const SMALL_BYTES = 50_000_000;

export interface ExportPlace {
  store: FileStore;
  /** What is there now. */
  listed: readonly StoredFile[];
  installationId: string;
  /** The folder of the profile there. */
  folder: string;
}

export interface Exported {
  export: number;
  /** Parts that were written. */
  written: number;
}

/** @param last The number of the last export that this installation knows of. @throws PlaceFailed, ApiError */
export async function exportProfile(base: Base, profileId: string, place: ExportPlace, last: number): Promise<Exported> {
  return withWorkFolder(base.config.dataDir, SMALL_BYTES, async (work) => {
    const before = await readManifest(place, join(work, 'before.json'));
    const source = await publishSource(base, profileId);
    const next = 1 + Math.max(last, before?.export ?? 0);
    const { tables, written } = await writeTables(base, source, place, { before, next });
    const gone = goneParts(before, tables, next);
    const hasChanged = written > 0 || gone.length !== (before?.gone.length ?? 0);
    const manifest: ExportManifest = {
      format: 1,
      installation_id: place.installationId,
      profile_id: profileId,
      export: hasChanged || before === undefined ? next : before.export,
      exported_at: hasChanged || before === undefined ? new Date(base.clock.now()).toISOString() : before.exported_at,
      version: source.version,
      engine: source.engine,
      tables,
      gone,
    };
    if (JSON.stringify(manifest) !== JSON.stringify(before)) await putNames(place, manifest, source, work);
    await removeUnnamed(place, manifest);
    return { export: manifest.export, written };
  });
}

/** One that is missing or damaged counts as none: everything is written again, under a higher number. */
async function readManifest({ store, listed, folder }: ExportPlace, into: string): Promise<ExportManifest | undefined> {
  const path = `${folder}/${MANIFEST}`;
  if (!listed.some((file) => file.path === path)) return undefined;
  await store.get(path, into);
  try {
    return exportManifest.parse(JSON.parse(await readFile(into, 'utf8')));
  } catch {
    return undefined;
  }
}

interface Step {
  before: ExportManifest | undefined;
  next: number;
}

async function writeTables(
  base: Base,
  source: PublishedSource,
  place: ExportPlace,
  { before, next }: Step,
): Promise<{ tables: ExportedTable[]; written: number }> {
  // The content of a part is a number of the engine: of another engine it is another.
  const earlier =
    before?.engine === source.engine
      ? new Map(before.tables.map((table) => [table.name, table]))
      : new Map<string, ExportedTable>();
  const present = new Set(place.listed.map(({ path }) => path));
  const isThere = (part: Part): boolean => present.has(`${place.folder}/${part.path}`);
  const isSame = ({ name, sha256 }: { name: string; sha256: string }): boolean => {
    const table = earlier.get(name);
    return table?.sha256 === sha256 && table.parts.every(isThere);
  };
  const found = await findParts(
    base,
    source,
    source.tables.filter((table) => !isSame(table)).map(({ name }) => name),
  );
  const tables: ExportedTable[] = [];
  let written = 0;
  for (const { name, sha256 } of source.tables) {
    const old = earlier.get(name);
    if (old && isSame({ name, sha256 })) {
      tables.push(old);
      continue;
    }
    const parts: Part[] = [];
    for (const each of found.filter(({ table }) => table === name)) {
      const kept = old?.parts.find(
        ({ month, content, rows }) => month === each.month && content === each.content && rows === each.rows,
      );
      if (kept && isThere(kept)) parts.push(kept);
      else {
        parts.push(await putPart(base, source, place, each, next));
        written += 1;
      }
    }
    tables.push({ name, sha256, parts });
  }
  return { tables, written };
}

async function putPart(base: Base, source: PublishedSource, place: ExportPlace, found: FoundPart, next: number): Promise<Part> {
  const landing = base.warehouse.landingFolder(source.profileId);
  await mkdir(landing, { recursive: true });
  const file = join(landing, `export-${found.table}-${found.month}.parquet`);
  try {
    await writePart(base, source, found, file);
    const path = `${found.table}/${found.month}.${next}.parquet`;
    await place.store.put(`${place.folder}/${path}`, file);
    const { month, rows, content } = found;
    return { month, path, rows, bytes: statSync(file).size, sha256: await fileHash(file), content, changed_in: next };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Months of before that have no part any more; one that has a part again is gone no longer. */
function goneParts(before: ExportManifest | undefined, tables: readonly ExportedTable[], next: number): ExportManifest['gone'] {
  const has = (table: string, month: string): boolean =>
    tables.some((each) => each.name === table && each.parts.some((part) => part.month === month));
  const earlier = before?.gone ?? [];
  const lost = (before?.tables ?? []).flatMap(({ name, parts }) =>
    parts.filter(({ month }) => !has(name, month)).map(({ month }) => ({ table: name, month, gone_in: next })),
  );
  return [...earlier.filter(({ table, month }) => !has(table, month)), ...lost];
}

/** The manifest last: it names what counts. */
async function putNames(place: ExportPlace, manifest: ExportManifest, source: PublishedSource, work: string): Promise<void> {
  const pathsOf = (name: string): string[] =>
    manifest.tables.find((table) => table.name === name)?.parts.map(({ path }) => `'${path}'`) ?? [];
  const views = source.views.replace(
    /read_parquet\('([a-z0-9_]+)\.parquet'\)/g,
    (_, name: string) => `read_parquet([${pathsOf(name).join(', ')}])`,
  );
  for (const [name, text] of [
    [VIEWS, views],
    [MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`],
  ] as const) {
    await writeFile(join(work, name), text, { mode: 0o600 });
    await place.store.put(`${place.folder}/${name}`, join(work, name));
  }
}

/** What an earlier export had, and what one that broke off left. */
async function removeUnnamed({ store, listed, folder }: ExportPlace, manifest: ExportManifest): Promise<void> {
  const named = new Set([MANIFEST, VIEWS, ...manifest.tables.flatMap(({ parts }) => parts.map(({ path }) => path))]);
  const unnamed = listed
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${folder}/`) && !named.has(path.slice(folder.length + 1)));
  if (unnamed.length > 0) await store.remove(unnamed);
}
