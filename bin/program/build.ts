// Builds a program into few files, which start in less than half of the processor time of its thousand modules: its main module with what that imports,
// and each thread and process that it starts as a file of its own, as those load less. Nothing is shortened, so the functions of a stack trace have
// their names, and the files that modules read beside themselves stay where they are.
import { dirname, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Packages with files beside their code, or loaded by it under a name that is computed. */
const AS_INSTALLED = [/^better-sqlite3/, /^@duckdb\//, /^@node-rs\//, /^ssh2/, /^pino/, /^swagger-ui-dist/, /\.node$/];

/** The address of a thread, process or module beside the one that names it, or a module's own. */
const ADDRESS =
  /new URL\(\s*(['"])(?<beside>\.{1,2}\/[^'"]+\.[jt]s)\1,\s*import\.meta\.url,?\s*\)|\bimport\.meta\.(?<own>url|filename|dirname)\b/g;

interface Sources {
  /** The module that is run. */
  main: string;
  /** Modules within it are the project's own. */
  root: string;
  /** Where the files go. */
  folder: string;
  /** Packages stay with who installs them. */
  isPackage?: boolean;
}

/** A module's own address, which it would lose in a file of many, seen from the folder of the files. */
function ownAddress(kind: string, module: string, folder: string): string {
  const url = `new URL(${JSON.stringify(relative(folder, module).split(sep).join('/'))}, import.meta.url)`;
  if (kind === 'url') return `${url}.href`;
  const path = `process.getBuiltinModule('node:url').fileURLToPath(${url})`;
  return kind === 'filename' ? path : `process.getBuiltinModule('node:path').dirname(${path})`;
}

/** @param found The modules that start beside the program are added to it. */
function keepAddresses({ root, folder }: Sources, found: Set<string>): Plugin {
  return {
    name: 'addresses of modules',
    transform: (code, id) => {
      if (!id.startsWith(root + sep) || !code.includes('import.meta')) return null;
      return code.replace(ADDRESS, (...match) => {
        const { beside, own }: { beside?: string; own?: string } = match.at(-1);
        if (beside === undefined) return ownAddress(own ?? 'url', id, folder);
        const module = resolve(dirname(id), beside);
        found.add(module);
        return `new URL('./${nameOf(root, module)}.mjs', import.meta.url)`;
      });
    },
  };
}

const nameOf = (root: string, module: string): string =>
  relative(root, module)
    .replace(/\.[jt]s$/, '')
    .replaceAll(sep, '-');

async function buildOne(sources: Sources, name: string, module: string, found: Set<string>): Promise<void> {
  const isOutside = (id: string): boolean =>
    sources.isPackage ? !/^[./\0]/.test(id) : AS_INSTALLED.some((each) => each.test(id));
  const built = await rolldown({
    input: { [name]: module },
    platform: 'node',
    external: isOutside,
    plugins: [keepAddresses(sources, found)],
    // A module that is imported both ways is simply in the file of the first.
    checks: { ineffectiveDynamicImport: false },
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: `${name}-[name]-[hash].mjs` };
  await built.write({ dir: sources.folder, format: 'esm', ...names });
  await built.close();
}

export async function buildProgram(sources: Sources): Promise<void> {
  const found = new Set<string>();
  await buildOne(sources, 'main', sources.main, found);
  // Threads start threads.
  for (const module of found) await buildOne(sources, nameOf(sources.root, module), module, found);
}
