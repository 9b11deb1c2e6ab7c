// The pages around an account: signing in and up, choosing a password, and the account itself. Elements only, no requests.
import type { OwnAgent } from '../../../account/apps/index.ts';
import type { Answer } from '../../../base/contract/operation.ts';
import { newWorkspacePath, workspacePath } from '../../http/addresses.ts';
import { Field, Form } from '../design/form.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import { withContinue } from '../kit.ts';
import { howToSignIn, type TextPage } from '../texts.ts';

export interface FormState {
  token: Html;
  /** Where the person was going. */
  next: string;
  email?: string;
  error?: string | undefined;
  /** Whether people may sign up by themselves. */
  maySignUp: boolean;
  /** The program on whose behalf somebody was sent here, as it calls itself. */
  program?: string | undefined;
}

const panel = (...children: Children[]): Html => h('div', { class: 'panel' }, children);
const emailField = (value?: string, isReadOnly?: boolean): Html =>
  Field({
    ...{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' },
    ...(value === undefined ? {} : { value }),
    ...(isReadOnly ? { isReadOnly } : {}),
  });
export const newPassword = (name: string, label: string): Html =>
  Field({
    ...{ name, label, type: 'password', autocomplete: 'new-password' },
    hint: 'At least 10 characters. A few words that only you would combine are easy to remember.',
  });

export const signInPage = ({ token, next, email, error, program, maySignUp }: FormState): TextPage => ({
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
    panel(
      Form({
        ...{ action: '/console/sign-in', token, next, button: 'Sign in', error },
        children: [
          emailField(email),
          Field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
        ],
      }),
      h('ul', { class: 'choices' }, [
        maySignUp ? h('li', {}, h('a', { href: withContinue('/console/sign-up', next) }, 'Sign up')) : null,
        h('li', {}, h('a', { href: withContinue('/console/reset', next) }, 'Forgot your password?')),
      ]),
    ),
    howToSignIn(),
  ].filter((part) => part !== null),
});

