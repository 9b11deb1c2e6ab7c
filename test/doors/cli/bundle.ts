// The command line as a bundle, which starts in half of the processor time of its thousand modules: made once by the processes of a run. Its
// modules see the addresses of their sources, so that the threads and files beside them are those of the sources. What the launcher does
// with the sources is the matter of other tests (closed-output, test/packaging).
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { filledOnce } from '../../run-folder.ts';

/** Packages with files beside their code, or loaded by it under a name that is computed. */
const AS_INSTALLED = [/^better-sqlite3/, /^@duckdb\//, /^@node-rs\//, /^ssh2/, /^pino/, /\.node$/];

const ADDRESS = /\bimport\.meta\.(?:url|filename|dirname)\b|\b__(?:filename|dirname)\b/;
const ADDRESSES = new RegExp(ADDRESS, 'g');

/** What the module would find under this name, were it not in a bundle. */
function address(name: string, file: string): string {
  if (name.endsWith('url')) return pathToFileURL(file).href;
  return name.endsWith('dirname') ? dirname(file) : file;
}

async function bundle(folder: string): Promise<void> {
  const built = await rolldown({
    input: { main: projectFile('src', 'main.ts') },
    platform: 'node',
    external: AS_INSTALLED,
    plugins: [
      {
        name: 'addresses of the sources',
        transform: (code, id) =>
          ADDRESS.test(code) && !id.startsWith('\0')
            ? code.replaceAll(ADDRESSES, (name) => JSON.stringify(address(name, id)))
            : null,
      },
    ],
  });
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
}

const bundleFolder = (): Promise<string> => filledOnce('bundles', 'command-line', bundle);

/** What Node runs. */
export const bundledProgram = async (): Promise<string> => join(await bundleFolder(), 'main.mjs');

/** Puts the bundle into a copy of this program that will be at `place`, and its launcher runs it. */
export async function bundleCopy(root: string, place = root): Promise<void> {
  const from = await bundleFolder();
  mkdirSync(join(root, 'bundle'));
  for (const file of readdirSync(from).filter((name) => name.endsWith('.mjs')))
    writeFileSync(
      join(root, 'bundle', file),
      readFileSync(join(from, file), 'utf8').replaceAll(projectFile('src'), join(place, 'src')),
    );
  writeFileSync(join(root, 'src', 'main.ts'), "await import('../bundle/main.mjs');\n");
}
