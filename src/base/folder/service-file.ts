// service.json: how a command on this machine reaches the service that uses the data folder. Only its owner may read it.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { DataFolderLocked } from './lock.ts';

const ANSWER_MS = 2_000;

const shape = z.object({
  /** Path of the Unix socket of the admin protocol, or host:port of a loopback port. */
  socket: z.string(),
  /** The secrets that a caller of that socket needs. */
  token: z.string(),
  pid: z.number().int(),
  /** Address of the HTTP service. */
  http: z.string(),
});

export type ServiceFile = z.infer<typeof shape>;

export const serviceFile = (dataDir: string): string => join(dataDir, 'service.json');

/** Whole or not at all: a reader never sees half a file. */
export function writeServiceFile(dataDir: string, service: ServiceFile): void {
  const file = serviceFile(dataDir);
  const next = `${file}.${process.pid}`;
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(service, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(next, file);
}

/**
 * `undefined` when there is none, or none that can be read: its owner writes it again. It may remain from a service that died: the
 * lock decides.
 */
export function readServiceFile(dataDir: string): ServiceFile | undefined {
  try {
    return shape.safeParse(JSON.parse(readFileSync(serviceFile(dataDir), 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Anyone who took the lock of a deleted or replaced lock file is not alone: throws DataFolderLocked when another process still serves. */
export async function requireNobodyElse(dataDir: string): Promise<void> {
  const service = readServiceFile(dataDir);
  if (!service || service.pid === process.pid) return;
  if (isAlive(service.pid) && (await answers(service.socket))) throw new DataFolderLocked(dataDir, service.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const [, host = '', port = ''] = /^([\d.]+):(\d+)$/.exec(address) ?? [];
    const socket = port === '' ? connect(address) : connect(Number(port), host);
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.setTimeout(ANSWER_MS, () => done(false));
    socket.once('connect', () => socket.destroy());
    socket.once('timeout', () => socket.destroy());
  });
}

export function removeServiceFile(dataDir: string): void {
  rmSync(serviceFile(dataDir), { force: true });
}
