// What is still to be done before figures mean something, with the next step named.

import type { Answer } from '../../../base/contract/operation.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';

type Readiness = Answer<'getProfileReadiness'>['data'];

export function Checklist({ readiness }: { readiness: Readiness }): Html {
  const { summary, steps } = readiness;
  return h(
    Panel,
    { id: 'checklist', title: 'Setting up', lead: `${summary.done} of ${summary.total} steps are done.` },
    h(
      'ol',
      { class: 'steps' },
      steps.map(({ title, done, next }) =>
        h('li', {}, [
          h('span', { class: done ? 'done' : 'open' }, done ? '✓ Done' : '○ Open'),
          h('div', {}, [h('h3', {}, title), next === '' ? null : h('p', { class: 'soft' }, withCode(next))]),
        ]),
      ),
    ),
  );
}

/** What stands between backticks is something to type. */
const withCode = (text: string): (string | Html)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part));
