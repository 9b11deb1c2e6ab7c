// What goods and payments cost, from which day on: the list, its effect on the margin before it is saved, and the way back to the list before.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { todayIn } from '../../question/days.ts';
import { days, longDay, money } from '../../words/format.ts';
import { type Here, useHere } from './here.ts';

type Cost = Schemas['Cost'];
type Preview = Schemas['EconomicsPreviewAnswer'];

const DAY_MS = 86_400_000;
const PREVIEW_DAYS = 90;

/** Figures follow a decision within seconds. */
function forgetCosts(): void {
  forget('meaning');
  forget('economics');
}

export function Costs() {
  const here = useHere();
  const query = { profile_id: here.profile_id };
  const answer = useAnswer(['meaning', 'costs', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/costs', { params: { query }, signal })),
  );
  return (
    <Panel
      title="Cost of goods and fees"
      lead="A conversion has the costs of its day. Cost of goods is a percentage of revenue, as payments say nothing of the items that were sold"
    >
      <Loaded answer={answer}>
        {({ data }) => (here.mayChange ? <Form here={here} first={data.costs} /> : <List costs={data.costs} />)}
      </Loaded>
    </Panel>
  );
}

function List({ costs }: { costs: readonly Cost[] }) {
  if (costs.length === 0) return <p>No costs are set, so no margin is known.</p>;
  return (
    <Table name="Costs" columns={['From', { number: 'Cost of goods' }, { number: 'Fees' }, { number: 'Fee of a payment' }]}>
      {costs.map(({ from_day, goods_percent, fee_percent, fee_per_payment }) => (
        <tr key={from_day}>
          <th scope="row">{longDay(from_day)}</th>
          <td>{goods_percent} %</td>
          <td>{fee_percent} %</td>
          <td>{fee_per_payment}</td>
        </tr>
      ))}
    </Table>
  );
}

const NEW: Cost = { from_day: '', goods_percent: '', fee_percent: '0', fee_per_payment: '0' };

function Form({ here, first }: { here: Here; first: readonly Cost[] }) {
  const [costs, setCosts] = useState<readonly Cost[]>(first);
  const [preview, setPreview] = useState<Preview>();
  const [earlier, setEarlier] = useState<Cost[]>();
  const params = { query: { profile_id: here.profile_id } };
  const change = (list: readonly Cost[]): void => {
    setCosts(list);
    setPreview(undefined);
  };
  const put = async (list: readonly Cost[]): Promise<void> => {
    const { data } = await unwrap(api.PUT('/api/v1/profile/costs', { params, body: { costs: [...list] } }));
    change(data.costs);
    setEarlier(data.before ?? undefined);
  };
  const show = async (): Promise<void> => {
    const today = todayIn(here.timezone);
    const date_from = new Date(Date.parse(today) - (PREVIEW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const body = { date_from, date_to: today, costs: [...costs] };
    setPreview(await unwrap(api.POST('/api/v1/economics/preview', { params, body })));
  };
  return (
    <>
      <WriteForm
        button={preview === undefined ? 'Preview' : 'Save'}
        submit={preview === undefined ? show : () => put(costs)}
        afterwards={forgetCosts}
      >
        {costs.length === 0 && <p>No costs are set, so no margin is known.</p>}
        {costs.map((cost, at) => (
          <Entry
            key={at}
            cost={cost}
            currency={here.currency}
            set={(next) => change(costs.map((each, i) => (i === at ? next : each)))}
            remove={() => change(costs.filter((_, i) => i !== at))}
          />
        ))}
        <div class="row">
          <button type="button" class="button" onClick={() => change([...costs, NEW])}>
            Add costs from a day on
          </button>
        </div>
        {preview && <Effect preview={preview} />}
      </WriteForm>
      {earlier && (
        <div role="status" class="row">
          <span class="good">Saved. Figures follow within seconds.</span>
          <Act text="Undo" act={() => put(earlier)} afterwards={forgetCosts} />
        </div>
      )}
    </>
  );
}

interface EntryProps {
  cost: Cost;
  currency: string;
  set: (cost: Cost) => void;
  remove: () => void;
}

function Entry({ cost, currency, set, remove }: EntryProps) {
  const { from_day, goods_percent, fee_percent, fee_per_payment } = cost;
  return (
    <fieldset class="meaning-cost">
      <legend class="only-read">Costs from {from_day === '' ? 'a day on' : longDay(from_day)}</legend>
      <label>
        From
        <input
          type="date"
          required
          value={from_day}
          onInput={({ currentTarget }) => set({ ...cost, from_day: currentTarget.value })}
        />
      </label>
      <Text
        label="Cost of goods, % of revenue"
        value={goods_percent}
        set={(text) => set({ ...cost, goods_percent: text.trim() })}
      />
      <Text label="Fees, % of the sale" value={fee_percent} set={(text) => set({ ...cost, fee_percent: text.trim() })} />
      <Text
        label={`Fee of each payment, ${currency}`}
        value={fee_per_payment}
        set={(text) => set({ ...cost, fee_per_payment: text.trim() })}
      />
      <button type="button" class="button quiet" onClick={remove}>
        Remove
      </button>
    </fieldset>
  );
}

const LINES = [
  ['revenue', 'Revenue'],
  ['cost_of_goods', 'Cost of goods'],
  ['fees', 'Fees'],
  ['margin_before_ads', 'Margin before ads'],
  ['spend', 'Spend'],
  ['margin', 'Margin'],
] as const;

function Effect({ preview: { data, meta } }: { preview: Preview }) {
  const text = (value: string | null): string => (value === null ? 'not known' : money(value, meta.currency));
  return (
    <div role="status">
      <p>What these costs make of {days(meta.date_from, meta.date_to)}:</p>
      <Table name="Effect of the costs" columns={['Figure', { number: 'Now' }, { number: 'With these costs' }]}>
        {LINES.map(([name, title]) => (
          <tr key={name}>
            <th scope="row">{title}</th>
            <td>{text(data.before[name])}</td>
            <td>{text(data.after[name])}</td>
          </tr>
        ))}
      </Table>
      {data.reasons['margin_before_ads'] === 'no_costs' && (
        <p class="note">There are sales before the first day with costs, so the margin of these days is not known.</p>
      )}
    </div>
  );
}
