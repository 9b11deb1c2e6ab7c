// An empty home into which npm installs a packed package, with the packages that npm fetches for it, and the commands that are run there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';

export interface Home {
  /** Beside the home. */
  root: string;
  install(file: string): void;
  run(...args: string[]): string;
  /** Serves until `use` is over; what it logged meanwhile is its answer. */
  serve(use: (address: string) => Promise<void>): Promise<string>;
}

/** Packs this project. */
export function pack(target: string): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: projectFile(), stdio: 'ignore' });
  const [file] = readdirSync(target).filter((name) => name.endsWith('.tgz'));
  assert.ok(file);
  return join(target, file);
}

/** Where this machine gets packages from, by its settings of npm or of a proxy; the home is empty. */
function settingsOfNpm(): Record<string, string> {
  const reach = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_(?:registry|cafile)|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name),
  );
  const own = join(homedir(), '.npmrc');
  const settings = Object.fromEntries(reach.map(([name, value = '']) => [name, value]));
  return existsSync(own) ? { ...settings, npm_config_userconfig: own } : settings;
}

export function emptyHome(t: TestContext): Home {
  const root = mkdtempSync(join(tmpdir(), 'tributary-install-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  mkdirSync(home);
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'info' };
  const program = join(home, 'node_modules', '.bin', 'tributary');
  return {
    root,
    install: (file) =>
      void execFileSync('npm', ['install', '--silent', '--prefix', home, file], { env: { ...env, ...settingsOfNpm() } }),
    run: (...args) => execFileSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString(),
    serve: async (use) => {
      const child = spawn(program, ['serve', '--port', '0', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = once(child, 'exit');
      let log = '';
      child.stderr.on('data', (part: Buffer) => {
        log += part.toString();
      });
      try {
        const [line] = (await once(child.stdout, 'data')) as [Buffer];
        await use((JSON.parse(line.toString()) as { address: string }).address);
      } finally {
        child.kill('SIGTERM');
        await ended;
      }
      return log;
    },
  };
}
