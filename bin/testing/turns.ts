// Which of the long tests a run plays. They take turns: all of them in each run would take three quarters of an hour. The commit decides, so that a
// run of one commit plays the same everywhere, and two dozen commits in a row nearly all of them. TURN=1 to 8 chooses, TURN=all plays all.
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../src/base/kit/paths.ts';

export const TURNS = 8;
export type Turn = number | 'all';

/** Of a text in which each digit is as likely as any other. */
export const turnOfDigest = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16) % TURNS;

/** Of this run. */
export function turn(): Turn {
  const chosen = process.env['TURN'];
  if (chosen === 'all') return 'all';
  if (chosen !== undefined) {
    const turn = Number(chosen) - 1;
    if (!Number.isInteger(turn) || turn < 0 || turn >= TURNS) throw new Error(`TURN is 1 to ${TURNS}, or all.`);
    return turn;
  }
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: projectRoot, encoding: 'utf8' });
  return status === 0 ? turnOfDigest(stdout) : 'all';
}

/** Those whose turn it is; neighbours in the list have different turns. */
export const ofTurn = <T>(list: readonly T[], now: Turn = turn()): T[] =>
  now === 'all' ? [...list] : list.filter((_, n) => n % TURNS === now);

export const describeTurn = (now: Turn = turn()): string =>
  now === 'all' ? 'All turns of the long tests.' : `Turn ${now + 1} of ${TURNS} of the long tests (TURN=all plays all).`;
