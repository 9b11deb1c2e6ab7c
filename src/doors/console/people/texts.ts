// The pages before an account is open: signing in and up, choosing a password. Elements only, no requests.
import { Field, Form } from '../design/form.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { withContinue } from '../kit.ts';
import { howToSignIn, type TextPage } from '../texts.ts';

export interface FormState {
  token: Html;
  /** Where the person was going. */
  next: string;
  email?: string;
  error?: string | undefined;
  /** True if people may sign up on their own. */
  maySignUp: boolean;
  /** The program that sent the person here, by its own name. */
  program?: string | undefined;
  /** The workspace whose provider may sign the person in. */
  provider?: { name: string; path: string } | undefined;
}

const panel = (...children: Children[]): Html => h('div', { class: 'panel' }, children);
const emailField = (value?: string, isReadOnly?: boolean): Html =>
  Field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    ...(value === undefined ? {} : { value }),
    ...(isReadOnly ? { isReadOnly } : {}),
  });
export const newPassword = (name: string, label: string): Html =>
  Field({
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 10 characters. A few words that only you would combine are easy to remember.',
  });

export const signInPage = ({ token, next, email, error, program, maySignUp, provider }: FormState): TextPage => ({
  title: 'Sign in',
  content: [
    h('h1', {}, 'Sign in'),
    program === undefined
      ? null
      : h('p', {}, [
          'A program that calls itself ',
          h('strong', {}, h('bdi', {}, program)),
          ' asks to act for you. What it may do you decide once you are signed in.',
        ]),
    provider === undefined
      ? null
      : panel(
          h('p', {}, [
            h('a', { href: withContinue(provider.path, next) }, ['Sign in with the account of ', h('bdi', {}, provider.name)]),
            ' (single sign-on)',
          ]),
        ),
    panel(
      Form({
        action: '/console/sign-in',
        token,
        next,
        button: 'Sign in',
        error,
        children: [
          emailField(email),
          Field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
        ],
      }),
      h('ul', { class: 'choices' }, [
        maySignUp ? h('li', {}, h('a', { href: withContinue('/console/sign-up', next) }, 'Sign up')) : null,
        h('li', {}, h('a', { href: withContinue('/console/sign-in/passkey', next) }, 'Use a passkey')),
        h('li', {}, h('a', { href: withContinue('/console/reset', next) }, 'Forgot your password?')),
      ]),
    ),
    howToSignIn(),
  ].filter((part) => part !== null),
});

interface PasskeyPage {
  token: Html;
  next: string;
  /** JSON of the options for the browser. */
  options: string;
  script: string;
  error?: string | undefined;
}

export const passkeyPage = ({ token, next, options, script, error }: PasskeyPage): TextPage => ({
  title: 'Passkey',
  content: [
    h('h1', {}, 'Sign in with a passkey'),
    panel(
      h('p', {}, 'Your phone, computer or security key signs you in, after your finger, face or PIN.'),
      h('div', { 'data-passkey': options }, [
        Form({
          action: '/console/sign-in/passkey',
          token,
          next,
          button: 'Use a passkey',
          error,
          children: h('input', { type: 'hidden', name: 'credential', value: '' }),
        }),
        h('p', { class: 'fault', role: 'status', 'data-fault': '' }, ''),
      ]),
      h('noscript', {}, h('p', { class: 'notice' }, 'This page needs JavaScript; the other ways to sign in do not.')),
    ),
    h('p', {}, h('a', { href: withContinue('/console/sign-in', next) }, 'Sign in with a password')),
    h('script', { src: script, type: 'module' }, ''),
  ],
});

interface CodePage {
  token: Html;
  next: string;
  /** What was shown so far, sealed. */
  pending: string;
  error?: string | undefined;
}

export const codePage = ({ token, next, pending, error }: CodePage): TextPage => ({
  title: 'Code of your phone',
  content: [
    h('h1', {}, 'One more step'),
    panel(
      Form({
        action: '/console/sign-in/code',
        token,
        next,
        button: 'Sign in',
        error,
        children: [
          h('input', { type: 'hidden', name: 'pending', value: pending }),
          Field({
            name: 'code',
            label: 'Code of your phone',
            autocomplete: 'one-time-code',
            hint: 'Six digits of the app for one-time codes. Without the phone, one of your recovery codes.',
          }),
        ],
      }),
    ),
    h('p', {}, [
      'Neither phone nor recovery codes? The operator of this installation can switch the codes off. ',
      h('a', { href: withContinue('/console/sign-in', next) }, 'Back to signing in'),
    ]),
  ],
});

export const signUpPage = ({ token, next, email, error }: FormState): TextPage => ({
  title: 'Sign up',
  content: [
    h('h1', {}, 'Sign up'),
    h('p', {}, 'We send a link to your address. There you choose your name and password.'),
    panel(
      Form({
        action: '/console/sign-up',
        token,
        next,
        button: 'Send the link',
        error,
        children: emailField(email),
      }),
      h('p', {}, ['Do you have an account? ', h('a', { href: withContinue('/console/sign-in', next) }, 'Sign in'), '.']),
    ),
  ],
});

export const signUpClosedPage = (): TextPage => ({
  title: 'Sign up',
  content: [
    h('h1', {}, 'Accounts are created by invitation'),
    h('p', {}, 'Ask an owner of the workspace to invite you. With the link in that mail you choose a password.'),
    h('p', {}, h('a', { href: '/console/sign-in' }, 'Back to signing in')),
  ],
});

export const resetPage = ({ token, next, email, error }: FormState): TextPage => ({
  title: 'New password',
  content: [
    h('h1', {}, 'Choose a new password'),
    h('p', {}, 'We send a link to your address. With it you choose a new password.'),
    panel(
      Form({ action: '/console/reset', token, next, button: 'Send the link', error, children: emailField(email) }),
      h('p', {}, h('a', { href: withContinue('/console/sign-in', next) }, 'Back to signing in')),
    ),
  ],
});

export const choosePasswordPage = (
  state: FormState & { email: string; kind: 'sign_up' | 'reset'; name?: string; path: string },
): TextPage => {
  const title = state.kind === 'sign_up' ? 'Finish signing up' : 'Choose a new password';
  return {
    title,
    content: [
      h('h1', {}, title),
      panel(
        Form({
          action: state.path,
          token: state.token,
          error: state.error,
          button: state.kind === 'sign_up' ? 'Sign up' : 'Set the password',
          children: [
            emailField(state.email, true),
            state.kind === 'sign_up'
              ? Field({ name: 'name', label: 'Name', autocomplete: 'name', isOptional: true, value: state.name ?? '' })
              : null,
            newPassword('password', 'Password'),
          ],
        }),
      ),
    ],
  };
};

const DEAD = {
  used: ['This link was used already', 'It works once. If that was not you, choose a new password.'],
  expired: ['This link is too old', 'Request a new one.'],
  unknown: ['This link is not valid', 'Part of it may be missing.'],
} as const;

export function deadMailLinkPage(why: keyof typeof DEAD, maySignUp: boolean): TextPage {
  const [title, text] = DEAD[why];
  const links: [string, string][] = [
    ['/console/sign-in', 'Sign in'],
    ...(maySignUp ? ([['/console/sign-up', 'Sign up']] satisfies [string, string][]) : []),
    ['/console/reset', 'Choose a new password'],
  ];
  return {
    title,
    content: [
      h('h1', {}, title),
      h('p', {}, text),
      h(
        'ul',
        { class: 'choices' },
        links.map(([href, words]) => h('li', {}, h('a', { href }, words))),
      ),
    ],
  };
}
