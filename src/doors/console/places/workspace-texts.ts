// The page of a workspace in words: its people first, then what else reaches it. Elements only, no requests.

import { mayChangeMember } from '../../../account/workspaces/index.ts';
import type { Answer } from '../../../base/contract/operation.ts';
import { WORKSPACE_ROLES } from '../../../base/contract/scopes.ts';
import { Field, Form } from '../design/form.ts';
import { type Children, type Html, h } from '../design/html.ts';
import { Panel } from '../design/panel.ts';
import { Select } from '../design/select.ts';
import type { TextPage } from '../texts.ts';
import { type ApiKey, keysPanel, type Profile, profileInvitationForm, profilesPanel } from './profiles-texts.ts';

type Invitations = Answer<'listWorkspaceInvitations'>;
/** To the workspace itself, or to one profile of it. */
export type OpenInvitation = (Invitations['data'][number] | Answer<'listProfileInvitations'>['data'][number]) & {
  profile?: { id: string; name: string };
};
type Member = Invitations['meta']['members'][number];

export interface WorkspaceState {
  workspace: Answer<'listWorkspaces'>['data'][number];
  path: string;
  /** Whether plans apply in this installation. */
  hasPlans: boolean;
  /** The person who looks. */
  ownId: string;
  agents: Answer<'getMcpSettings'>['data'];
  /** Those of the workspace that the person can open, oldest first. */
  profiles: readonly Profile[];
  /** For admins and owners. */
  reached?:
    | { members: Member[]; invitations: OpenInvitation[]; apps: Answer<'listConnectedApps'>['data']; keys: readonly ApiKey[] }
    | undefined;
  /** A key that was just made. */
  made?: { name: string; secret: string } | undefined;
  /** A fresh one for each form. */
  token: () => Html;
  done?: string | undefined;
  error?: string | undefined;
}

const ROLE_HINT =
  'A member sees the profiles they have a role on. An admin manages profiles, people, keys and settings. An owner also manages payment and can archive it.';

export function workspacePage(state: WorkspaceState): TextPage {
  const { workspace, done, error, reached } = state;
  return {
    title: workspace.name,
    content: [
      h('div', { class: 'stack' }, [
        h('h1', {}, workspace.name),
        h('p', { class: 'soft' }, [
          'You are ',
          h('strong', {}, workspace.role),
          ' of this workspace.',
          state.hasPlans ? ` Its plan is ${workspace.plan}.` : '',
        ]),
      ]),
      done === undefined ? null : h('p', { class: 'notice', role: 'status' }, done),
      error === undefined ? null : h('p', { class: 'fault', role: 'alert' }, error),
      ...(reached ? parts(state, reached) : [profilesPanel(state), agentsPanel(state), leavePanel(state)]),
    ].filter((part) => part !== null),
  };
}

function parts(state: WorkspaceState, { members, invitations, apps, keys }: NonNullable<WorkspaceState['reached']>): Html[] {
  return [
    profilesPanel(state),
    Panel({
      ...{ id: 'people', title: 'People' },
      children: h(
        'ul',
        { class: 'rows' },
        members.map((member) => memberRow(state, member)),
      ),
    }),
    invitationsPanel(state, invitations),
    keysPanel(state, keys),
    Panel({
      ...{ id: 'apps', title: 'Programs and apps' },
      lead: 'Programs with access to this workspace. A program that acts for a member also has access to that member’s other workspaces; ending its access here ends it everywhere.',
      children:
        apps.length === 0
          ? h('p', {}, 'There are none.')
          : h(
              'ul',
              { class: 'rows' },
              apps.map((app) => appRow(state, app)),
            ),
    }),
    agentsPanel(state),
  ];
}

const dayOf = (instant: string): string => instant.slice(0, 10);
const row = (lines: Children, actions: Children): Html =>
  h('li', {}, [h('div', {}, lines), h('div', { class: 'choices' }, actions)]);

const placeOf = ({ role, profile }: OpenInvitation): string => (profile ? `${role} of ${profile.name}` : role);

function button({ path, token }: WorkspaceState, act: string, id: string, words: string, about: string, profile?: string): Html {
  return h('form', { method: 'post', action: `${path}/${act}` }, [
    token(),
    profile === undefined ? null : h('input', { type: 'hidden', name: 'profile', value: profile }),
    h('input', { type: 'hidden', name: 'id', value: id }),
    h('button', { 'aria-label': `${words}: ${about}` }, words),
  ]);
}

