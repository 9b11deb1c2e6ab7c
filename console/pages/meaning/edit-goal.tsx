// The form of a goal. It is saved only after its dry run: what would be counted, before and after, with exactly these values.

import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Check, FormButtons, Select, Text } from '../../design/form.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { count, days, moneyKnown } from '../../words/format.ts';
import { forgetMeaning, type Here } from './here.ts';
import { WhatIf } from './what-if.tsx';
import { COUNTINGS, changeOf, FAMILIES, VALUES, type Values } from './words.ts';

type Trial = Schemas['DefinitionAnswer'];
interface Tried {
  data: { effect?: Schemas['DefinitionEffect'] };
  warnings?: Schemas['Warnings'];
}
type Set = (change: Partial<Values>) => void;

export function EditGoal({ here, first, close }: { here: Here; first: Values; close: () => void }) {
  const [values, setValues] = useState(first);
  const [trial, setTrial] = useState<Trial>();
  const { isBusy, fault, run } = useWrite();
  const set: Set = (change) => {
    setValues({ ...values, ...change });
    setTrial(undefined);
  };
  const write = (dry_run: boolean): Promise<Trial> => {
    const params = { query: { profile_id: here.profile_id, dry_run } };
    return unwrap(api.POST('/api/v1/goals/definitions', { params, body: changeOf(values, here.currency) }));
  };
  const preview = () => run(async () => setTrial(await write(true)));
  const save = () =>
    run(async () => {
      await write(false);
      forgetMeaning();
      close();
    });
  return (
    <form
      class="form meaning-goal"
      onSubmit={(event) => {
        event.preventDefault();
        void (trial ? save() : preview());
      }}
    >
      <Fields values={values} set={set} currency={here.currency} />
      {fault && <ErrorBlock error={fault} />}
      {trial && <Effect trial={trial} />}
      {trial && (
        <WhatIf here={here} tried={{ goal: trial.data.conversion_key, definitions: [changeOf(values, here.currency)] }} />
      )}
      <FormButtons text={trial ? 'Save and compute again' : 'What would change?'} isDisabled={isBusy} close={close} />
    </form>
  );
}

const countings = ['every', 'first_per_customer'] as const;
const families = ['cash', 'pipeline', 'gross'] as const;
const rules = ['event', 'fixed', 'none'] as const;

function Fields({ values, set, currency }: { values: Values; set: Set; currency: string }) {
  return (
    <>
      <Text label="Name" value={values.name} set={(name) => set({ name })} maxLength={100} />
      <Text
        label="Event types"
        value={values.types}
        set={(types) => set({ types })}
        hint="Separated by commas, e.g. purchase, order_paid"
      />
      <Select
        label="Counts"
        value={values.counting}
        set={(counting) => set({ counting })}
        options={countings.map((each) => [each, COUNTINGS[each]] as const)}
      />
      <Select
        label="Worth"
        value={values.rule}
        set={(rule) => set({ rule })}
        options={rules.map((each) => [each, VALUES[each]] as const)}
      />
      {values.rule === 'fixed' && (
        <div class="form-row">
          <Text label="Amount" value={values.amount} set={(amount) => set({ amount })} />
          <Text label="Currency" value={values.currency || currency} set={(next) => set({ currency: next })} maxLength={3} />
        </div>
      )}
      <Select
        label="Kind of money"
        value={values.family}
        set={(family) => set({ family })}
        options={families.map((each) => [each, FAMILIES[each]] as const)}
      />
      <Text
        label="Window of its own, days"
        value={values.window}
        set={(window) => set({ window })}
        isOptional
        hint="1 to 90; empty: the windows of the profile"
      />
      <Check label="The overview counts it (the default)" value={values.isDefault} set={(isDefault) => set({ isDefault })} />
      {!values.isNew && <Check label="Counted" value={values.isActive} set={(isActive) => set({ isActive })} />}
    </>
  );
}

/** The counts before and after. */
export function Effect({ trial: { data, warnings } }: { trial: Tried }) {
  const { effect } = data;
  return (
    <section class="meaning-effect" role="status" aria-label="What would change">
      {effect && (
        <>
          <h3>{days(effect.date_from, effect.date_to)}</h3>
          <Table
            name="What would change"
            columns={['Goal', { number: 'Now' }, { number: 'Then' }, { number: 'Money now' }, { number: 'Money then' }]}
          >
            {effect.definitions.map((row) => (
              <tr key={row.conversion_key}>
                <th scope="row" class="text">
                  {row.conversion_key}
                </th>
                <td>{count(row.conversions_before)}</td>
                <td>
                  {row.conversions_after === row.conversions_before ? (
                    count(row.conversions_after)
                  ) : (
                    <b>{count(row.conversions_after)}</b>
                  )}
                </td>
                <td>{moneyKnown(row.revenue_before, effect.currency)}</td>
                <td>{moneyKnown(row.revenue_after, effect.currency)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      <Warnings of={warnings} />
    </section>
  );
}
