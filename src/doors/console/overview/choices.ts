// Which profile and which days: links and forms that work without a script.

import type { Answer } from '../../../base/contract/operation.ts';
import { type Html, h } from '../design/html.ts';
import { CHOICES, type Period } from '../period.ts';

type Profile = Answer<'listProfiles'>['data'][number];

export function ProfileChoice({ profiles, current }: { profiles: readonly Profile[]; current: string }): Html | null {
  if (profiles.length < 2) return null;
  const options = profiles.map(({ profile_id, name }) =>
    h('option', { value: profile_id, selected: profile_id === current }, name),
  );
  return h('form', { class: 'fields', method: 'get', action: '/console/' }, [
    h('label', {}, ['Profile', h('select', { name: 'profile' }, options)]),
    h('button', {}, 'Show'),
  ]);
}

/** `today` is the profile's; the form begins with the days that are shown. */
export function PeriodChoice({
  period,
  path,
}: {
  period: Pick<Period, 'choice' | 'from' | 'to'> | undefined;
  path: string;
}): Html {
  const link = (query: string, choice: Period['choice'], text: string): Html =>
    h(
      'li',
      {},
      h('a', { href: `${path}?days=${query}`, ...(period?.choice === choice ? { 'aria-current': 'true' } : {}) }, text),
    );
  return h('nav', { 'aria-label': 'Period', class: 'stack' }, [
    h('ul', { class: 'choices' }, [
      link('today', 'today', 'Today'),
      ...CHOICES.map((choice) => link(String(choice), choice, `${choice} days`)),
    ]),
    h('details', { class: 'choice', open: period === undefined || period.choice === 'custom' }, [
      h('summary', {}, 'Other days'),
      h('form', { class: 'fields', method: 'get', action: path }, [
        h('label', {}, ['First day', h('input', { type: 'date', name: 'from', value: period?.from, required: true })]),
        h('label', {}, ['Last day', h('input', { type: 'date', name: 'to', value: period?.to, required: true })]),
        h('button', {}, 'Show'),
      ]),
    ]),
  ]);
}
