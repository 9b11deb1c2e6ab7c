// The exchange rates that convert the profile's money: the switch of the daily reference rates, what is known, and days without a rate.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { count, longDay, moment, plural } from '../../words/format.ts';
import { forgetMeaning, type Here, useHere } from './here.ts';

type Rates = Schemas['ExchangeRates'];

/** While a first download runs its end is asked for. */
const WAITING_SECONDS = 5;
const IDLE_SECONDS = 300;

const isWaiting = ({ uses_reference_rates, reference_rates }: Rates): boolean =>
  uses_reference_rates && reference_rates.downloaded_at === null && reference_rates.failed_at === null;

export function ExchangeRates() {
  const here = useHere();
  const query = { profile_id: here.profile_id };
  const key = ['meaning', 'rates', query];
  const read = (signal: AbortSignal) => unwrap(api.GET('/api/v1/profile/exchange-rates', { params: { query }, signal }));
  const first = useAnswer(key, read);
  const isRunning = first.data !== undefined && isWaiting(first.data.data);
  const answer = useAnswer(key, read, { everySeconds: isRunning ? WAITING_SECONDS : IDLE_SECONDS });
  return (
    <Loaded answer={answer} lines={6}>
      {({ data }) => (
        <div class="columns">
          <Reference here={here} rates={data} />
          <Missing here={here} rates={data} />
        </div>
      )}
    </Loaded>
  );
}

function Reference({ here, rates }: { here: Here; rates: Rates }) {
  const { uses_reference_rates: isOn, set_by, reference_rates, imported_rates } = rates;
  const set = (uses_reference_rates: boolean) =>
    unwrap(
      api.PATCH('/api/v1/profile/exchange-rates', {
        params: { query: { profile_id: here.profile_id } },
        body: { uses_reference_rates },
      }),
    );
  return (
    <Panel title="Reference rates" lead="Of the European Central Bank, for some 30 currencies, downloaded once a day">
      <p>
        {isOn ? (
          <>
            Money in other currencies is converted by <b>reference rates</b> where none were imported.
          </>
        ) : (
          <>
            Money in other currencies is converted by <b>imported rates</b> alone.
          </>
        )}
      </p>
      <dl class="terms">
        <dt>Reference rates</dt>
        <dd>{downloadOf(rates)}</dd>
        <dt>Downloaded</dt>
        <dd>{reference_rates.downloaded_at === null ? 'Never' : moment(reference_rates.downloaded_at, here.timezone)}</dd>
        <dt>Imported rates</dt>
        <dd>
          {imported_rates.rates === 0 || imported_rates.first_day === null || imported_rates.last_day === null
            ? 'None'
            : `${count(imported_rates.rates)}, ${longDay(imported_rates.first_day)} to ${longDay(imported_rates.last_day)}`}
        </dd>
      </dl>
      {reference_rates.failed_at !== null && (
        <p class="notice">
          The last download failed ({moment(reference_rates.failed_at, here.timezone)}). It is tried again; rates that are known
          stay in use.
        </p>
      )}
      {set_by === 'installation' ? (
        <p class="note">The operator chose the source for every profile of this installation.</p>
      ) : (
        here.mayChange && (
          <Act
            text={isOn ? 'Stop using reference rates' : 'Use reference rates'}
            isPrimary={!isOn}
            act={() => set(!isOn)}
            afterwards={forgetMeaning}
          />
        )
      )}
    </Panel>
  );
}

function downloadOf({ uses_reference_rates, reference_rates: { first_day, last_day, currencies, failed_at } }: Rates): string {
  if (first_day !== null && last_day !== null)
    return `${plural(currencies, 'currency', 'currencies')}, ${longDay(first_day)} to ${longDay(last_day)}`;
  return uses_reference_rates && failed_at === null ? 'Being downloaded' : 'None';
}

function Missing({ here, rates: { missing, currency } }: { here: Here; rates: Rates }) {
  const [recorded, setRecorded] = useState<number>();
  const apply = async (): Promise<void> => {
    const params = { query: { profile_id: here.profile_id } };
    setRecorded((await unwrap(api.POST('/api/v1/profile/recompute-fx', { params }))).data.recorded);
  };
  return (
    <Panel title="Days without a rate" lead="Their money is in no converted figure">
      {missing.length === 0 ? (
        <p>{currency === null ? 'All money is in the currency of the profile.' : 'Every day with money has a rate.'}</p>
      ) : (
        <Table name="Days without a rate" columns={['Currency', { number: 'Days' }, 'First', 'Last']}>
          {missing.map((row) => (
            <tr key={row.currency}>
              <th scope="row">{row.currency}</th>
              <td>{count(row.days)}</td>
              <td class="text">{longDay(row.first_day)}</td>
              <td class="text">{longDay(row.last_day)}</td>
            </tr>
          ))}
        </Table>
      )}
      {recorded !== undefined && <p role="status">{plural(recorded, 'rate')} added.</p>}
      {here.mayChange && <Act text="Apply known rates" act={apply} afterwards={forgetMeaning} />}
      <p class="note">
        Rates of your own go first: <code>tributary rates import FILE</code> on the machine of the service.
      </p>
    </Panel>
  );
}
