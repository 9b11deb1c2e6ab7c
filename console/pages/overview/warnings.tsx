// The warnings in the answers of the page.
import { Warnings } from '../../notes/warnings.tsx';
import { useOverview } from './figures.ts';

export function OverviewWarnings() {
  const warnings = useOverview().data?.warnings ?? [];
  return warnings.length === 0 ? null : (
    <div class="stack">
      <Warnings of={warnings} />
    </div>
  );
}
