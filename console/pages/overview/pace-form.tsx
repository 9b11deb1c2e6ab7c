// The form of the month's budget and goal: two fields, each of which may be empty.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { FormButtons } from '../../design/form.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

type Targets = Pick<Schemas['PacingAnswer']['data'], 'monthly_budget' | 'outcome_goal' | 'currency'>;

export function PaceForm({ targets, close }: { targets: Targets; close: () => void }) {
  const { profile_id } = useProfile();
  const [budget, setBudget] = useState(targets.monthly_budget ?? '');
  const [goal, setGoal] = useState(targets.outcome_goal === null ? '' : String(targets.outcome_goal));
  const { isBusy, fault, run } = useWrite(() => {
    forget('pacing');
    forget('workspace-pacing');
  });
  const save = async (): Promise<void> => {
    const body = { monthly_budget: budget === '' ? null : budget, outcome_goal: goal === '' ? null : Number(goal) };
    await unwrap(api.PUT('/api/v1/profile/pacing', { params: { query: { profile_id } }, body }));
    close();
  };
  return (
    <Dialog title="Budget and goal of a month" onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <NumberField
          label={`Ad budget a month, ${targets.currency}`}
          form="\d{1,12}([.]\d{1,6})?"
          title="An amount such as 1300 or 1300.50"
          value={budget}
          set={setBudget}
        />
        <NumberField label="Conversions a month" form="\d{1,9}" title="A whole number" value={goal} set={setGoal} />
        <p class="note">
          Both apply to every month until they are changed. An empty field removes one. No other figure depends on them.
        </p>
        {fault && <ErrorBlock error={fault} />}
        <FormButtons text="Save" isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}

interface FieldProps {
  label: string;
  /** What the service takes. */
  form: string;
  title: string;
  value: string;
  set: (value: string) => void;
}

const NumberField = ({ label, form, title, value, set }: FieldProps) => (
  <label>
    {label}
    <input
      type="text"
      inputMode="decimal"
      pattern={form}
      autocomplete="off"
      title={title}
      value={value}
      onInput={(event) => set(event.currentTarget.value.trim())}
    />
  </label>
);
