// npm run release: what belongs to a release, at its commit. Into release/: the package, its SBOM (CycloneDX), the licences of what it installs, and SHA256SUMS.
// Into the sources, to be committed next: the line in docs/releases.md, the kept folder and, with the first release, the baseline of the schemas.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../src/base/kit/paths.ts';
import { STORES } from '../../src/base/upgrade/migrations.ts';
import { commitOf, ownNumbers, programVersion } from '../../src/base/upgrade/version.ts';
import { figuresName } from '../../src/credit/pipeline/index.ts';
import { licencesOf, makeSbom, readSbom } from './licences.ts';
import { baselineFile, keptFile, lineOf, RELEASES, releases, sha256, startingText } from './releases.ts';

const folder = projectFile('release');
const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { cwd: projectFile(), stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 50_000_000 }).toString();

function requireReady(version: string): string {
  const commit = commitOf();
  if (commit === null) throw new Error('A release is made in a clone, whose commit is known.');
  if (releases().some((each) => each.version === version))
    throw new Error(`${version} is listed already: a release never changes.`);
  const changes = run('git', ['status', '--porcelain']).trim();
  if (changes !== '') throw new Error(`A release is made of what is committed:\n${changes}`);
  return commit;
}

/** Answers the SHA-256 of the package. */
function makeFiles(version: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  run('npm', ['pack', '--silent', '--pack-destination', folder]);
  const sbom = makeSbom();
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
  writeFileSync(join(folder, 'LICENCES.txt'), licencesOf(readSbom(sbom)));
  const names = readdirSync(folder).sort();
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join(''));
  return sha256(join(folder, `tributary-${version}.tgz`));
}

function freezeBaseline(): void {
  for (const store of STORES) {
    const file = baselineFile(store);
    mkdirSync(join(file, '..'), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, startingText(store));
  }
}

/** A large folder of each listed release is made by its own program and opened by this one; before the first, this one makes it. */
function openLargeFolders(commit: string): void {
  const listed = releases().map((each) => each.commit);
  for (const each of listed.length > 0 ? listed : [commit]) {
    const scratch = mkdtempSync(join(tmpdir(), 'tributary-release-'));
    try {
      const [sources, data] = [join(scratch, 'sources'), join(scratch, 'large')];
      run('git', ['clone', '--quiet', '--no-checkout', projectFile(), sources]);
      run('git', ['-C', sources, 'checkout', '--quiet', each]);
      console.log(runLarge(sources, 'make', data));
      console.log(runLarge(projectFile(), 'compare', data));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
}

const runLarge = (sources: string, what: 'make' | 'compare', data: string): string =>
  run(join(sources, 'bin', 'run'), ['node', join(sources, 'test', 'folders', 'tools', 'large.ts'), what, data]).trim();

const version = programVersion();
const commit = requireReady(version);
openLargeFolders(commit);
const packageSum = makeFiles(version);
if (releases().length === 0) freezeBaseline();
run('npm', ['run', '--silent', 'folder:keep']);
const date = new Date().toISOString().slice(0, 10);
const sums = { 'SHA-256 of the package': packageSum, 'SHA-256 of the kept folder': sha256(keptFile(version)) };
const line = lineOf({ version, date, commit, ...ownNumbers(), figures: figuresName(), ...sums });
writeFileSync(RELEASES, `${readFileSync(RELEASES, 'utf8').trimEnd()}\n${line}\n`);
console.log(`${folder}: ${readdirSync(folder).join(', ')}. Commit what has changed here, and tag ${commit} as v${version}.`);
