// A module of console/ as a test uses it: TSX compiled, packages taken from this clone.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { projectFile } from '../../src/base/kit/paths.ts';

/** @param path Below console/, e.g. `charts/line.tsx`. The caller says the type: `load<typeof import('…')>(…)`. */
export async function loadConsole<Module>(path: string): Promise<Module> {
  const folder = projectFile('node_modules', '.cache', 'console-tests');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${path.replace(/\W+/g, '-')}-${process.pid}.mjs`);
  const bundle = await rolldown({
    input: projectFile('console', path),
    platform: 'node',
    external: /^[^./]/,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}
