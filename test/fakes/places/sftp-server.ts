// An SFTP server over real SSH: a folder of this machine, one user with a password.
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { OPEN_MODE, STATUS_CODE } = utils.sftp;

export const SFTP_LOGIN = { user: 'keeper', password: 'password of the test' };

export interface FakeSftp {
  port: number;
  /** As operators pin it. */
  hostKey: string;
}

const attributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
});

export async function startSftp(t: TestContext, folder: string): Promise<FakeSftp> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (login) => {
      const isUser = login.method === 'password' && login.username === SFTP_LOGIN.user && login.password === SFTP_LOGIN.password;
      if (isUser) login.accept();
      else login.reject(['password']);
    });
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp(), folder)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => new Promise<void>((done) => server.close(() => done())));
  const parsed = utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, hostKey: `SHA256:${digest}` };
}

/** What an open handle of the protocol is of. */
type Handle = { fd: number } | { names: string[]; folder: string };

function serve(sftp: SFTPWrapper, root: string): void {
  const handles = new Map<number, Handle>();
  let last = 0;
  const at = (path: string): string => join(root, path);
  const add = (handle: Handle): Buffer => {
    handles.set(++last, handle);
    return Buffer.from([last]);
  };
  const of = (handle: Buffer): Handle | undefined => handles.get(handle[0] ?? 0);
  const fdOf = (handle: Buffer): number => {
    const found = of(handle);
    if (!found || !('fd' in found)) throw new Error('not a file');
    return found.fd;
  };
  /** Runs what a request is for, and answers its failure by its kind. */
  const tried = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const done = (id: number, work: () => void): void =>
    tried(id, () => {
      work();
      sftp.status(id, STATUS_CODE.OK);
    });
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: join('/', path), longname: path, attrs: attributes(statSync(root)) }]),
  );
  sftp.on('STAT', (id, path) => tried(id, () => sftp.attrs(id, attributes(statSync(at(path))))));
  sftp.on('LSTAT', (id, path) => tried(id, () => sftp.attrs(id, attributes(lstatSync(at(path))))));
  sftp.on('FSTAT', (id, handle) => tried(id, () => sftp.attrs(id, attributes(fstatSync(fdOf(handle))))));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('OPEN', (id, path, flags) =>
    tried(id, () => sftp.handle(id, add({ fd: openSync(at(path), flags & OPEN_MODE.WRITE ? 'w' : 'r') }))),
  );
  sftp.on('WRITE', (id, handle, offset, data) => done(id, () => writeSync(fdOf(handle), data, 0, data.length, offset)));
  sftp.on('READ', (id, handle, offset, length) =>
    tried(id, () => {
      const data = Buffer.alloc(length);
      const bytes = readSync(fdOf(handle), data, 0, length, offset);
      if (bytes === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, data.subarray(0, bytes));
    }),
  );
  sftp.on('OPENDIR', (id, path) => tried(id, () => sftp.handle(id, add({ names: readdirSync(at(path)), folder: at(path) }))));
  sftp.on('READDIR', (id, handle) => {
    const found = of(handle);
    const names = found && 'names' in found ? found.names.splice(0) : [];
    if (!found || !('folder' in found) || names.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    const entry = (filename: string) => {
      const stats = statSync(join(found.folder, filename));
      return {
        filename,
        longname: `${stats.isDirectory() ? 'd' : '-'}rw------- 1 keeper keeper ${stats.size} Jan 1 00:00 ${filename}`,
        attrs: attributes(stats),
      };
    };
    return sftp.name(id, names.map(entry));
  });
  sftp.on('CLOSE', (id, handle) =>
    done(id, () => {
      const found = of(handle);
      if (found && 'fd' in found) closeSync(found.fd);
      handles.delete(handle[0] ?? 0);
    }),
  );
  sftp.on('MKDIR', (id, path) => done(id, () => mkdirSync(at(path))));
  sftp.on('RMDIR', (id, path) => done(id, () => rmdirSync(at(path))));
  sftp.on('REMOVE', (id, path) => done(id, () => unlinkSync(at(path))));
  sftp.on('RENAME', (id, from, to) => done(id, () => renameSync(at(from), at(to))));
}
