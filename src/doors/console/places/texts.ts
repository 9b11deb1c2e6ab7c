// The pages of invitations and hand-offs. Elements only, no requests.
import type { HandoffStatus } from '../../../account/handoffs/index.ts';
import type { InvitationStatus } from '../../../account/workspaces/index.ts';
import type { HandoffWords } from '../../../base/contract/handoff.ts';
import { Field, Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import { withContinue } from '../kit.ts';
import { newPassword } from '../people/texts.ts';
import type { TextPage } from '../texts.ts';

export interface InvitationState {
  workspace: string;
  role: string;
  isToProfile: boolean;
  /** The consumer app that invites, where one does. */
  app?: string | undefined;
  /** A mail brought the person here; without one, their address is proven by signing in. */
  isMailed: boolean;
  status: InvitationStatus;
  /** Where the page is, to come back to. */
  path: string;
  token: Html;
  isSignedIn: boolean;
  /** The text typed into the form before it was refused. */
  typed?: { email: string; name: string } | undefined;
  error?: string | undefined;
}

const ENDED = {
  accepted: 'This invitation was already accepted.',
  revoked: 'This invitation was revoked. Request another one.',
  expired: 'This invitation has expired. Request another one.',
} as const;

const APP_WORKS = 'it created the workspace and has access to it until an owner or admin ends that.';

export function invitationPage(state: InvitationState): TextPage {
  const { workspace, role, isToProfile, app, status, error } = state;
  const what = isToProfile ? 'a profile of the workspace ' : 'the workspace ';
  return {
    title: 'Invitation',
    content: [
      h('h1', {}, 'You are invited'),
      h('p', {}, ['To ', what, h('strong', {}, workspace), ', as ', h('strong', {}, role), '.']),
      ...(app === undefined ? [] : [h('p', {}, `The app "${app}" invites you: ${APP_WORKS}`)]),
      h('div', { class: 'panel' }, status === 'pending' ? choices(state) : h('p', {}, error ?? ENDED[status])),
    ],
  };
}

/** The page itself does not show the address: the link alone opens it. */
function choices({ path, token, isSignedIn, isMailed, typed, error }: InvitationState): Html {
  if (isSignedIn) return Form({ action: path, token, button: 'Accept the invitation', error, children: null });
  if (!isMailed) return unmailedChoices(path);
  return h('div', { class: 'stack' }, [
    h('p', {}, ['Do you have an account? ', h('a', { href: withContinue('/console/sign-in', path) }, 'Sign in'), ' with it.']),
    h('h2', {}, 'Or choose a password'),
    Form({
      action: path,
      token,
      button: 'Join',
      error,
      children: [
        Field({
          name: 'email',
          label: 'E-mail',
          type: 'email',
          autocomplete: 'username',
          value: typed?.email ?? '',
          hint: 'The address that the invitation was sent to.',
        }),
        Field({ name: 'name', label: 'Name', autocomplete: 'name', isOptional: true, value: typed?.name ?? '' }),
        newPassword('password', 'Password'),
      ],
    }),
  ]);
}

/** The account must be that of the address that the app named; a mail that the person requests proves it. */
const unmailedChoices = (path: string): Html =>
  h('div', { class: 'stack' }, [
    h('p', {}, ['Do you have an account? ', h('a', { href: withContinue('/console/sign-in', path) }, 'Sign in'), ' with it.']),
    h('p', {}, [
      'If not, ',
      h('a', { href: withContinue('/console/reset', path) }, 'request a link by mail'),
      ' to the address that the app has of you, and choose a password. It leads back here.',
    ]),
  ]);

export interface HandoffState {
  words: HandoffWords;
  status: HandoffStatus;
  path: string;
  /** The visitor's options. */
  may: 'decide' | 'look' | 'sign_in' | 'sign_in_anew';
  /** The person who decides. */
  role: string;
  /** Why it could not be carried out. */
  failure?: string | undefined;
  /** The fields of the form. */
  token: Html;
  error?: string | undefined;
}

const HOW_IT_STANDS: Readonly<Record<Exclude<HandoffStatus, 'awaiting_approval'>, string>> = {
  running: 'It was approved and is in progress.',
  completed: 'It was approved and carried out.',
  rejected: 'It was rejected. Nothing has changed.',
  expired: 'Nobody decided in time. Nothing has changed.',
  failed: 'It was approved but could not be carried out.',
};

export function handoffPage(state: HandoffState): TextPage {
  const { words, status, error } = state;
  const isOpen = status === 'awaiting_approval';
  return {
    title: words.title,
    content: [
      h('h1', {}, words.title),
      ...(isOpen ? [] : [decided(state, status)]),
      ...(isOpen ? [] : [h('h2', {}, 'What was requested')]),
      ...[...words.text, ...(isOpen ? (words.pending ?? []) : [])].map((paragraph) => h('p', {}, paragraph)),
      ...(words.tables ?? []).flatMap(({ title, rows }) => [
        h('h2', {}, title),
        h(
          'dl',
          { class: 'terms' },
          rows.flatMap(({ name, value }) => [h('dt', {}, name), h('dd', {}, value)]),
        ),
      ]),
      ...(isOpen ? [h('div', { class: 'panel' }, [faultOf(error), decisionOf(state)])] : []),
    ],
  };
}

const faultOf = (error: string | undefined): Html | null =>
  error === undefined ? null : h('p', { class: 'fault', role: 'alert' }, error);

/** What happened, above what was requested. */
function decided(state: HandoffState, status: Exclude<HandoffStatus, 'awaiting_approval'>): Html {
  const { words, error } = state;
  const { done = [] } = words;
  // The reason of a failure is that of its only part.
  const parts = status === 'completed' || status === 'running' || (status === 'failed' && done.length > 1) ? done : [];
  return h('div', { class: 'panel' }, [
    faultOf(error),
    h('p', { role: 'status' }, howItStands(state, status)),
    parts.length === 0
      ? null
      : h(
          'ul',
          {},
          parts.map((part) => h('li', {}, part)),
        ),
  ]);
}

function howItStands({ failure }: HandoffState, status: Exclude<HandoffStatus, 'awaiting_approval'>): string {
  return status === 'failed' && failure !== undefined ? `${HOW_IT_STANDS.failed} ${failure}` : HOW_IT_STANDS[status];
}

function decisionOf({ words, path, may, role, token }: HandoffState): Html {
  const who = role === 'owner' ? 'an owner' : 'an owner or admin';
  if (may === 'decide') return buttons(words, path, token);
  if (may === 'look') return h('p', {}, `Only ${who} of the workspace decides this.`);
  const why = may === 'sign_in' ? '' : 'The session that requested this cannot decide it. ';
  return h('div', { class: 'stack' }, [
    h('p', {}, `${why}To decide, sign in as ${who} of the workspace.`),
    Form({
      action: '/console/sign-in',
      token,
      next: path,
      button: 'Sign in',
      children: [
        Field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' }),
        Field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
      ],
    }),
  ]);
}

function buttons({ approve, reject }: HandoffWords, path: string, token: Html): Html {
  const isElsewhere = approve.href !== undefined;
  return h('div', { class: 'stack' }, [
    isElsewhere
      ? h('ul', { class: 'choices' }, h('li', {}, h('a', { href: approve.href, rel: 'noreferrer' }, approve.label)))
      : null,
    h('form', { class: 'form', method: 'post', action: path }, [
      token,
      h('div', { class: 'choices' }, [
        isElsewhere ? null : h('button', { class: 'primary', name: 'decision', value: 'approved' }, approve.label),
        h('button', { name: 'decision', value: 'rejected' }, reject),
      ]),
    ]),
  ]);
}

/** Nothing about the report: whose it was is no longer shown either. */
export const endedSnapshotPage = (): TextPage => ({
  title: 'This link has ended',
  content: [
    h('h1', {}, 'This link has ended'),
    h('p', {}, 'The report was shared for a limited time, or its link was revoked. Its figures are deleted.'),
    h('p', { class: 'soft' }, 'Ask the person who sent you the link for another one.'),
  ],
});
