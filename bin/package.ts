// Builds what `npm pack` ships, into dist/: the sources with their types stripped, as Node strips none inside node_modules, and
// the files beside them that the service reads. The lines of a stack trace stay those of the sources.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { projectFile } from '../src/base/kit/paths.ts';
import { commitOf } from '../src/base/upgrade/version.ts';
import { builtDigest } from '../src/credit/pipeline/index.ts';
import { buildProgram } from './program/build.ts';

const SOURCES = ['src', 'seeds'];
const FOLDERS = ['console/dist', 'samples', 'sql', 'warehouse/schema'];
const FILES = ['openapi.json', 'package.json'];
/** Read when the project is built, and by nothing at run time. */
const LEFT_OUT = [/^src\/collect\/tracking\/tracker\//, /contract\.yaml$/, /\.gen\.ts$/];
/** A relative module by its name, in an import or as the address of a worker. */
const MODULE = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;

const dist = projectFile('dist');
rmSync(dist, { recursive: true, force: true });
for (const folder of SOURCES) for (const file of filesOf(folder)) build(file);
const { path: digestFile, text: digest } = builtDigest();
writeFileSync(join(dist, digestFile), digest);
const commit = commitOf();
if (commit !== null) writeFileSync(join(dist, 'commit.txt'), `${commit}\n`);
for (const path of [...FOLDERS, ...FILES]) cpSync(projectFile(path), join(dist, path), { recursive: true });
await buildProgram({
  main: join(dist, 'src', 'main.js'),
  root: join(dist, 'src'),
  folder: join(dist, 'program'),
  isPackage: true,
});

function filesOf(folder: string): string[] {
  return readdirSync(projectFile(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFile().length + 1))
    .filter((file) => !LEFT_OUT.some((left) => left.test(file)));
}

function build(file: string): void {
  const isModule = file.endsWith('.ts');
  const target = join(dist, isModule ? file.replace(/\.ts$/, '.js') : file);
  mkdirSync(dirname(target), { recursive: true });
  if (!isModule) {
    cpSync(projectFile(file), target);
    return;
  }
  const code = stripTypeScriptTypes(readFileSync(projectFile(file), 'utf8'));
  writeFileSync(target, code.replace(MODULE, '$1$2.js$1'));
}
