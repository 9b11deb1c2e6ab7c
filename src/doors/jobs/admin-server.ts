// Serves the admin protocol in the process that has locked the data folder: on a Unix socket that only its owner can reach, or on a
// loopback port where sockets are not to be had. service.json says where, and the token that must be known.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../base/base.ts';
import { readServiceFile, removeServiceFile, writeServiceFile } from '../../base/folder/service-file.ts';
import { type CommandName, carryOut, commands } from './commands.ts';
import { CommandError, eachLine, lineOf, type Reply, request } from './protocol.ts';
import { refusalOf } from './refusals.ts';

/** The system cuts longer socket paths (108 bytes on Linux, 104 elsewhere). */
const MAX_PATH_BYTES = 100;
const FIRST_LINE_MS = 10_000;
const KEEP_EVERY_MS = 2_000;

export interface AdminServer {
  /** Accepts no new command, waits for running ones (at most this long), removes service.json. */
  close(limitMs?: number): Promise<void>;
}

/** @param http address of the HTTP service; empty when this process has none. */
export async function startAdminServer(base: Base, http: string): Promise<AdminServer> {
  const token = randomBytes(32).toString('base64url');
  const running = new Set<Promise<void>>();
  const open = new Set<Socket>();
  let closing = false;

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => base.log.debug({ err: error }, 'a caller of the admin socket went away'));
    if (closing) {
      socket.destroy();
      return;
    }
    const work = serve(base, socket, token, () => closing).finally(() => running.delete(work));
    running.add(work);
  });
  const place = await listen(server, base.config.dataDir);
  const file = { socket: place.address, token, pid: process.pid, http };
  writeServiceFile(base.config.dataDir, file);
  // Lost or damaged, no command would find this process any more.
  const keeping = setInterval(() => {
    try {
      if (readServiceFile(base.config.dataDir)?.token !== token) writeServiceFile(base.config.dataDir, file);
    } catch (error) {
      base.log.debug({ err: error }, 'service.json could not be written again; the service retries automatically');
    }
  }, KEEP_EVERY_MS);
  keeping.unref();

  return {
    close: async (limitMs) => {
      closing = true;
      clearInterval(keeping);
      removeServiceFile(base.config.dataDir);
      const closed = new Promise((done) => server.close(done));
      const idle = Promise.all(running);
      await (limitMs === undefined ? idle : Promise.race([idle, pause(limitMs, undefined, { ref: false })]));
      for (const socket of open) socket.destroy();
      await closed;
      place.remove();
    },
  };
}

interface Place {
  address: string;
  remove(): void;
}

async function listen(server: Server, dataDir: string): Promise<Place> {
  const near = join(dataDir, 'admin.sock');
  const folder = Buffer.byteLength(near) > MAX_PATH_BYTES ? mkdtempSync(join(tmpdir(), 'tributary-')) : undefined;
  const path = folder ? join(folder, 'admin.sock') : near;
  const remove = (): void => rmSync(folder ?? path, { recursive: true, force: true });
  // An existing file is left over from a process that died: the lock is ours.
  rmSync(path, { force: true });
  try {
    await listening(server, () => server.listen(path));
    chmodSync(path, 0o600);
    return { address: path, remove };
  } catch {
    remove();
    await listening(server, () => server.listen(0, '127.0.0.1'));
    return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, remove: () => undefined };
  }
}

function listening(server: Server, start: () => void): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.once('listening', () => {
      server.off('error', failed);
      done();
    });
    start();
  });
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function serve(base: Base, socket: Socket, token: string, isClosing: () => boolean): Promise<void> {
  const answer = (message: Reply): void => {
    if (socket.writable) socket.write(lineOf(message));
  };
  try {
    const first = await firstLine(socket);
    if (first === undefined || isClosing()) return;
    const query = request.parse(JSON.parse(first));
    if (!timingSafeEqual(digest(query.token), digest(token))) {
      throw new CommandError('unauthorized', 'The token is not the one of service.json.');
    }
    if (!isCommand(query.command)) throw new CommandError('unknown_command', `The service knows no command ${query.command}.`);
    answer({ accepted: true });
    base.log.info({ command: query.command }, 'command begun');
    answer({ result: await carryOut(base, query.command, query.args, (progress) => answer({ progress })) });
    base.log.info({ command: query.command }, 'command done');
  } catch (error) {
    const { code, message, isForeseen } = refusalOf(error);
    if (!isForeseen) base.log.error({ err: error }, 'command failed');
    answer({ error: { code, message } });
  } finally {
    socket.end();
  }
}

/** `undefined` when the caller leaves without a word. */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((done) => {
    socket.setTimeout(FIRST_LINE_MS, () => socket.destroy());
    socket.once('close', () => done(undefined));
    socket.once('end', () => done(undefined));
    eachLine(socket, (line) => {
      socket.setTimeout(0);
      done(line);
    });
  });
}
