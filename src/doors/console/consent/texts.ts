// The page that asks a person whether a program may act for them. What the program says about itself is shown as text, and beside it
// the one thing that cannot be made up: the host it will be answered at. Elements only, no requests.
import { OAUTH_PATHS } from '../../../account/apps/index.ts';
import { Checkbox } from '../design/checkbox.ts';
import { type Html, h } from '../design/html.ts';
import type { TextPage } from '../texts.ts';
import { SCOPE_GROUPS, SCOPE_WORDS, type ScopeGroup } from './scope-words.ts';

export interface ConsentState {
  token: Html;
  /** The authorization request as it came, to be checked again with the decision. */
  query: string;
  client: string;
  host: string;
  /** Runs on the person's own machine. */
  isLocal: boolean;
  scopes: { name: string; isTicked: boolean }[];
  /** Beside the scope that changes ads: which of them are made at once. */
  adChanges?: Html;
  /** The signed-in person. */
  email: string;
  error?: string;
}

export const consentPage = ({
  token,
  query,
  client,
  host,
  isLocal,
  scopes,
  adChanges,
  email,
  error,
}: ConsentState): TextPage => ({
  title: 'Allow access',
  content: [
    h('h1', {}, 'Allow access?'),
    h('form', { class: 'panel form', method: 'post', action: OAUTH_PATHS.consent }, [
      token,
      h('input', { type: 'hidden', name: 'request', value: query }),
      error === undefined ? null : h('p', { class: 'fault', role: 'alert' }, error),
      h('p', {}, ['A program that calls itself ', h('strong', {}, h('bdi', {}, client)), ' wants to act for you in Tributary.']),
      h('dl', { class: 'terms' }, [
        h('dt', {}, 'The response goes to'),
        h('dd', {}, [h('code', {}, host), isLocal ? ' (a program on this computer)' : '']),
        h('dt', {}, 'You are'),
        h('dd', {}, email),
      ]),
      h('p', {}, 'Tick what it may do. You can allow more later.'),
      SCOPE_GROUPS.map((group) => groupOf(group, scopes, adChanges)),
      h(
        'p',
        { class: 'soft small' },
        'It has access to all your workspaces, including future ones, within your own roles. You can end this at any time on your account page, and so can an admin of your workspace.',
      ),
      h('div', { class: 'choices' }, [
        h('button', { class: 'primary', name: 'decision', value: 'approve' }, 'Approve'),
        h('button', { name: 'decision', value: 'deny' }, 'Deny'),
      ]),
    ]),
    h('p', { class: 'soft' }, 'You did not start this? Press Deny. Nobody gets access unless you approve.'),
  ],
});

function groupOf({ legend, has }: ScopeGroup, scopes: ConsentState['scopes'], adChanges: Html | undefined): Html | null {
  const inGroup = scopes.filter(({ name }) => has(name));
  if (inGroup.length === 0) return null;
  return h('fieldset', { class: 'ticks' }, [
    h('legend', {}, legend),
    inGroup.map(({ name, isTicked }) => [
      Checkbox({ name: fieldOf(name), label: SCOPE_WORDS[name] ?? name, note: name, isTicked }),
      name === 'campaigns:apply' ? (adChanges ?? null) : null,
    ]),
  ]);
}

/** One field for each scope: each may be ticked or not. */
export const fieldOf = (scope: string): string => `scope:${scope}`;

/** The person was sent here by a client to which they cannot be sent back. */
export const untrustedPage = (why: string): TextPage => ({
  title: 'This request is not valid',
  content: [
    h('h1', {}, 'This request is not valid'),
    h('p', {}, why),
    h('p', { class: 'soft' }, 'Nothing was allowed. Go back to the program that you came from and connect it again.'),
  ],
});

/** The request is not valid, and its client is not known to the person: they continue by a click of their own, and see where to. */
export const refusedPage = ({
  why,
  client,
  host,
  location,
}: Record<'why' | 'client' | 'host' | 'location', string>): TextPage => ({
  title: 'This request is not valid',
  content: [
    h('h1', {}, 'This request is not valid'),
    h('p', {}, [
      'A program that calls itself ',
      h('strong', {}, h('bdi', {}, client)),
      ' sent you here with a request that is not valid: ',
      why,
    ]),
    h('p', {}, ['You have not used it with Tributary before. The response goes to ', h('code', {}, host), '.']),
    h('p', {}, h('a', { href: location, rel: 'noreferrer' }, ['Go back to ', h('bdi', {}, host)])),
    h('p', { class: 'soft' }, 'Nothing was allowed. If you do not know the program, close this page.'),
  ],
});