function memberRow(state: WorkspaceState, member: Member): Html {
  const isOwn = member.user_id === state.ownId;
  const name = member.name ?? member.email;
  const held = state.workspace.role;
  const roles = WORKSPACE_ROLES.filter((role) => role === member.role || mayChangeMember(held, member.role, role));
  return row(
    [
      h('p', {}, isOwn ? [name, ' ', h('strong', {}, '(you)')] : name),
      h(
        'p',
        { class: 'soft small' },
        `${member.name === null ? '' : `${member.email}, `}${member.role} since ${dayOf(member.created_at)}`,
      ),
    ],
    [
      roles.length > 1
        ? h('form', { class: 'fields', method: 'post', action: `${state.path}/role` }, [
            state.token(),
            h('input', { type: 'hidden', name: 'id', value: member.user_id }),
            h(
              'select',
              { name: 'role', 'aria-label': `Role of ${name}` },
              roles.map((role) => h('option', { value: role, selected: role === member.role }, role)),
            ),
            h('button', { 'aria-label': `Save the role of ${name}` }, 'Save'),
          ])
        : null,
      isOwn || mayChangeMember(held, member.role, null)
        ? button(state, 'remove', member.user_id, isOwn ? 'Leave' : 'Remove', name)
        : null,
    ],
  );
}

function invitationsPanel(state: WorkspaceState, invitations: readonly OpenInvitation[]): Html {
  const { path, token, workspace } = state;
  const offered = WORKSPACE_ROLES.filter((role) => role !== 'owner' || workspace.role === 'owner');
  return Panel({
    ...{ id: 'invite', title: 'Invite somebody' },
    lead: 'A mail with a link goes to the address. The link works once, for seven days.',
    children: [
      state.profiles.length === 0 ? null : profileInvitationForm(state),
      h('details', { class: 'choice', open: state.profiles.length === 0 }, [
        h('summary', {}, 'Invite to the whole workspace'),
        Form({
          ...{ action: `${path}/invite`, token: token(), button: 'Invite to the workspace' },
          children: [
            Field({ name: 'email', id: 'workspace-email', label: 'E-mail', type: 'email', autocomplete: 'off' }),
            Select({
              ...{ name: 'role', id: 'workspace-role', label: 'Role', hint: ROLE_HINT, value: 'admin' },
              options: offered.map((role) => [role, role]),
            }),
          ],
        }),
      ]),
      invitations.length === 0
        ? null
        : h('div', { class: 'stack' }, [
            h('h3', {}, 'Open invitations'),
            h(
              'ul',
              { class: 'rows' },
              invitations.map((invitation) =>
                row(
                  [
                    h('p', {}, invitation.email),
                    h('p', { class: 'soft small' }, `${placeOf(invitation)}, until ${dayOf(invitation.expires_at)}`),
                  ],
                  button(state, 'withdraw', invitation.id, 'Withdraw', invitation.email, invitation.profile?.id),
                ),
              ),
            ),
          ]),
    ],
  });
}

function appRow(state: WorkspaceState, app: Answer<'listConnectedApps'>['data'][number]): Html {
  const whose = app.person === null ? 'consumer app' : `for ${app.person.name ?? app.person.email}`;
  const used = app.last_used_at === null ? '' : `, last used ${dayOf(app.last_used_at)}`;
  return row(
    [
      h('p', {}, h('bdi', {}, app.name)),
      h('p', { class: 'soft small' }, `${whose}, since ${dayOf(app.created_at)}${used}: ${app.scopes.join(', ')}`),
    ],
    button(state, 'end', app.id, 'End', app.name),
  );
}

function agentsPanel(state: WorkspaceState): Html {
  const { mcp_writeback_enabled: isOn, units } = state.agents;
  const lead = isOn
    ? 'Agents may make changes here, within the roles of the people they act for. Each change goes through a preview and a dry run, and is audited.'
    : 'Agents may read here but change nothing.';
  return Panel({
    ...{ id: 'agents', title: 'Agents', lead },
    children: [
      h(
        'p',
        { class: 'soft small' },
        state.hasPlans
          ? `${units.used_today} of ${units.per_day} units are used today (UTC).`
          : `${units.used_today} units were used today (UTC).`,
      ),
      state.reached
        ? h('form', { method: 'post', action: `${state.path}/agents` }, [
            state.token(),
            h('input', { type: 'hidden', name: 'agents_write', value: isOn ? 'off' : 'on' }),
            h('button', {}, isOn ? 'Stop agents from writing' : 'Let agents write'),
          ])
        : null,
    ],
  });
}

const leavePanel = (state: WorkspaceState): Html =>
  Panel({
    ...{ id: 'leave', title: 'Leave', lead: 'You then no longer see the workspace and its profiles.' },
    children: button(state, 'remove', state.ownId, 'Leave', state.workspace.name),
  });
