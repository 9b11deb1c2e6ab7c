// A data folder of its own for each test, gone afterwards, and a configuration that points at it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import { type Config, readConfig } from '../../src/base/config/config.ts';

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const testConfig = (dataDir: string, overrides: Partial<Config> = {}): Config =>
  readConfig({ dataDir, logLevel: 'silent', ballastMb: 1, ...overrides }, {});

/** The master key of an open folder, by which its backups open. */
export const keyText = ({ state }: Pick<Base, 'state'>): string => state.masterKey().toString('base64');
