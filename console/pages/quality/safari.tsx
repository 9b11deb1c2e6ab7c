// The loss of figures by browsers that forget ids early, and the gain of each remedy.
import { api, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useFigures } from '../../question/use-question.tsx';
import { count, money, plural } from '../../words/format.ts';
import { share, useAsked } from './asked.ts';
import { FindingCard } from './finding.tsx';

const REMEDIES = {
  own_domain: 'Own domain',
  link_tokens: 'Link tokens in mails',
  identify_at_checkout: 'Identify at checkout',
} as const;

export function Safari() {
  const query = useAsked();
  const answer = useFigures(['quality', 'itp', query], (signal) =>
    unwrap(api.GET('/api/v1/quality/itp', { params: { query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta: { currency } }) => (
        <>
          <Panel title="Cash at risk" lead={`Ids live ${plural(data.lifetime_days, 'day')} in this set-up`}>
            <dl class="quality-measures">
              <div>
                <dt>At risk</dt>
                <dd>{money(data.cash_at_risk, currency)}</dd>
              </div>
              <div>
                <dt>95 % sure</dt>
                <dd>
                  {money(data.interval[0] ?? '0', currency)} to {money(data.interval[1] ?? '0', currency)}
                </dd>
              </div>
              <div>
                <dt>Joined by tokens and identifiers</dt>
                <dd>
                  {count(data.saved.conversions)}, {money(data.saved.cash, currency)}
                </dd>
              </div>
              <div>
                <dt>Returning visitors</dt>
                <dd>
                  Safari {data.returning.safari === null ? '–' : share(data.returning.safari)}, others{' '}
                  {data.returning.others === null ? '–' : share(data.returning.others)}
                </dd>
              </div>
            </dl>
            {data.remedies.length > 0 && (
              <ul class="quality-remedies">
                {data.remedies.map(({ name, cash, text }) => (
                  <li key={name}>
                    <b>
                      {REMEDIES[name]}, {money(cash, currency)}
                    </b>
                    <span>{text}</span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <FindingCard finding={data.finding} />
        </>
      )}
    </Loaded>
  );
}
