// The removal of goals: the family of one kind of money is replaced by the remaining goals. Saved only after its dry run.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Check, FormButtons, Select } from '../../design/form.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { Effect } from './edit-goal.tsx';
import { forgetMeaning, type Here } from './here.ts';
import { type Definition, FAMILIES } from './words.ts';

type Family = keyof typeof FAMILIES;
type Trial = Schemas['DefinitionFamilyAnswer'];

const families: readonly Family[] = ['cash', 'pipeline', 'gross'];

/** The dry run of a family, and its write. */
function useFamily({ profile_id }: Here, close: () => void) {
  const [trial, setTrial] = useState<Trial>();
  const { isBusy, fault, run } = useWrite();
  const write = (body: Schemas['DefinitionFamily'], dry_run: boolean): Promise<Trial> =>
    unwrap(api.PUT('/api/v1/profile/outcome-definitions', { params: { query: { profile_id, dry_run } }, body }));
  const preview = (body: Schemas['DefinitionFamily']) => run(async () => setTrial(await write(body, true)));
  const save = (body: Schemas['DefinitionFamily']) =>
    run(async () => {
      await write(body, false);
      forgetMeaning();
      close();
    });
  return { trial, setTrial, preview, save, isBusy, fault };
}

export function RemoveGoals({ here, rows, close }: { here: Here; rows: readonly Definition[]; close: () => void }) {
  const used = families.filter((family) => rows.some(({ revenue_type }) => revenue_type === family));
  const [family, setFamily] = useState<Family>(used[0] ?? 'cash');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const goals = rows.filter(({ revenue_type }) => revenue_type === family);
  const { trial, preview, save, setTrial, isBusy, fault } = useFamily(here, close);
  const definitions = goals
    .filter(({ conversion_key }) => !removed.includes(conversion_key))
    .map(({ conversion_key }) => ({ conversion_key }));
  const body = { family, definitions };
  const change = (next: { family?: Family; removed: readonly string[] }): void => {
    if (next.family) setFamily(next.family);
    setRemoved(next.removed);
    setTrial(undefined);
  };
  return (
    <form
      class="form meaning-goal"
      onSubmit={(event) => {
        event.preventDefault();
        void (trial ? save(body) : preview(body));
      }}
    >
      <Select
        label="Kind of money"
        value={family}
        set={(chosen) => change({ family: chosen, removed: [] })}
        options={used.map((each) => [each, FAMILIES[each]] as const)}
      />
      {goals.map(({ conversion_key, name }) => (
        <Check
          key={conversion_key}
          label={`Remove ${name}`}
          value={removed.includes(conversion_key)}
          set={(isOff) =>
            change({ removed: isOff ? [...removed, conversion_key] : removed.filter((each) => each !== conversion_key) })
          }
        />
      ))}
      <p class="soft">
        Conversions of a removed goal are in no figure. The outcomes are kept, and a goal made again counts them.
      </p>
      {fault && <ErrorBlock error={fault} />}
      {trial && <Effect trial={trial} />}
      <FormButtons
        text={trial ? 'Remove and compute again' : 'What would change?'}
        isDisabled={isBusy || removed.length === 0}
        close={close}
      />
    </form>
  );
}
