// The headline: money in doubt, the first thing to do, and the worst finding of each family.

import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { plural, days as written } from '../../words/format.ts';
import { inPageWords } from '../../words/pages.ts';
import { byStatus, moneyOrNone, share, useAsked } from './asked.ts';
import { FindingCard } from './finding.tsx';
import { Status } from './status.tsx';

type Answer = Schemas['QualitySummaryAnswer'];

const FAMILIES: Record<string, string> = {
  attribution: 'Coverage',
  utm: 'UTM parameters',
  ad_ids: 'Ad ids',
  instrumentation: 'Instruments',
  itp: 'Safari',
  messaging: 'Messages',
};

export function Summary() {
  const query = useAsked();
  const answer = useFigures(['quality', 'summary', query], (signal) =>
    unwrap(api.GET('/api/v1/quality', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta }) => (
        <>
          <Panel
            title="Money in doubt"
            lead={`${written(meta.date_from, meta.date_to)}; each amount counts once, however many findings it is under`}
          >
            <div class="quality-doubt">
              <Doubt of="cash" data={data} query={query} />
              <Doubt of="spend" data={data} query={query} />
            </div>
            {data.next && (
              <p class="quality-next">
                <b>First: </b>
                {inPageWords(data.next.text)}
              </p>
            )}
            <ul class="quality-families">
              {byStatus(data.families).map(({ family, status, not_ok }) => (
                <li key={family}>
                  <span>{FAMILIES[family] ?? family}</span>
                  <Status status={status} />
                  <span class="note">{not_ok === 0 ? '' : plural(not_ok, 'finding')}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <div class="quality-findings">
            {byStatus(data.families).flatMap(({ worst }) => (worst ? [<FindingCard key={worst.name} finding={worst} />] : []))}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Doubt({
  of,
  data,
  query,
}: {
  of: 'cash' | 'spend';
  data: Answer['data'];
  query: { profile_id: string; goal?: string };
}) {
  const { money_in_doubt: doubt } = data;
  const part = doubt.share[of];
  if (doubt.of[of] === null && doubt[of] === null)
    return (
      <p class="soft">
        No {of} in {doubt.currency}
      </p>
    );
  return (
    <p>
      <Figure
        class="quality-amount"
        name={`${of === 'cash' ? 'Cash' : 'Spend'} in doubt`}
        source={{ path: '/api/v1/quality', query: { ...query }, pointer: `/data/money_in_doubt/${of}` }}
      >
        {moneyOrNone(doubt[of], doubt.currency)}
      </Figure>
      <span class="soft">
        {part === null ? '' : `${share(part)} `}of {moneyOrNone(doubt.of[of], doubt.currency)} of {of}
        {of === 'cash' && Number(doubt.not_counted) > 0 && `; ${moneyOrNone(doubt.not_counted, doubt.currency)} is in no figure`}
      </span>
    </p>
  );
}
