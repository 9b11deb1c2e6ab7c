// What slices do for their files in the data folder.
import type { Base, ReadBase } from '../base.ts';
import type { StoreProblem } from './store-problem.ts';

export interface FileLook {
  depth: 'names' | 'bytes';
  /** At most so fast, whether or not the file was read before; as fast as it goes where absent. */
  bytesPerSecond?: number;
  isStopped?: () => boolean;
}

export interface FileHooks {
  /** What is wrong with them, as the last look found it. */
  problems: (base: ReadBase) => StoreProblem[];
  /** Looks at their names, or at every byte. */
  lookAt: (base: Base, look: FileLook) => Promise<void>;
  /** An operator has read what is wrong with them; answers how many files that were. */
  acceptLosses: (tx: Base) => number;
}
