// Where other people's public data stands, and small ways to read it and to hand it to the intake. It is read in place, never
// copied into the repository.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { projectRoot } from '../../src/base/kit/paths.ts';
import { type BackfillReport, backfillEvents } from '../../src/collect/events/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import type { TestApp } from '../harness.ts';

const dataRoot = resolve(projectRoot, process.env['PEER_DATA'] ?? '../shared/data');

export const publicFile = (...parts: string[]): string => join(dataRoot, ...parts);
export const publicText = (...parts: string[]): string => readFileSync(publicFile(...parts), 'utf8');
export const publicRows = (...parts: string[]): Record<string, string>[] =>
  parse(publicText(...parts), { columns: true, bom: true });

/** What a tool that stands beside the data prints. */
export function toolOutput(tool: string, args: string[]): Promise<string> {
  return new Promise((done, failed) => {
    const file = resolve(dataRoot, '..', 'tools', tool);
    execFile(process.execPath, [file, ...args], { maxBuffer: 512 * 1024 * 1024 }, (error, stdout) =>
      error ? failed(error) : done(stdout),
    );
  });
}

/** An event as a row of a file. */
export type EventRow = Record<string, string>;

/** Loads rows as a file of events, with a server's trust, and waits for the figures; every row must be good. */
export async function load(app: TestApp, rows: EventRow[], profileId = app.profileId): Promise<BackfillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-peers-'));
  try {
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const report = await backfillEvents(app.base, { profileId, file });
    assert.deepEqual([report.rows, report.errors, report.unknown_columns], [rows.length, [], []]);
    await settle(app.base, profileId, { fit: true });
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
