// Where the file of a profile that arrives is read: a private folder of its own in the data folder, so that nobody changes the file between two
// looks at it. It is gone when the command ends, and what a crash leaves at the next start.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, makePrivate } from '../files/durable.ts';
import { MoveRefused } from './move-file.ts';

const movingFolder = (dataDir: string): string => join(dataDir, 'moving');

export const removeMovingFolder = (dataDir: string): void => rmSync(movingFolder(dataDir), { recursive: true, force: true });

export async function withMovingFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  makeFolder(movingFolder(dataDir));
  const folder = mkdtempSync(join(movingFolder(dataDir), 'arrival-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file of a move, copied into the folder. */
export function copyIn(file: string, folder: string): string {
  if (!existsSync(file)) throw new MoveRefused(`There is no file ${file}.`);
  const copy = join(folder, 'file.sqlite');
  makePrivate(copy);
  copyFileSync(file, copy);
  return copy;
}
