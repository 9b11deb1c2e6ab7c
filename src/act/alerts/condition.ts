// When a rule raises an alert: what each kind may name, and what holds where it is left out.
import { ApiError } from '../../base/contract/api-error.ts';
import type { components } from '../../base/contract/types.ts';
import type { StoredCondition } from './stored.ts';

type Schemas = components['schemas'];
export type Kind = Schemas['AlertKind'];
type Condition = Schemas['AlertCondition'];
export type Figure = Schemas['AlertFigure'];
type Field = keyof Condition;

const FILTERS = ['channel', 'source', 'medium', 'campaign'] as const;
const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  threshold: ['figure', 'direction', 'value', 'days', ...FILTERS],
  change: ['figure', 'direction', 'false_alarms_per_month', ...FILTERS],
  pace: ['direction', 'percent'],
  silence: ['sender', 'hours'],
  finding: ['findings'],
  connection: [],
};

/** Figures that are sums of what happened on a day. */
const SUMS: readonly Figure[] = ['spend', 'revenue', 'outcomes', 'visitors', 'pageviews', 'cash_revenue', 'cash_payments'];
/** Their value on a day waits for the spend of the day. */
const OF_SPEND: readonly string[] = ['spend', 'roas', 'cost_per_outcome'];
/** Stretches without anything that make outages are themselves so rare. */
const SILENCE_ALARMS = 0.02;

const refuse = (field: string, why: string): ApiError => new ApiError('validation_error', `condition.${field}: ${why}`);

function required<Value>(field: Field, kind: Kind, value: Value | undefined): Value {
  if (value === undefined) throw refuse(field, `a rule of the kind ${kind} needs it.`);
  return value;
}

/** With what holds where it is left out. @throws ApiError */
export function checkedCondition(kind: Kind, condition: Condition = {}): StoredCondition {
  const foreign = Object.keys(condition).find((name) => !FIELDS[kind].some((field) => field === name));
  if (foreign !== undefined) throw refuse(foreign, `a rule of the kind ${kind} has none.`);
  switch (kind) {
    case 'threshold': {
      const { direction = 'below', days = 1, ...rest } = condition;
      if (direction === 'both') throw refuse('direction', 'a threshold is passed in one direction: below or above.');
      return {
        ...rest,
        direction,
        days,
        figure: required('figure', kind, rest.figure),
        value: required('value', kind, rest.value),
      };
    }
    case 'change': {
      const { direction = 'both', false_alarms_per_month = 0.25, ...rest } = condition;
      const figure = required('figure', kind, rest.figure);
      if (!SUMS.includes(figure)) throw refuse('figure', `chance is known of ${SUMS.join(', ')} alone; use a threshold.`);
      return { ...rest, figure, direction, false_alarms_per_month };
    }
    case 'pace':
      return { direction: condition.direction ?? 'both', percent: condition.percent ?? 10 };
    case 'silence':
      return { ...condition, hours: condition.hours ?? 2 };
    default:
      return { ...condition };
  }
}

export const falseAlarmsOf = (kind: Kind, { false_alarms_per_month }: StoredCondition): number | null =>
  kind === 'change' ? (false_alarms_per_month ?? null) : kind === 'silence' ? SILENCE_ALARMS : null;

/** The figures are of days; the other kinds are states of now. */
export const isOfDays = (kind: Kind): kind is 'threshold' | 'change' | 'pace' =>
  kind === 'threshold' || kind === 'change' || kind === 'pace';

export const needsSpend = (kind: Kind, { figure = '' }: StoredCondition): boolean => kind === 'pace' || OF_SPEND.includes(figure);

export const filtersIn = (condition: StoredCondition): Pick<StoredCondition, (typeof FILTERS)[number]> => {
  const { channel, source, medium, campaign } = condition;
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(source === undefined ? {} : { source }),
    ...(medium === undefined ? {} : { medium }),
    ...(campaign === undefined ? {} : { campaign }),
  };
};
