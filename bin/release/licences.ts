// The licences of what an installation of the package installs, by the SBOM that npm writes of the lock file.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectFile } from '../../src/base/kit/paths.ts';
import { readJson } from '../../src/base/kit/stored-json.ts';

const MOST_BYTES = 50_000_000;

const shape = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      group: z.string().optional(),
      version: z.string(),
      licenses: z
        .array(
          z.object({
            license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
            expression: z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
});
export type Sbom = z.infer<typeof shape>;

const lockShape = z.looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });
const manifestShape = z.looseObject({ devDependencies: z.unknown() });

/**
 * The SBOM as npm writes it, of a lock file without what only developers need. TRICKY: `npm sbom --omit dev` also leaves out what is installed and needed
 * by a tool of developers besides, such as express and zod.
 */
export function makeSbom(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-sbom-'));
  const read = <T>(name: string, shape: z.ZodType<T>): T => readJson(name, shape, readFileSync(projectFile(name), 'utf8'));
  try {
    const { devDependencies: _, ...manifest } = read('package.json', manifestShape);
    const { packages, ...lock } = read('package-lock.json', lockShape);
    const kept = Object.entries(packages).filter(([, { dev }]) => dev !== true);
    const own = manifestShape.parse(packages['']);
    const locked = { ...Object.fromEntries(kept), '': { ...own, devDependencies: undefined } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: locked }));
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    return execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: MOST_BYTES }).toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const readSbom = (text: string): Sbom => readJson('the SBOM', shape, text);

/** Of packages that are not installed on every machine, and whose licence the SBOM leaves out. */
const OPTIONAL: Readonly<Record<string, string[]>> = { 'cpu-features': ['MIT'], buildcheck: ['MIT'] };

/** Of packages that state licences as npm had it before 2015, which its SBOM leaves out. */
const oldForm = z.object({ license: z.string().optional(), licenses: z.array(z.object({ type: z.string() })).optional() });

function inOldForm(name: string): string[] {
  const file = projectFile('node_modules', name, 'package.json');
  if (!existsSync(file)) return OPTIONAL[name] ?? [];
  const { license, licenses = [] } = readJson(file, oldForm, readFileSync(file, 'utf8'));
  return license === undefined ? licenses.map(({ type }) => type) : [license];
}

/** A line per package. @throws Error naming packages that state no licence: it has to be found out before a release */
export function licencesOf({ components }: Sbom): string {
  const lines = components.map(({ name, group, version, licenses = [] }) => {
    const full = group === undefined ? name : `${group}/${name}`;
    const stated = licenses.flatMap(({ license, expression }) => expression ?? license?.id ?? license?.name ?? []);
    const ids = stated.length > 0 ? stated : inOldForm(full);
    return { text: `${full} ${version}: ${ids.join(', ')}`, isKnown: ids.length > 0 };
  });
  const unknown = lines.filter(({ isKnown }) => !isKnown).map(({ text }) => text);
  if (unknown.length > 0) throw new Error(`These packages state no licence:\n${unknown.join('\n')}`);
  return `${lines
    .map(({ text }) => text)
    .sort()
    .join('\n')}\n`;
}
