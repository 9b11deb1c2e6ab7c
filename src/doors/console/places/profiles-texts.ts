// The parts of a workspace's page about its profiles: the profiles themselves, who is invited to one, and the API keys. Elements
// only, no requests.

import type { Answer } from '../../../base/contract/operation.ts';
import { PROFILE_ROLES } from '../../../base/contract/scopes.ts';
import { profilePath } from '../../http/addresses.ts';
import { Checkbox } from '../design/checkbox.ts';
import { Field, Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import { Select } from '../design/select.ts';
import type { WorkspaceState } from './workspace-texts.ts';

export type Profile = Answer<'listProfiles'>['data'][number];
export type ApiKey = Answer<'listApiKeys'>['data'][number];

const ROLE_HINT =
  'A viewer sees figures. An analyst also sees customers and exports. A manager also changes goals, keys of the tracker and settings.';

const namesOf = (profiles: readonly Profile[]): [string, string][] =>
  profiles.map(({ profile_id, name }): [string, string] => [profile_id, name]);

/** For who may make one, with the form; for others the list. */
export function profilesPanel(state: WorkspaceState): Html {
  const { profiles, path, token, workspace } = state;
  return Panel({
    ...{ id: 'profiles', title: 'Profiles' },
    lead: 'One for each shop or site: its own tracker, figures, currency and time zone.',
    children: [
      profiles.length === 0
        ? h('p', {}, 'There is none that you can open.')
        : h(
            'ul',
            { class: 'rows' },
            profiles.map(({ profile_id, name, currency, timezone }) =>
              h('li', {}, [
                h('a', { href: profilePath(profile_id) }, name),
                h('span', { class: 'soft small' }, `${currency}, ${timezone}`),
              ]),
            ),
          ),
      state.reached
        ? h('details', { class: 'choice', open: profiles.length === 0 }, [
            h('summary', {}, 'Create another profile'),
            Form({
              ...{ action: `${path}/profile`, token: token(), button: 'Create the profile' },
              children: profileFields({ currency: workspace.reporting_currency, timezone: workspace.timezone }),
            }),
          ])
        : null,
    ],
  });
}

export const profileFields = ({ currency, timezone }: { currency: string; timezone: string }): Html[] => [
  Field({ name: 'profile', id: 'profile-name', label: 'Name of the shop or site', autocomplete: 'off' }),
  Field({
    name: 'currency',
    label: 'Currency',
    hint: 'ISO 4217, e.g. EUR. The currency of its figures.',
    autocomplete: 'off',
    value: currency,
  }),
  Field({
    ...{ name: 'timezone', label: 'Time zone', hint: 'IANA, e.g. Europe/Berlin. Figures use days in this zone.' },
    ...{ autocomplete: 'off', value: timezone },
  }),
];

/** Whoever accepts lands on the profile's overview. */
export const profileInvitationForm = ({ path, token, profiles }: WorkspaceState): Html =>
  Form({
    ...{ action: `${path}/invite-to-profile`, token: token(), button: 'Send the invitation' },
    children: [
      Field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' }),
      Select({ name: 'profile', label: 'Profile', options: namesOf(profiles), value: profiles[0]?.profile_id ?? '' }),
      Select({
        ...{ name: 'role', label: 'Role', hint: ROLE_HINT, value: 'viewer' },
        options: PROFILE_ROLES.map((role) => [role, role]),
      }),
      Checkbox({ name: 'pii', label: 'May see names and addresses of customers, if the role allows it', isTicked: false }),
    ],
  });

/** What a key is for, in words; the scopes of each are the page's. */
export const KEY_USES = [
  ['send', 'Send events, payments and spend'],
  ['read', 'Read figures, without customers'],
  ['all', 'Everything but messages to people'],
] as const;
export type KeyUse = (typeof KEY_USES)[number][0];

export function keysPanel(state: WorkspaceState, keys: readonly ApiKey[]): Html {
  const { path, token, profiles, made } = state;
  const nameOf = new Map(namesOf(profiles));
  return Panel({
    ...{ id: 'keys', title: 'API keys' },
    lead: 'For servers and scripts. A key belongs to one profile, is shown once, and works until it is revoked.',
    children: [
      made === undefined
        ? null
        : h('div', { class: 'stack', role: 'status' }, [
            h('p', {}, [h('strong', {}, made.name), ': keep this key now. It is not shown again.']),
            h('pre', { class: 'snippet' }, h('code', {}, made.secret)),
          ]),
      keys.length === 0
        ? h('p', {}, 'There is none.')
        : h(
            'ul',
            { class: 'rows' },
            keys.map((key) => keyRow(state, key, nameOf.get(key.profile_id) ?? '')),
          ),
      profiles.length === 0
        ? null
        : h('details', { class: 'choice' }, [
            h('summary', {}, 'Create a key'),
            Form({
              ...{ action: `${path}/key`, token: token(), button: 'Create the key' },
              children: [
                Field({ name: 'name', id: 'key-name', label: 'Purpose', autocomplete: 'off' }),
                Select({
                  name: 'key_profile',
                  label: 'Profile',
                  options: namesOf(profiles),
                  value: profiles[0]?.profile_id ?? '',
                }),
                Select({ name: 'use', label: 'It may', options: KEY_USES, value: 'send' }),
              ],
            }),
          ]),
    ],
  });
}

const keyRow = ({ path, token }: WorkspaceState, key: ApiKey, profile: string): Html =>
  h('li', {}, [
    h('div', {}, [
      h('p', {}, h('bdi', {}, key.name)),
      h('p', { class: 'soft small' }, `${profile}, since ${key.created_at.slice(0, 10)}: ${key.scopes.join(', ')}`),
    ]),
    h('form', { method: 'post', action: `${path}/revoke-key` }, [
      token(),
      h('input', { type: 'hidden', name: 'id', value: key.id }),
      h('button', { 'aria-label': `Revoke: ${key.name}` }, 'Revoke'),
    ]),
  ]);
