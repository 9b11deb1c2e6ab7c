// The console's pages of text: how to sign in, links that no longer do, nothing to see, and what went wrong.

import type { ApiError } from '../../base/contract/api-error.ts';
import { errorCatalogue } from '../../base/contract/error-catalogue.ts';
import { newWorkspacePath } from '../http/addresses.ts';
import { Form } from './design/form.ts';
import { type Html, h } from './design/html.ts';

export interface TextPage {
  title: string;
  content: Html[];
}

export const howToSignIn = (): Html =>
  h('div', { class: 'panel' }, [
    h('p', {}, 'A link signs you in. The operator of this installation creates one on its machine:'),
    h('p', {}, h('code', {}, './bin/tributary open')),
    h('p', { class: 'soft' }, 'The link works once, for 15 minutes. The demo prints one when it starts.'),
  ]);

/** The page of a one-time link: only its button signs in. */
export const signInLinkPage = ({ token, path, email }: { token: Html; path: string; email: string }): TextPage => ({
  title: 'Sign in',
  content: [
    h('h1', {}, 'Sign in'),
    h('div', { class: 'panel' }, [
      h('p', {}, ['This link signs you in as ', h('strong', {}, email), '.']),
      Form({ action: path, token, button: 'Sign in', children: [] }),
    ]),
  ],
});

const LINKS = {
  used: ['This link was used already', 'It works once. If that was not you, inform the operator of this installation.'],
  expired: ['This link is too old', 'It worked for 15 minutes.'],
  unknown: ['This link is not valid', 'Part of it may be missing.'],
} as const;

export function deadLinkPage(why: keyof typeof LINKS): TextPage {
  const [title, text] = LINKS[why];
  return { title, content: [h('h1', {}, title), h('p', {}, `${text} You can create a new one.`), howToSignIn()] };
}

/** `mcpUrl` for who signed up in the browser and has no way to the machine. */
export const noProfilePage = (mcpUrl: string): TextPage => ({
  title: 'No profile',
  content: [
    h('h1', {}, 'There is no profile yet'),
    h('p', {}, [
      'You cannot open a profile here. If you were invited to one, open the link in that mail. Otherwise ask an owner of your workspace for a ',
      'role on one, or create your own:',
    ]),
    h('ul', { class: 'choices' }, h('li', {}, h('a', { href: newWorkspacePath }, 'Create a workspace and a profile'))),
    h('p', {}, ['An agent can create a workspace and a profile for you: connect it to ', h('code', {}, mcpUrl), '.']),
  ],
});

export function errorPage(error: ApiError, requestId: string): TextPage {
  const { title, remedy } = errorCatalogue[error.code];
  return {
    title,
    content: [
      h('h1', {}, title),
      h('p', {}, error.message),
      h('p', { class: 'soft' }, remedy),
      h('p', {}, h('a', { href: '/console/' }, 'Back to the overview')),
      h('p', { class: 'soft small' }, `Request ${requestId}`),
    ],
  };
}

/** The build of the workbench failed; `bin/run` said why. */
export const workbenchMissingPage = (): TextPage => ({
  title: 'The console is not built',
  content: [
    h('h1', {}, 'The console is not built'),
    h('p', {}, [
      'The command that started this service printed why. ',
      h('code', {}, 'bin/run node bin/console.ts'),
      ' builds it again; then restart the service.',
    ]),
  ],
});
