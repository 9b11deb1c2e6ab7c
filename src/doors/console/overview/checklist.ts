// What is still to be done before figures mean something, each step on the page where it is done.
import type { Answer } from '../../../base/contract/operation.ts';
import { setupPath } from '../../http/addresses.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';

type Readiness = Answer<'getProfileReadiness'>['data'];

export function Checklist({ readiness, profileId }: { readiness: Readiness; profileId: string }): Html {
  const { summary, steps } = readiness;
  const path = setupPath(profileId);
  return h(Panel, { id: 'checklist', title: 'Setting up', lead: `${summary.done} of ${summary.total} steps are done.` }, [
    h(
      'ol',
      { class: 'steps' },
      steps.map(({ name, title, done }) =>
        h('li', {}, [
          h('span', { class: done ? 'done' : 'open' }, done ? '✓ Done' : '○ Open'),
          done ? h('span', {}, title) : h('a', { href: `${path}#${name}` }, title),
        ]),
      ),
    ),
    h('ul', { class: 'choices' }, h('li', {}, h('a', { href: path }, summary.done === 0 ? 'Begin' : 'Continue setup'))),
  ]);
}
