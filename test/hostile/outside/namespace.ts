// A network namespace of Linux in which every address of IPv4 and IPv6 is this machine's own: nothing leaves it, and whoever dials any address meets
// the server that the test has there. Its only name server is the test's.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

export interface Namespace {
  /** The command that another command is run by in it. */
  within: readonly string[];
  close(): void;
}

function ip(...argv: string[]): string | undefined {
  const { status, stderr, error } = spawnSync('ip', argv, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

const STEPS = [
  ['link', 'set', 'lo', 'up'],
  // All addresses are local: there is no route to anywhere else.
  ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'],
  ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'],
];

/** The namespace, or why there is none. */
export function openNamespace(): Namespace | string {
  const why = (reason: string): string =>
    `The hostile suite needs a network namespace of its own: Linux, root, and ip of Debian's package iproute2. ${reason}`;
  if (process.platform !== 'linux') return why(`This is ${process.platform}.`);
  if (process.getuid?.() !== 0) return why('This is not root.');
  const name = `tributary-hostile-${process.pid}`;
  const folder = join('/etc/netns', name);
  const fault = ip('netns', 'add', name);
  if (fault !== undefined) return why(`\`ip netns add\` says: ${fault}`);
  const close = (): void => {
    ip('netns', 'del', name);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const step of STEPS) {
    const [first = '', ...rest] = step;
    const failed = first === '-6' ? ip('-6', '-n', name, ...rest) : ip('-n', name, ...step);
    if (failed === undefined) continue;
    close();
    return why(`\`ip ${step.join(' ')}\` says: ${failed}`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:2 attempts:2\n');
  return { within: ['ip', 'netns', 'exec', name], close };
}

/** Fails outside of a namespace, where a test might dial somebody. */
export function requireNamespace(): void {
  const others = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  if (others.length > 0) throw new Error('This test runs in a network of its own only: `npm run hostile`.');
}
