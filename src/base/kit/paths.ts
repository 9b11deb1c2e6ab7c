// The paths of the project's own files, independent of the working folder.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, absolute. */
export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** A file of the project by its path from the root. */
export const projectFile = (...parts: string[]): string => join(projectRoot, ...parts);
