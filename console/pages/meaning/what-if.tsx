// What a decision would change before it is taken: credit by channel over the last 90 days, computed with it over all history.

import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { addDays, todayIn } from '../../question/days.ts';
import { MODELS } from '../../question/question.ts';
import { count, days, moneyKnown, signedCredit } from '../../words/format.ts';
import type { Here } from './here.ts';

type Tried = Omit<Schemas['DecisionsTrial'], 'date_from' | 'date_to'>;
type Answer = Schemas['WhatIfAnswer'];
type Split = Schemas['TriedSplit'];

const DAYS = 90;

/** Asked for by a button, for exactly this decision; another one is asked for anew. */
export function WhatIf({ here, tried }: { here: Here; tried: Tried }) {
  const [asked, setAsked] = useState<string>();
  const wanted = JSON.stringify(tried);
  return (
    <section class="stack" aria-label="Credit before and after">
      {asked === wanted ? (
        <Credit here={here} tried={tried} />
      ) : (
        <span class="row">
          <button type="button" class="button" onClick={() => setAsked(wanted)}>
            Try it on all history
          </button>
          <span class="hint">Credit by channel, before and after; nothing is saved</span>
        </span>
      )}
    </section>
  );
}

function Credit({ here, tried }: { here: Here; tried: Tried }) {
  const today = todayIn(here.timezone);
  const body = { ...tried, date_from: addDays(today, -DAYS), date_to: addDays(today, -1) };
  const query = { profile_id: here.profile_id };
  const answer = useAnswer(['meaning', 'what-if', query, body], () =>
    unwrap(api.POST('/api/v1/attribution/what-if', { params: { query }, body })),
  );
  return (
    <Loaded answer={answer} lines={6}>
      {(found) => <Found found={found} />}
    </Loaded>
  );
}

const isMoved = ({ movement }: Split): boolean => Object.values(movement).some((value) => value !== null && Number(value) !== 0);

function Found({ found: { data, meta, warnings } }: { found: Answer }) {
  const { before, after } = meta;
  const rows = [...data.channels.map((row) => ({ ...row, name: row.channel })), { ...data.unattributed, name: 'No touch' }];
  const moved = rows.filter(isMoved);
  const models = before.model === after.model ? MODELS[before.model] : `${MODELS[before.model]}, then ${MODELS[after.model]}`;
  return (
    <div role="status" class="stack">
      <p class="soft small">
        {days(meta.date_from, meta.date_to)}; {after.goal}; {models}
      </p>
      <Totals found={data.totals} before={before.currency} after={after.currency} isCreditMoved={moved.length > 0} />
      {moved.length > 0 && (
        <Table
          name="Credit before and after"
          columns={['Channel', { number: 'Conversions' }, { number: 'Credit now' }, { number: 'Then' }, { number: 'Difference' }]}
        >
          {moved.map(({ name, from, to, movement }) => (
            <tr key={name}>
              <th scope="row" class="text">
                {name === 'No touch' ? name : <Channel name={name} />}
              </th>
              <td>{signedCredit(movement.outcomes ?? 0)}</td>
              <td>{moneyKnown(from.credited_revenue, before.currency)}</td>
              <td>{moneyKnown(to.credited_revenue, after.currency)}</td>
              <td>
                <b>{moneyKnown(movement.credited_revenue, after.currency)}</b>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Warnings of={warnings} />
    </div>
  );
}

interface TotalsProps {
  found: Split;
  before: string;
  after: string;
  isCreditMoved: boolean;
}

function Totals({ found: { from, to, movement }, before, after, isCreditMoved }: TotalsProps) {
  const isSame = [movement.outcomes, movement.revenue].every((value) => value === null || Number(value) === 0);
  const conversions = `${count(from.outcomes ?? 0)} conversions`;
  const revenue = `${moneyKnown(from.revenue, before)} of revenue`;
  if (isSame)
    return (
      <p>
        {conversions} and {revenue} stay; {isCreditMoved ? 'their credit moves' : 'no channel earns more or less'}.
      </p>
    );
  return (
    <p>
      {conversions} become <b>{count(to.outcomes ?? 0)}</b>, and {revenue} <b>{moneyKnown(to.revenue, after)}</b>.
    </p>
  );
}
