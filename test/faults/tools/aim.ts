// Aiming at a phase of the service's work: what `phase-hook.ts` in the service is to do in the midst of it, and whether it did.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../base/folder.ts';
import { letPass, until } from '../../until.ts';

export const PHASES = ['intake', 'stitching', 'landing', 'sealing', 'replay', 'swap'] as const;
/** Those of an erasure, which runs only when it is asked for: taking a person out of state, and rewriting the journal. */
export const ERASING = ['taking', 'erasing'] as const;
export type Phase = (typeof PHASES)[number] | (typeof ERASING)[number];
export type Deed = 'kill service' | 'kill warehouse' | 'fill disk';

export interface Aim {
  phase: Phase;
  deed: Deed;
  /** From the phase's beginning; while stitching and taking, which are one breath, the number of statements. */
  delayMs: number;
  /** The file that takes up all room. */
  filler?: string;
}

/** A moment's wait that mostly still lies within the phase. */
export const LONGEST_MS: Record<Phase, number> = {
  intake: 3,
  stitching: 12,
  landing: 30,
  sealing: 15,
  replay: 60,
  swap: 12,
  taking: 30,
  erasing: 10,
};

const LOOKS_PER_NUDGE = 100;

interface Meanwhile {
  /** Brings the phase about, now and then. */
  nudge?: () => Promise<void>;
  /** The phase does not come any more. */
  isOver?: () => Promise<boolean>;
}

export class Aiming {
  readonly #aimFile: string;
  readonly #hitsFile: string;
  /** For the service that is aimed at. */
  readonly env: Record<string, string>;

  constructor(t: TestContext) {
    const folder = temporaryFolder(t);
    this.#aimFile = join(folder, 'aim.json');
    this.#hitsFile = join(folder, 'hits.ndjson');
    this.env = {
      NODE_OPTIONS: `--import ${new URL('./phase-hook.ts', import.meta.url).href}`,
      FAULT_AIM: this.#aimFile,
      FAULT_HITS: this.#hitsFile,
    };
  }

  at(aim: Aim): void {
    writeFileSync(`${this.#aimFile}.next`, JSON.stringify(aim));
    renameSync(`${this.#aimFile}.next`, this.#aimFile);
  }

  get hits(): number {
    return existsSync(this.#hitsFile) ? readFileSync(this.#hitsFile, 'utf8').split('\n').length - 1 : 0;
  }

  /** Waits until it has struck: a phase that was over too soon is aimed at again. False where it does not come any more; the aim is then taken back. */
  async struck(before: number, { nudge, isOver }: Meanwhile = {}): Promise<boolean> {
    let looks = 0;
    const look = async (): Promise<boolean> => {
      if (this.hits > before) return true;
      looks += 1;
      if (looks % LOOKS_PER_NUDGE !== 1) return false;
      await nudge?.();
      return (await isOver?.()) === true;
    };
    await until(look, 'the phase that is aimed at', 5);
    rmSync(this.#aimFile, { force: true });
    await letPass(100);
    return this.hits > before;
  }
}
