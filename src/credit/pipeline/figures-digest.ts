// One digest of everything that computes figures: schema, models and seeds, and the code that orders the models, lands facts, fits the
// data-driven model and enriches events. A file computed by anything else is rebuilt, without anybody having to remember it.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { projectFile, projectRoot } from '../../base/kit/paths.ts';

const SQL = '{warehouse/schema,sql/models}/**/*.sql';
const SEEDS = 'seeds/**/*.csv';
/** The order of the statements, the batches of facts, what a new file begins with, the fit; and where enrichment begins. */
const CODE = [
  'src/credit/pipeline/models.ts',
  'src/credit/pipeline/model-statements.ts',
  'src/credit/pipeline/money-models.ts',
  'src/credit/pipeline/decision-models.ts',
  'src/credit/pipeline/landing.ts',
  'src/credit/pipeline/schema.ts',
  'src/credit/pipeline/fit.ts',
  'src/collect/events/enrich/fact-encoder.ts',
];
/** Imports of these modules count where they are in these folders: the rest of the service computes no figure. */
const FOLLOWED = /^src\/(?:collect\/events|base\/kit)\//;
/** Present in a built package: its modules are other texts than their sources. */
const BUILT = 'figures-digest.txt';

type Read = (path: string) => string;
const readProjectFile: Read = (path) => readFileSync(projectFile(path), 'utf8');

/** Comments and white space outside of quoted text say nothing to the engine. */
const withoutLayout = (sql: string): string =>
  sql.replace(/'(?:[^']|'')*'|(?:--[^\n]*|\s)+/g, (part) => (part.startsWith("'") ? part : ' ')).trim();

/**
 * The lines of a module without indentation, empty lines and lines that are comments as a whole. TRICKY: a comment behind code counts, as
 * only a parser can distinguish it from a pattern with two slashes: one rebuild too many does no harm, one too few does.
 */
function linesOfCode(code: string): string {
  let isComment = false;
  const lines = code.split('\n').flatMap((line) => {
    const text = line.trim();
    if (!isComment && (text === '' || text.startsWith('//'))) return [];
    const isPart = isComment || text.startsWith('/*');
    if (isPart) isComment = !text.endsWith('*/');
    return isPart ? [] : [text];
  });
  return lines.join('\n');
}

/** These modules, and their imports within the computing folders, by path. */
function modulesFrom(paths: readonly string[], read: Read): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const code = linesOfCode(read(path));
    found.set(path, code);
    for (const [, imported = ''] of code.matchAll(/ from '(\.[^']+)';/g)) {
      const target = normalize(join(dirname(path), imported));
      if (FOLLOWED.test(target)) visit(target);
    }
  };
  for (const path of paths) visit(path);
  return found;
}

/** SHA-256 over all that figures are computed by, in the order of the paths. */
export function computeFiguresDigest(read: Read = readProjectFile): Buffer {
  const pathsOf = (pattern: string): string[] => globSync(pattern, { cwd: projectRoot });
  const texts = new Map([
    ...pathsOf(SQL).map((path): [string, string] => [path, withoutLayout(read(path))]),
    ...pathsOf(SEEDS).map((path): [string, string] => [path, read(path)]),
    ...modulesFrom(CODE, read),
  ]);
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(sorted.map((entry) => entry.join('\0')).join('\0'))
    .digest();
}

/** The digest of this installation. */
export function figuresDigest(): Buffer {
  return existsSync(projectFile(BUILT)) ? Buffer.from(readProjectFile(BUILT).trim(), 'hex') : computeFiguresDigest();
}

/** The first digits of it, in hex: what people tell versions of figures apart by. */
export const figuresName = (): string => figuresDigest().toString('hex', 0, 8);

/** For the package: what `figuresDigest` reads there. */
export const builtDigest = (): { path: string; text: string } => ({
  path: BUILT,
  text: `${computeFiguresDigest().toString('hex')}\n`,
});
