// What ships beside the service to run it elsewhere: the image, the composition with its proxy, the unit of systemd. They cannot be
// run here; what a mistake in them would break is read from the files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { settingGroups } from '../../src/base/config/config.ts';
import { projectFile } from '../../src/base/kit/paths.ts';

const read = (path: string): string => readFileSync(projectFile(path), 'utf8');
const manifest = JSON.parse(read('package.json')) as { version: string; license: string; engines: { node: string } };
const variables = new Set(Object.values(settingGroups).flatMap((group) => Object.values(group).map(({ variable }) => variable)));
const OURS_BESIDE = new Set(['TRIBUTARY_COMMAND']);

/** `[instruction, arguments]`, with continued lines joined and comments left out. */
function instructionsOf(text: string): [string, string][] {
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? assert.fail(`no instruction: ${line}`);
    return [name, rest];
  });
}

test('the Dockerfile', async (t) => {
  const instructions = instructionsOf(read('Dockerfile'));
  const all = (name: string): string[] => instructions.filter(([each]) => each === name).map(([, rest]) => rest);
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));

  await t.test('is built in stages, on the pinned Node of bin/run', () => {
    const [, pinned] = /^pinned=(.+)$/m.exec(read('bin/run')) ?? [];
    assert.equal(all('FROM').length, 2);
    for (const from of all('FROM')) assert.match(from, new RegExp(`^node:${pinned}-`));
  });
  await t.test('copies what is there, and nothing by wildcard', () => {
    for (const copy of all('COPY')) {
      const sources = copy.split(' ').slice(0, -1);
      if (sources[0]?.startsWith('--from=')) continue;
      for (const source of sources) assert.ok(source !== '.' && existsSync(projectFile(source)), source);
    }
  });
  await t.test('has every folder that the package has', () => {
    const copied = last.filter(([name]) => name === 'COPY').flatMap(([, rest]) => rest.split(' ').slice(0, -1));
    for (const needed of ['src', 'bin/run', 'bin/tributary', ...readAtRunTime().filter((path) => path !== GENERATED)])
      assert.ok(
        copied.some((path) => path === needed || path.startsWith(`${needed}/`)),
        needed,
      );
  });
  await t.test('generates what is not committed, from the sources and as the user who may write it', () => {
    const lines = last.map(([name, rest]) => `${name} ${rest}`);
    const generated = lines.findIndex((line) => /^RUN .*bin\/run --runtime true$/.test(line));
    const writer = imported('bin/generate.ts').filter((path) => path.startsWith('bin/'));
    for (const copied of ['src', ...writer]) {
      const at = lines.findIndex((line) => line.startsWith('COPY ') && line.split(' ').includes(copied));
      assert.ok(at >= 0 && at < generated, copied);
    }
    assert.ok(generated < lines.indexOf('USER node'));
    assert.ok(read('.dockerignore').split('\n').includes(GENERATED));
  });
  await t.test('runs as a user without rights, keeps its data in a volume, and says how it is', () => {
    const names = last.map(([name]) => name);
    assert.deepEqual(all('USER'), ['node']);
    assert.ok(names.indexOf('USER') < names.indexOf('ENTRYPOINT'));
    assert.deepEqual(all('VOLUME'), ['/data']);
    assert.match(all('HEALTHCHECK').join(), /\/healthz/);
    assert.match(all('ENV').join(' '), /TRIBUTARY_DATA=\/data /);
    assert.deepEqual(JSON.parse(all('CMD').at(-1) ?? ''), ['serve']);
  });
  await t.test('sets no variable that the service does not know', () => {
    for (const [, name = ''] of all('ENV')
      .join(' ')
      .matchAll(/\b(TRIBUTARY_\w+)=/g))
      assert.ok(variables.has(name) || OURS_BESIDE.has(name), name);
  });
  await t.test('leaves data, keys and packages of the clone out', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.git', 'node_modules', 'warehouse/data']) assert.ok(ignored.includes(path), path);
  });
});

/** Written by `bin/run` in the image, as in a clone. */
const GENERATED = 'openapi.json';

/** A module and what it imports at once, by their paths. */
function imported(path: string, found = new Set<string>()): string[] {
  if (found.has(path)) return [];
  found.add(path);
  const targets = [...read(path).matchAll(/^import .* from '(\.[^']+)';/gm)].map(([, name = '']) => join(dirname(path), name));
  return [path, ...targets.flatMap((target) => imported(target, found))];
}

