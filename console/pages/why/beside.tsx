// What limits the comparison: warnings of the answer, and findings about the data as they are now.

import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { inPageWords } from '../../words/pages.ts';
import type { WhyAnswer } from './question.ts';

/** Each once, those about the comparison first. */
export const WhyWarnings = ({ answer: { warnings = [] } }: { answer: WhyAnswer }) => (
  <Warnings
    of={warnings.toSorted((a, b) => Number(b.code === 'visits_not_comparable') - Number(a.code === 'visits_not_comparable'))}
  />
);

export function Findings() {
  const { profile_id } = useProfile();
  const { question } = useQuestion();
  const { id } = usePlace();
  const query = { profile_id, ...(question.goal === undefined ? {} : { goal: question.goal }) };
  const trust = useFigures(['trust', query], (signal) => unwrap(api.GET('/api/v1/trust', { params: { query }, signal })));
  return (
    <Panel
      title="Findings about the data"
      lead="What limits figures of these weeks"
      tools={<Link href={`/console/${id}/quality`}>All findings</Link>}
    >
      <Loaded answer={trust} lines={3}>
        {({ data }) => {
          const found = data.filter(({ status }) => status !== 'ok');
          return found.length === 0 ? (
            <p class="soft">Nothing is found.</p>
          ) : (
            <ul class="why-findings">
              {found.map(({ code, status, sentence }) => (
                <li key={code} class={status}>
                  {inPageWords(sentence)}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}
