// The frame of every page: title, style, the bar at the top, the way to the content. No script is ever part of it.

import { renderToString } from 'preact-render-to-string';
import { type Children, type Html, h } from './html.ts';
import { iconPath, styleSheetPath } from './style-sheet.ts';

interface Frame {
  title: string;
  /** For pages of text. */
  isNarrow?: boolean;
  /** The content at the end of the bar. */
  bar?: Html | undefined;
  /** The page is loaded again after so long: what it shows is on its way. */
  refreshSeconds?: number | undefined;
}

export function renderPage(frame: Frame, content: Children): string {
  return `<!doctype html>\n${renderToString(shell(frame, content))}\n`;
}

function shell({ title, isNarrow = false, bar, refreshSeconds }: Frame, content: Children): Html {
  return h('html', { lang: 'en' }, [
    h('head', {}, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      refreshSeconds === undefined ? null : h('meta', { 'http-equiv': 'refresh', content: String(refreshSeconds) }),
      h('title', {}, `${title} · Tributary`),
      h('link', { rel: 'stylesheet', href: styleSheetPath }),
      h('link', { rel: 'icon', href: iconPath, type: 'image/svg+xml' }),
    ]),
    h('body', {}, [
      h('a', { class: 'skip', href: '#content' }, 'Skip to the content'),
      h('header', { class: 'bar' }, h('div', {}, [h('a', { class: 'brand', href: '/console/' }, 'Tributary'), bar])),
      h('main', { id: 'content', class: isNarrow ? 'page narrow' : 'page' }, content),
    ]),
  ]);
}
