// Aiming at a phase of the service's work: what `phase-hook.ts` in the service is to do in the midst of it, and whether it did.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../../base/folder.ts';

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
  ...{ intake: 3, stitching: 12, landing: 30, sealing: 15, replay: 60, swap: 12 },
  ...{ taking: 30, erasing: 10 },
};

/** A phase that did not come about by then counts as not hit. It comes in time on a machine that has several times its work to do. */
const PATIENCE_MS = 90_000;

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

  /** Whether it struck within so long; an aim that did not is taken back. `nudge` is called now and then meanwhile. */
  async struck(before: number, nudge: () => Promise<void> = async () => undefined, mostMs = PATIENCE_MS): Promise<boolean> {
    const began = performance.now();
    for (let looks = 0; performance.now() - began < mostMs; looks += 1) {
      if (this.hits > before) return true;
      if (looks % 100 === 0) await nudge();
      await pause(5);
    }
    rmSync(this.#aimFile, { force: true });
    await pause(100);
    return this.hits > before;
  }
}