/** The folders and files of the project that the sources read, by their first part. */
function readAtRunTime(): string[] {
  const sources = readdirSync(projectFile('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const named = sources.flatMap((path) =>
    [...read(`src/${path}`).matchAll(/projectFile\('([\w.]+)'/g)].map(([, name = '']) => name),
  );
  assert.ok(named.includes('sql'));
  return [...new Set(named)];
}

interface Service {
  image: string;
  build?: string;
  ports?: string[];
  volumes: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
}
interface Composition {
  services: Record<'tributary' | 'caddy', Service>;
  networks: { inside: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, null>;
}

test('compose.yaml', async (t) => {
  const { services, networks, volumes } = parse(read('compose.yaml')) as Composition;
  const { tributary, caddy } = services;

  await t.test('names the version that the package has', () => {
    assert.equal(tributary.image, `tributary:${manifest.version}`);
  });
  await t.test('reaches the service through the proxy alone, which it trusts', () => {
    assert.equal(tributary.ports, undefined);
    assert.deepEqual(caddy.ports, ['80:80', '443:443', '443:443/udp']);
    assert.equal(tributary.environment['TRIBUTARY_TRUSTED_PROXIES'], networks.inside.ipam.config[0]?.subnet);
    assert.equal(caddy.depends_on?.['tributary']?.condition, 'service_healthy');
  });
  await t.test('keeps data and certificates in volumes that it declares', () => {
    // A backup cannot be inside the data folder, and the rest of the container is not writable.
    assert.deepEqual(tributary.volumes, ['data:/data', 'backups:/backups']);
    assert.match(read('docs/operating.md'), /exec tributary tributary backup \/backups\//);
    for (const volume of [...tributary.volumes, ...caddy.volumes]) {
      const [source = ''] = volume.split(':');
      assert.ok(source.startsWith('./') ? existsSync(projectFile(source)) : source in volumes, source);
    }
  });
  await t.test('sets no variable that the service does not know', () => {
    for (const name of Object.keys(tributary.environment)) assert.ok(variables.has(name) || OURS_BESIDE.has(name), name);
  });
  await t.test('its proxy passes all on but the metrics, without holding answers back', () => {
    const proxy = read('deploy/Caddyfile');
    assert.match(proxy, /respond \/metrics 403/);
    assert.match(proxy, /reverse_proxy tributary:8080 \{/);
    assert.match(proxy, /flush_interval -1/);
    assert.equal(proxy.split('{').length, proxy.split('}').length);
  });
});

test('the unit of systemd', () => {
  const unit = read('deploy/tributary.service');
  const sections = [...unit.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name);
  assert.deepEqual(sections, ['Unit', 'Service', 'Install']);
  for (const line of unit.split('\n').filter((each) => each !== '' && !each.startsWith('['))) assert.match(line, /^[A-Z]\w+=\S/);
  assert.match(unit, /^ExecStart=\/opt\/tributary\/bin\/tributary serve$/m);
  assert.match(unit, /^User=tributary$/m);
  assert.match(read('docs/operating.md'), /deploy\/tributary\.service/);
});

test('systemd finds nothing wrong in the unit, where it is installed', (t) => {
  const found = spawnSync('systemd-analyze', ['--version']);
  if (found.error) return t.diagnostic('there is no systemd-analyze here: the unit was read above alone');
  const folder = mkdtempSync(join(tmpdir(), 'tributary-unit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // What it names is not on this machine.
  const unit = read('deploy/tributary.service')
    .replace('/opt/tributary/bin/tributary', projectFile('bin', 'tributary'))
    .replace('User=tributary', 'User=root');
  const verify = (text: string) => {
    writeFileSync(join(folder, 'tributary.service'), text);
    return spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'tributary.service')], { encoding: 'utf8' });
  };
  const { status, stderr } = verify(unit);
  assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('tributary.service'))], [0, []]);
  assert.match(verify(unit.replace('NoNewPrivileges=yes', 'NoNewPrivilege=yes')).stderr, /Unknown key/);
});

test('the licence is the one that the manifest names', () => {
  assert.equal(manifest.license, 'Apache-2.0');
  assert.match(read('LICENSE'), /Apache License\s+Version 2\.0/);
});
