// Money in doubt: how much of the last 28 days' cash and spend is under a finding, what limits the figures, and what to do first.
import { Link, useSearch } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { PageWords } from '../../notes/page-words.tsx';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { moneyKnown, percent } from '../../words/format.ts';

const SHOWN = 3;
const PERCENT = 100;

export function Doubt() {
  const { profile_id } = useProfile();
  const { question } = useQuestion();
  const { id } = usePlace();
  const search = useSearch();
  const query = { profile_id, ...(question.goal === undefined ? {} : { goal: question.goal }) };
  const answer = useFigures(['quality', 'summary', query], (signal) =>
    unwrap(api.GET('/api/v1/quality', { params: { query }, signal })),
  );
  const trust = useFigures(['trust', query], (signal) => unwrap(api.GET('/api/v1/trust', { params: { query }, signal })));
  // A remark that explains needs no action.
  const banners = (trust.data?.data ?? []).filter(({ status }) => status !== 'ok').slice(0, SHOWN);
  return (
    <Panel
      title="Money in doubt"
      lead="Of the last 28 days, each amount once"
      tools={<Link href={`/console/${id}/quality${search === '' ? '' : `?${search}`}`}>All findings</Link>}
    >
      <Loaded answer={answer} lines={4}>
        {({ data }) => (
          <>
            <div class="doubt">
              <Amount of="cash" doubt={data.money_in_doubt} query={query} />
              <Amount of="spend" doubt={data.money_in_doubt} query={query} />
            </div>
            {banners.length > 0 && (
              <ul class="doubt-banners">
                {banners.map(({ code, status, sentence }) => (
                  <li key={code} class={status}>
                    <PageWords text={sentence} />
                  </li>
                ))}
              </ul>
            )}
            {data.next && (
              <p>
                <b>First: </b>
                <PageWords text={data.next.text} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface AmountProps {
  of: 'cash' | 'spend';
  doubt: Schemas['QualitySummaryAnswer']['data']['money_in_doubt'];
  query: { profile_id: string; goal?: string };
}

function Amount({ of, doubt, query }: AmountProps) {
  const { currency, share } = doubt;
  const part = share[of];
  if (doubt.of[of] === null && doubt[of] === null)
    return (
      <p class="soft">
        No {of} in {currency}
      </p>
    );
  return (
    <p>
      <Figure
        class="doubt-figure"
        name={`${of === 'cash' ? 'Cash' : 'Spend'} in doubt`}
        source={{ path: '/api/v1/quality', query, pointer: `/data/money_in_doubt/${of}` }}
      >
        {moneyKnown(doubt[of], currency)}
      </Figure>
      <span class="soft">
        {part === null ? '' : `${percent(PERCENT * part)} `}of {moneyKnown(doubt.of[of], currency)} of {of}
      </span>
    </p>
  );
}
