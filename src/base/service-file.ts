// service.json: how a command on this machine reaches the service that holds the data folder. Only its owner may read it.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const shape = z.object({
  /** Path of the Unix socket of the admin protocol, or host:port of a loopback port. */
  socket: z.string(),
  /** What a caller of that socket must know. */
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

/** `undefined` when there is none. It may be left over from a service that died: the lock tells. */
export function readServiceFile(dataDir: string): ServiceFile | undefined {
  let text: string;
  try {
    text = readFileSync(serviceFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return shape.parse(JSON.parse(text));
}

export function removeServiceFile(dataDir: string): void {
  rmSync(serviceFile(dataDir), { force: true });
}
