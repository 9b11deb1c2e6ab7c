// The data folder as the operating system has it: its owner, its disk, its key, and what the process may open.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { masterKeyFile } from '../../../base/state/master-key.ts';
import { stateFile } from '../../../base/state/open-state.ts';
import type { Check, Finding } from './finding.ts';

/** File systems on which locks or syncs of SQLite are not what they are on a disk, and those that end with the machine. */
const REMOTE = ['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.s3fs', 'fuse.rclone', 'glusterfs'];
const PASSING = ['tmpfs', 'ramfs'];
const INODES_LEFT = 10_000;
/** A service uses a file for each connection, and two for each open profile. */
const FILES = 4_096;

/** The nearest folder of a path that exists. */
export const existing = (path: string): string => (existsSync(path) || dirname(path) === path ? path : existing(dirname(path)));

export const checkAccess: Check = ({ config }) => {
  const folder = existing(config.dataDir);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [{ check: 'folder_access', what: `This user cannot write in ${folder}.`, next: ownerOf(folder) }];
  }
  const state = stateFile(config.dataDir);
  const [own, file] = [process.geteuid?.(), statSync(state, { throwIfNoEntry: false })];
  if (own === undefined || file === undefined || own === file.uid) return [];
  return [
    {
      check: 'folder_access',
      what: `${config.dataDir} belongs to the user ${file.uid}, and this command runs as ${own}: files that one of them creates are closed to the other.`,
      next: ownerOf(state),
    },
  ];
};

const ownerOf = (path: string): string =>
  `Run commands as the owner of the folder (user ${statSync(path).uid}), or give it to the user of the service with chown -R.`;

/** Of the mount that a path is on, from the kernel's list; undefined where there is none. */
function fileSystemOf(path: string): string | undefined {
  const list = '/proc/self/mounts';
  if (!existsSync(list)) return undefined;
  const mounts = readFileSync(list, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, point = '']) => path === point || path.startsWith(point === '/' ? point : `${point}/`));
  return mounts.sort((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0))[0]?.[2];
}

export const checkDisk: Check = ({ config }) => {
  const folder = existing(resolve(config.dataDir));
  const findings: Finding[] = [];
  const kind = fileSystemOf(folder) ?? '';
  if (REMOTE.includes(kind))
    findings.push({
      check: 'remote_disk',
      what: `${folder} is on a network file system (${kind}), whose locks and writes are not what the databases rely on: a broken connection can damage them.`,
      next: 'Move the data folder to a disk of this machine, and use the network for backups (TRIBUTARY_BACKUP_TARGET).',
    });
  if (PASSING.includes(kind))
    findings.push({
      check: 'passing_disk',
      what: `${folder} is in memory (${kind}): everything in it is lost when the machine restarts.`,
      next: 'Set TRIBUTARY_DATA to a folder of a disk.',
    });
  const { files, ffree } = statfsSync(folder);
  if (files > 0 && ffree < INODES_LEFT)
    findings.push({
      check: 'few_inodes',
      what: `The file system of ${folder} has room for ${ffree} more files only.`,
      next: 'Delete small files on it, or use a file system with more inodes.',
    });
  return findings;
};

export const checkKeyFile: Check = ({ config }) => {
  const file = masterKeyFile(config.dataDir);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o077) === 0) return [];
  return [
    {
      check: 'open_key',
      what: `Other users of this machine can read the master key ${file} (mode ${(mode & 0o777).toString(8)}).`,
      next: `chmod 600 ${file}`,
    },
  ];
};

export const checkFileLimit: Check = () => {
  const limits = '/proc/self/limits';
  if (!existsSync(limits)) return [];
  const soft = /^Max open files\s+(\d+)\s+(\d+)/m.exec(readFileSync(limits, 'utf8'));
  // Node raises its own limit to the hard one.
  if (!soft || Number(soft[2]) >= FILES) return [];
  return [
    {
      check: 'few_files',
      what: `A process here may open ${soft[2]} files; a service with many connections needs ${FILES}.`,
      next: `Set LimitNOFILE=${FILES} in the systemd unit, or ulimit -n ${FILES} where it is started.`,
    },
  ];
};

/** Only without a service: the port of a running one is its own. */
export const checkPort: Check = async ({ config: { host, port }, http }) => {
  if (http !== undefined || port === 0) return [];
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
    const server = createServer();
    server.once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
  if (fault === undefined) return [];
  const next =
    fault.code === 'EADDRINUSE'
      ? 'Stop that program, or set TRIBUTARY_PORT to another port.'
      : 'Set TRIBUTARY_HOST to an address of this machine, and TRIBUTARY_PORT to a port above 1023.';
  const why = fault.code === 'EADDRINUSE' ? 'another program listens there' : fault.message;
  return [{ check: 'port', what: `The service cannot listen on ${host}:${port}: ${why}.`, next }];
};
