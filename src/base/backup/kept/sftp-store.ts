// A folder of an SFTP server as a place of backups. The server is known by the fingerprint of its key, which the operator pins.
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type FileStore, PlaceFailed, type StoredFile } from './file-store.ts';

export interface SftpServer {
  host: string;
  port: number;
  user: string;
  folder: string;
  /** As `ssh-keygen -lf` prints it: SHA256:… */
  hostKey: string;
  /** The file of a private key; or a password. */
  keyFile: string | undefined;
  password: string | undefined;
}

type Client = import('ssh2-sftp-client');
const PATIENCE_MS = 20_000;
/** Without them the library writes to the screen at each end of a connection; a failure is that of the call that it ends. */
const SILENT = { error: () => {}, end: () => {}, close: () => {} };

const fingerprint = (key: Buffer): Buffer => createHash('sha256').update(key).digest();
const shown = (digest: Buffer): string => `SHA256:${digest.toString('base64').replace(/=+$/, '')}`;

/** @throws PlaceFailed for a server that cannot be reached, is another, or does not let the user in. */
export async function openSftp(server: SftpServer): Promise<FileStore> {
  const { default: SftpClient } = await import('ssh2-sftp-client');
  const client: Client = new SftpClient('backups', SILENT);
  await connect(client, server);
  const at = (path: string): string => posix.join(server.folder, path);
  const run = <T>(work: Promise<T>): Promise<T> => work.catch(failed(server));
  return {
    list: () => run(filesIn(client, server.folder, '')),
    put: (path, file) =>
      run(
        (async () => {
          await client.mkdir(posix.dirname(at(path)), true);
          await client.fastPut(file, `${at(path)}.part`);
          await client.delete(at(path), true);
          await client.rename(`${at(path)}.part`, at(path));
        })(),
      ),
    get: async (path, file) => {
      await run(client.fastGet(at(path), file));
    },
    remove: (paths) => run(removeFiles(client, server.folder, paths)),
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(client: Client, server: SftpServer): Promise<void> {
  const expected = Buffer.from(server.hostKey.replace(/^SHA256:/, ''), 'base64');
  let other: string | undefined;
  const hostVerifier = (key: Buffer): boolean => {
    const found = fingerprint(key);
    const isIt = found.length === expected.length && timingSafeEqual(found, expected);
    if (!isIt) other = shown(found);
    return isIt;
  };
  const { host, port, user, keyFile, password } = server;
  const login = keyFile === undefined ? { password: password ?? '' } : { privateKey: keyIn(keyFile) };
  try {
    await client.connect({ host, port, username: user, hostVerifier, readyTimeout: PATIENCE_MS, ...login });
  } catch (error) {
    if (other !== undefined)
      throw new PlaceFailed(
        `${host} identified itself by the key ${other}, and TRIBUTARY_BACKUP_SFTP_HOST_KEY names another: nothing was sent to it. Ask who runs the server whether its key was replaced.`,
      );
    failed(server)(error);
  }
}

function keyIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new PlaceFailed(`The private key ${file} cannot be read: ${(error as Error).message}.`);
  }
}

const failed =
  ({ host }: SftpServer) =>
  (error: unknown): never => {
    if (error instanceof PlaceFailed) throw error;
    const words = (error as Error).message.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200);
    throw new PlaceFailed(`${host} did not do what was requested: ${words}.`, { cause: error });
  };

async function filesIn(client: Client, root: string, folder: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for (const { type, name, size } of await client.list(posix.join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (type === 'd') found.push(...(await filesIn(client, root, path)));
    else if (type === '-') found.push({ path, bytes: size });
  }
  return found;
}

async function removeFiles(client: Client, root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await client.delete(posix.join(root, path), true);
  for (const name of new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? '')))
    if ((await filesIn(client, root, name)).length === 0) await client.rmdir(posix.join(root, name), true);
}
