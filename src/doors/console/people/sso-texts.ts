// The pages of signing in at the provider of a workspace. Elements only, no requests.
import { Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import type { TextPage } from '../texts.ts';

interface SsoPage {
  token: Html;
  path: string;
  /** Where the person was going. */
  next: string;
  workspace: string;
  /** The host of the provider. */
  host: string;
  error: string | undefined;
  /** For its break-glass owner, where nobody gets in without the provider; undefined where passwords open it too. */
  breakGlass: string | undefined;
}

const named = (workspace: string): Html => h('strong', {}, h('bdi', {}, workspace));

export const ssoPage = ({ token, path, next, workspace, host, error, breakGlass }: SsoPage): TextPage => ({
  title: 'Single sign-on',
  content: [
    h('h1', {}, 'Sign in with your account at work'),
    h('div', { class: 'panel' }, [
      h('p', {}, [
        'The workspace ',
        named(workspace),
        ' signs its members in through ',
        h('strong', {}, host),
        '. The session reaches this workspace alone.',
      ]),
      Form({ action: path, token, next, error, button: `Continue to ${host}`, children: [] }),
    ]),
    breakGlass === undefined
      ? h('p', {}, h('a', { href: '/console/sign-in' }, 'Sign in with a password'))
      : h('p', {}, [
          'The workspace is open to no other sign-in. If the provider fails, ',
          h('a', { href: breakGlass }, 'its break-glass owner gets in here'),
          '.',
        ]),
  ],
});

export const breakGlassPage = ({
  token,
  path,
  workspace,
  hours,
}: Pick<SsoPage, 'token' | 'path' | 'workspace'> & { hours: number }): TextPage => ({
  title: 'Without the provider',
  content: [
    h('h1', {}, 'Open the workspace without its provider'),
    h('div', { class: 'panel' }, [
      h('p', {}, [
        'You are the owner who may open the workspace ',
        named(workspace),
        ` while its single sign-on fails. It is open to this session for ${hours} hours. All owners get a mail, and the log of the workspace has an entry.`,
      ]),
      Form({ action: path, token, button: `Open it for ${hours} hours`, children: [] }),
    ]),
  ],
});

/** @param again The page to begin again at; undefined where nobody knows which it was. */
export const ssoRefusedPage = ({ message, again }: { message: string; again: string | undefined }): TextPage => ({
  title: 'Not signed in',
  content: [
    h('h1', {}, 'You are not signed in'),
    h('p', { class: 'fault', role: 'alert' }, message),
    h('ul', { class: 'choices' }, [
      again === undefined ? null : h('li', {}, h('a', { href: again }, 'Try again')),
      h('li', {}, h('a', { href: '/console/sign-in' }, 'Sign in')),
    ]),
  ],
});

export const linkSentPage = ({ email, signIn }: { email: string; signIn: string }): TextPage => ({
  title: 'Is this your account?',
  content: [
    h('h1', {}, 'This address has an account'),
    h('p', { role: 'status' }, [
      'We send a link to ',
      h('strong', {}, h('bdi', {}, email)),
      '. Open it to let the provider sign you in to this workspace. A provider alone cannot take over an account.',
    ]),
    h('p', {}, ['Or ', h('a', { href: signIn }, 'sign in as before'), ', and you come back here.']),
  ],
});

export const ssoLinkPage = ({
  token,
  path,
  workspace,
  host,
}: Pick<SsoPage, 'token' | 'path' | 'workspace' | 'host'>): TextPage => ({
  title: 'Link your account',
  content: [
    h('h1', {}, 'Link your account'),
    h('div', { class: 'panel' }, [
      h('p', {}, [
        'From now on ',
        h('strong', {}, host),
        ' can sign you in to the workspace ',
        named(workspace),
        ', and to nothing else of your account.',
      ]),
      Form({ action: path, token, button: 'Link it', children: [] }),
    ]),
    h('p', {}, 'If you did not sign in there just now, close this page: nothing has happened.'),
  ],
});

export const linkedPage = ({ path }: { path: string }): TextPage => ({
  title: 'Your account is linked',
  content: [h('h1', {}, 'Your account is linked'), h('p', {}, h('a', { href: path }, 'Sign in through the provider'))],
});

const DEAD = {
  used: ['This link was used already', 'Your account is linked. Sign in through the provider.'],
  expired: ['This link is too old', 'Sign in through the provider again; it sends a new one.'],
  unknown: ['This link is not valid', 'Part of it may be missing.'],
} as const;

export function deadSsoLinkPage(why: keyof typeof DEAD): TextPage {
  const [title, text] = DEAD[why];
  return {
    title,
    content: [h('h1', {}, title), h('p', {}, text), h('p', {}, h('a', { href: '/console/sign-in' }, 'Sign in'))],
  };
}
