// The common parts of the page: what it shows, its words, and the way to load all of it again.
import { forget } from '../../api/answer.ts';
import type { Schemas } from '../../api/client.ts';

export type Alert = Schemas['AlertsAnswer']['data'][number];
export type Rule = Schemas['AlertRulesAnswer']['data'][number];
export type Chat = Schemas['AlertChatsAnswer']['data'][number];
export type Kind = Rule['kind'];
export type Condition = Rule['condition'];
export type Figure = NonNullable<Condition['figure']>;

export const forgetAlerts = (): void => forget('alerts');

export const KINDS = [
  ['change', 'A day is beyond chance'],
  ['threshold', 'A figure passes a limit'],
  ['pace', 'Spend leaves its budget'],
  ['silence', 'A sender is silent'],
  ['finding', 'A finding is a problem'],
  ['connection', 'A connection needs a person'],
] as const satisfies readonly (readonly [Kind, string])[];

export const FIGURES = [
  ['outcomes', 'Outcomes'],
  ['revenue', 'Revenue'],
  ['visitors', 'Visitors'],
  ['pageviews', 'Page views'],
  ['spend', 'Spend'],
  ['cash_revenue', 'Cash'],
  ['cash_payments', 'Payments'],
  ['roas', 'ROAS'],
  ['cost_per_outcome', 'Cost per outcome'],
  ['attributed_outcomes', 'Attributed outcomes'],
  ['coverage_percent', 'Coverage'],
  ['bounce_rate', 'Bounce rate'],
  ['avg_engaged_seconds', 'Engaged time'],
] as const satisfies readonly (readonly [Figure, string])[];

/** Sums of what happened on a day: chance is known of these alone. */
export const SUMS = FIGURES.slice(0, 7);

export const SERVICES = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['google_chat', 'Google Chat'],
] as const satisfies readonly (readonly [Chat['service'], string])[];

export const nameIn = (list: readonly (readonly [string, string])[], key: string | undefined): string =>
  list.find(([each]) => each === key)?.[1] ?? key ?? '';

const PROBLEMS: Readonly<Record<NonNullable<Rule['problem']>, string>> = {
  too_few_days: 'not judged yet: it needs seven weeks to compare with',
  figure_unknown: 'not judged: the figure was not known on the last day',
  figure_missing: 'not judged: this version has no such figure',
  spend_missing: 'not judged: no account had reported the spend of the last day by noon',
  budget_missing: 'not judged: the profile has no monthly budget in its currency',
};

export const problemText = (problem: Rule['problem']): string | null => (problem === null ? null : PROBLEMS[problem]);

const filterText = ({ channel, source, medium, campaign }: Condition): string =>
  Object.entries({ channel, source, medium, campaign })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `, ${name} ${value}`)
    .join('');

const SIDES = { below: 'below', above: 'above', both: 'below or above' } as const;

/** When a rule raises an alert, in one sentence. */
export function conditionText(kind: Kind, condition: Condition): string {
  const { figure, direction = 'both', value = '', days = 1, percent = 10, sender, hours = 2, findings } = condition;
  const name = nameIn(FIGURES, figure);
  switch (kind) {
    case 'threshold':
      return `${name} of ${days === 1 ? 'a day' : `${days} days`} ${SIDES[direction]} ${value}${filterText(condition)}`;
    case 'change':
      return `${name} of a day ${SIDES[direction]} what chance explains for its weekday${filterText(condition)}`;
    case 'pace':
      return `Spend of the month on the way to end ${percent} % ${SIDES[direction]} its budget`;
    case 'silence':
      return `${sender ?? 'A sender'} has sent nothing for ${hours === 1 ? 'an hour' : `${hours} hours`}`;
    case 'finding':
      return findings === undefined ? 'Any finding of data quality is a problem' : `A problem: ${findings.join(', ')}`;
    case 'connection':
      return 'A connection has to be connected again, or needs a person';
  }
}

/** What the rule promises about false alarms. */
export const promiseText = (perMonth: number | null): string | null =>
  perMonth === null ? null : `Chance alone raises it at most ${perMonth === 1 ? 'once' : `${perMonth} times`} a month.`;
