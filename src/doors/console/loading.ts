// The first file on its way into a profile, before there is any figure: how far it is, in a bar and in words.
import type { Load } from '../../base/loads.ts';
import { type Html, h } from './design/html.ts';
import { Panel } from './design/panel.ts';
import { renderPage } from './design/shell.ts';
import { barFor, type Visitor } from './kit.ts';

const REFRESH_SECONDS = 2;

const WORDS: Readonly<Record<string, string>> = {
  start: 'Starting',
  read: 'Reading the file',
};

function Loading({ progress }: Load): Html {
  const { phase, done, total, note } = progress;
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  const percent = share === undefined ? '' : `: ${Math.floor(100 * share)} %`;
  const words = `${WORDS[phase] ?? 'Computing the figures'}${percent}${note === undefined ? '' : ` (${note})`}.`;
  return h(
    Panel,
    {
      id: 'loading',
      title: 'Loading data',
      lead: `The figures follow as soon as they are computed. This page reloads every ${REFRESH_SECONDS} seconds.`,
    },
    h('div', { class: 'stack' }, [
      h('progress', { class: 'load', 'aria-labelledby': 'loading', ...(share === undefined ? {} : { value: share, max: 1 }) }),
      h('p', { role: 'status' }, words),
    ]),
  );
}

export const loadingPage = (load: Load, visitor: Visitor): string =>
  renderPage({ title: 'Loading data', bar: barFor(visitor), refreshSeconds: REFRESH_SECONDS }, [
    h('h1', {}, 'Loading data'),
    h(Loading, load),
  ]);
