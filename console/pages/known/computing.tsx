// How far the computation of the changes is, while the page waits for it.
import { CAUSES, type Cause, type Moments, useProgress } from './changes.ts';

const STEPS = {
  waiting: 'waiting for its turn',
  copy: 'copying the facts',
  facts: 'setting aside what came later',
  earlier: 'computing the first moment',
} as const;

type Step = NonNullable<NonNullable<ReturnType<typeof useProgress>>['step']>;

const isCause = (step: Step): step is Step & Cause => Object.hasOwn(CAUSES, step);

const textOf = (step: Step): string => (isCause(step) ? `computing: ${CAUSES[step].toLowerCase()}` : STEPS[step]);

export function Computing({ moments }: { moments: Moments }) {
  const found = useProgress(moments);
  const { progress, step, seconds } = found ?? { progress: null, step: null, seconds: null };
  return (
    <div role="status">
      <p class="soft small">
        The figures of the first moment are computed again, then cause by cause
        {step !== null && `: ${textOf(step)}, ${Math.floor(100 * (progress ?? 0))} % after ${Math.floor(seconds ?? 0)} s`}.
      </p>
      <progress class="known-progress" aria-label="Progress" value={progress ?? 0} max={1} />
    </div>
  );
}
