// The fields of a condition: each kind of rule has its own.
import { Select, Text } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Condition, FIGURES, type Figure, type Kind, SUMS } from './words.ts';

interface FieldsProps {
  condition: Condition;
  set: (condition: Condition) => void;
}

const SIDES = [
  ['below', 'Below'],
  ['above', 'Above'],
] as const;
const ALL_SIDES = [...SIDES, ['both', 'Both']] as const;

export function ConditionFields({ kind, ...fields }: FieldsProps & { kind: Kind }) {
  if (kind === 'change') return <Change {...fields} />;
  if (kind === 'threshold') return <Threshold {...fields} />;
  if (kind === 'pace') return <Pace {...fields} />;
  if (kind === 'silence') return <Silence {...fields} />;
  return <p class="small soft">{TEXTS[kind]}</p>;
}

const TEXTS = {
  finding: 'An alert for each finding of the page Quality that becomes a problem.',
  connection: 'An alert for each connection that has to be connected again or needs a person.',
} as const;

/** Without a text, the condition leaves the field out. */
function without(condition: Condition, name: 'channel' | 'campaign' | 'sender', value: string): Condition {
  const { [name]: _, ...rest } = condition;
  return value === '' ? rest : { ...rest, [name]: value };
}

const FigureField = ({ condition, set, options }: FieldsProps & { options: readonly (readonly [Figure, string])[] }) => (
  <Select
    label="Figure"
    value={condition.figure ?? 'outcomes'}
    set={(figure) => set({ ...condition, figure })}
    options={options}
  />
);

const Filters = ({ condition, set }: FieldsProps) => (
  <>
    <Text
      label="Only the channel"
      value={condition.channel ?? ''}
      set={(text) => set(without(condition, 'channel', text))}
      isOptional
    />
    <Text
      label="Only the campaign"
      value={condition.campaign ?? ''}
      set={(text) => set(without(condition, 'campaign', text))}
      isOptional
    />
  </>
);

const ALARMS = [
  ['0.05', 'Hardly ever: once in 20 months at most'],
  ['0.25', 'Rarely: once in four months at most'],
  ['1', 'Early: once a month at most'],
] as const;

function Change({ condition, set }: FieldsProps) {
  const alarms = String(condition.false_alarms_per_month ?? 0.25);
  return (
    <>
      <FigureField condition={condition} set={set} options={SUMS} />
      <Select
        label="Than usual for the weekday"
        value={condition.direction ?? 'both'}
        set={(direction) => set({ ...condition, direction })}
        options={ALL_SIDES}
      />
      <Select
        label="False alarms"
        value={ALARMS.find(([each]) => each === alarms)?.[0] ?? '0.25'}
        set={(value) => set({ ...condition, false_alarms_per_month: Number(value) })}
        options={ALARMS}
        hint="How often chance alone may raise it. What is rarer is found a little later."
      />
      <Filters condition={condition} set={set} />
    </>
  );
}

function Threshold({ condition, set }: FieldsProps) {
  const { currency } = useProfile();
  return (
    <>
      <FigureField condition={condition} set={set} options={FIGURES} />
      <Select
        label="Is"
        value={condition.direction === 'above' ? 'above' : 'below'}
        set={(direction) => set({ ...condition, direction })}
        options={SIDES}
      />
      <Text
        label="The limit"
        value={condition.value ?? ''}
        set={(value) => set({ ...condition, value })}
        hint={`Money in ${currency}.`}
      />
      <Select
        label="Over"
        value={String(condition.days ?? 1)}
        set={(days) => set({ ...condition, days: Number(days) })}
        options={DAYS}
      />
      <Filters condition={condition} set={set} />
    </>
  );
}

const DAYS = [
  ['1', 'One day'],
  ['7', 'Seven days'],
  ['14', '14 days'],
  ['28', '28 days'],
] as const;

const Pace = ({ condition, set }: FieldsProps) => (
  <>
    <Select
      label="The month's spend ends"
      value={condition.direction ?? 'both'}
      set={(direction) => set({ ...condition, direction })}
      options={PACES}
    />
    <Select
      label="By more than"
      value={String(condition.percent ?? 10)}
      set={(percent) => set({ ...condition, percent: Number(percent) })}
      options={PERCENTS}
      hint="Of the monthly budget, which the overview has."
    />
  </>
);

const PACES = [
  ['both', 'Below or above its budget'],
  ['above', 'Above its budget'],
  ['below', 'Below its budget'],
] as const;
const PERCENTS = [
  ['5', '5 %'],
  ['10', '10 %'],
  ['20', '20 %'],
  ['50', '50 %'],
] as const;

const Silence = ({ condition, set }: FieldsProps) => (
  <>
    <Text
      label="Sender"
      value={condition.sender ?? ''}
      set={(text) => set(without(condition, 'sender', text))}
      isOptional
      hint="As the page Quality names it; any sender if left empty."
    />
    <Select
      label="Has sent nothing for"
      value={String(condition.hours ?? 2)}
      set={(hours) => set({ ...condition, hours: Number(hours) })}
      options={HOURS}
    />
  </>
);

const HOURS = [
  ['1', 'An hour'],
  ['2', 'Two hours'],
  ['6', 'Six hours'],
  ['24', 'A day'],
] as const;