export const signUpPage = ({ token, next, email, error }: FormState): TextPage => ({
  title: 'Sign up',
  content: [
    h('h1', {}, 'Sign up'),
    h('p', {}, 'We send a link to your address. There you choose your name and password.'),
    panel(
      Form({
        ...{ action: '/console/sign-up', token, next, button: 'Send the link', error },
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
      Form({ ...{ action: '/console/reset', token, next, button: 'Send the link', error }, children: emailField(email) }),
      h('p', {}, h('a', { href: withContinue('/console/sign-in', next) }, 'Back to signing in')),
    ),
  ],
});

/** The same for an address that has an account and for one that has none. */
export const mailSentPage = (hasMailServer: boolean): TextPage => ({
  title: 'Check your mail',
  content: [
    h('h1', {}, 'Check your mail'),
    h('p', {}, 'We have sent a link to this address. It works once; you can close this page.'),
    hasMailServer
      ? null
      : h(
          'p',
          { class: 'notice' },
          'This installation has no mail server: the mail is in its outbox folder, and the link in its log.',
        ),
  ].filter((part) => part !== null),
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
          ...{ action: state.path, token: state.token, error: state.error },
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

export interface AccountState {
  /** A fresh one for each form. */
  token: () => Html;
  me: Extract<Answer<'getMe'>['data'], { kind: 'person' }>;
  workspaces: Answer<'listWorkspaces'>['data'];
  agents: OwnAgent[];
  sessions: Answer<'listMySessions'>['data'];
  /** What was just done. */
  done?: string | undefined;
  error?: { about: 'name' | 'password'; text: string } | undefined;
}

export function accountPage({ token, me, workspaces, agents, sessions, done, error }: AccountState): TextPage {
  const errorAbout = (about: 'name' | 'password'): string | undefined => (error?.about === about ? error.text : undefined);
  return {
    title: 'Account',
    content: [
      h('h1', {}, 'Account'),
      done === undefined ? null : h('p', { class: 'notice', role: 'status' }, done),
      Panel({
        ...{ id: 'you', title: 'You', lead: me.email },
        children: Form({
          ...{ action: '/console/account/name', token: token(), button: 'Save', error: errorAbout('name') },
          children: Field({ name: 'name', label: 'Name', autocomplete: 'name', isOptional: true, value: me.name ?? '' }),
        }),
      }),
      Panel({
        ...{ id: 'password', title: me.has_password ? 'Change your password' : 'Set a password' },
        lead: 'You will be signed out on all other devices.',
        children: Form({
          ...{ action: '/console/account/password', token: token(), error: errorAbout('password') },
          button: me.has_password ? 'Change' : 'Set',
          children: [
            h('input', { type: 'hidden', name: 'username', autocomplete: 'username', value: me.email }),
            me.has_password
              ? Field({
                  ...{ name: 'current_password', label: 'Current password', type: 'password' },
                  autocomplete: 'current-password',
                })
              : null,
            newPassword('new_password', 'New password'),
          ],
        }),
      }),
      workspacesPanel(workspaces),
      agentsPanel(agents, token),
      Panel({
        ...{ id: 'sessions', title: 'Where you are signed in' },
        children: h(
          'ul',
          { class: 'rows' },
          sessions.map((session) => sessionRow(session, token())),
        ),
      }),
    ].filter((part) => part !== null),
  };
}

const workspacesPanel = (workspaces: AccountState['workspaces']): Html =>
  Panel({
    ...{ id: 'workspaces', title: 'Your workspaces' },
    children: [
      workspaces.length === 0
        ? h('p', {}, 'You belong to none.')
        : h(
            'ul',
            { class: 'rows' },
            workspaces.map(({ workspace_id, name, role }) =>
              h('li', {}, [h('a', { href: workspacePath(workspace_id) }, name), h('span', { class: 'soft' }, role)]),
            ),
          ),
      h('p', {}, h('a', { href: newWorkspacePath }, 'Create a workspace')),
    ],
  });

const agentsPanel = (agents: AccountState['agents'], token: AccountState['token']): Html =>
  Panel({
    ...{ id: 'agents', title: 'Programs that act for you' },
    lead: 'You authorized them. They have access to all your workspaces, within your own roles.',
    children:
      agents.length === 0
        ? h('p', {}, 'There are none.')
        : h(
            'ul',
            { class: 'rows' },
            agents.map((agent) => agentRow(agent, token())),
          ),
  });

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

function agentRow({ grantId, name, scopes, createdAt, lastUsedAt }: OwnAgent, token: Html): Html {
  const used = lastUsedAt === null ? '' : `, last used ${dayOf(lastUsedAt)}`;
  return h('li', {}, [
    h('div', {}, [
      h('p', {}, h('bdi', {}, name)),
      h('p', { class: 'soft small' }, `Since ${dayOf(createdAt)}${used}: ${scopes.join(', ')}`),
    ]),
    h('form', { method: 'post', action: '/console/account/agents' }, [
      token,
      h('input', { type: 'hidden', name: 'id', value: grantId }),
      h('button', { 'aria-label': `End: ${name}` }, 'End'),
    ]),
  ]);
}

function sessionRow(session: AccountState['sessions'][number], token: Html): Html {
  const since = `Since ${session.created_at.slice(0, 10)}`;
  const seen = session.last_seen_at === null ? '' : `, last used ${session.last_seen_at.slice(0, 10)}`;
  const name = session.client ?? 'Unknown program';
  return h('li', {}, [
    h('div', {}, [
      h('p', {}, session.is_current ? [name, ' ', h('strong', {}, '(this one)')] : name),
      h('p', { class: 'soft small' }, `${since}${seen}`),
    ]),
    h('form', { method: 'post', action: `/console/account/sessions/${session.id}` }, [
      token,
      h('button', { 'aria-label': `Sign out: ${name}, ${since.toLowerCase()}` }, 'Sign out'),
    ]),
  ]);
}
