// How far a computation of earlier figures is: a share that only grows, by the steps that it has and what they usually take.

import type { Cause } from './causes.ts';

type StepName = 'waiting' | 'copy' | 'facts' | 'earlier' | Cause;

/** The present step, and the share of all that is done. */
export interface Progress {
  step: StepName;
  share: number;
}

interface Step {
  name: StepName;
  weight: number;
}

/** The fixed steps: its turn, a copy of the facts, the earlier state. */
const PREPARING: readonly Step[] = [
  { name: 'waiting', weight: 0 },
  { name: 'copy', weight: 1 },
  { name: 'facts', weight: 2 },
  { name: 'earlier', weight: 8 },
];
const [WHOLE, TOUCHED] = [8, 4];
/** Until the causes are known, as many are expected. */
const EXPECTED: readonly Step[] = (['new_events', 'late_events', 'identity'] as const).map((name) => ({ name, weight: TOUCHED }));

export interface Steps {
  /** The causes that are to be applied, known only once the facts are in place. */
  plan(causes: readonly { name: StepName; isWhole: boolean }[]): void;
  /** Runs a step; `onStatement` takes the share of it that is done. */
  run<T>(name: StepName, work: (onStatement: (share: number) => void) => Promise<T>): Promise<T>;
}

export function stepsOf(onProgress: (progress: Progress) => void = () => undefined): Steps {
  let steps: readonly Step[] = [...PREPARING, ...EXPECTED];
  let most = 0;
  const tell = (name: StepName, part: number): void => {
    const at = steps.findIndex((step) => step.name === name);
    const sum = (some: readonly Step[]): number => some.reduce((total, { weight }) => total + weight, 0);
    const share = (sum(steps.slice(0, Math.max(0, at))) + part * (steps[at]?.weight ?? 0)) / sum(steps);
    most = Math.max(most, share);
    onProgress({ step: name, share: most });
  };
  return {
    plan: (causes) => {
      steps = [...PREPARING, ...causes.map(({ name, isWhole }) => ({ name, weight: isWhole ? WHOLE : TOUCHED }))];
    },
    run: async (name, work) => {
      tell(name, 0);
      const result = await work((share) => tell(name, share));
      tell(name, 1);
      return result;
    },
  };
}
