// The tabs that are lists of findings: coverage, and instruments.
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { byStatus, type Finding, useAsked } from './asked.ts';
import { FindingCard } from './finding.tsx';

export const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <div class="quality-findings">
    {byStatus(findings).map((finding) => (
      <FindingCard key={`${finding.name} ${finding.title}`} finding={finding} />
    ))}
  </div>
);

export function Coverage() {
  const query = useAsked();
  const answer = useFigures(['quality', 'attribution', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/attribution', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data }) => <Findings findings={data} />}
    </Loaded>
  );
}

export function Instruments() {
  const query = useAsked();
  const answer = useFigures(['quality', 'instruments', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/instrumentation-health', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data }) => <Findings findings={data} />}
    </Loaded>
  );
}
