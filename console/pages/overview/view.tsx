// The overview: what moved since the last look, in the order of importance. A profile without data shows the steps to it.
import { useRef } from 'preact/hooks';
import { lazily } from '../../design/lazy.tsx';
import { Skeleton } from '../../design/states.tsx';
import { useFreshness } from '../../question/use-question.tsx';
import { Channels } from './channels.tsx';
import { Checklist, FirstRun } from './checklist.tsx';
import { Money } from './money.tsx';
import { Tiles } from './tiles.tsx';
import { OverviewWarnings } from './warnings.tsx';

/** Below the other blocks, so that these come first. */
const Moved = lazily(() => import('./moved.tsx').then((found) => found.Moved), <Skeleton lines={8} />);
const Decisions = lazily(() => import('./decisions.tsx').then((found) => found.Decisions), <Skeleton lines={3} />);
const Doubt = lazily(() => import('./doubt.tsx').then((found) => found.Doubt), <Skeleton lines={4} />);
const Pace = lazily(() => import('./pace.tsx').then((found) => found.Pace), <Skeleton lines={2} />);

export default function Overview() {
  const freshness = useFreshness();
  // The steps stay while they are being done, also once the first facts have come.
  const wasEmpty = useRef(false);
  if (freshness.isLoading) return <Skeleton lines={8} />;
  const isEmpty = freshness.data?.data.accepted_seq === 0;
  wasEmpty.current ||= isEmpty;
  if (wasEmpty.current) return <FirstRun hasFacts={!isEmpty} />;
  return (
    <>
      <OverviewWarnings />
      <Tiles />
      <Money />
      <div class="columns">
        <Channels />
        <div class="stack-wide">
          <Moved />
          <Decisions />
          <Doubt />
          <Pace />
          <Checklist />
        </div>
      </div>
    </>
  );
}
