// A tool without an operation: where the caller may go and what is on there. Free, so that an agent can always ask.
import { profilesOf, workspacesOf } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { isOpenTo } from '../../account/sso/index.ts';
import { workspacesById } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { ownTool, type SharedArguments } from './list.ts';
import { agentRules } from './mcp-settings.ts';
import type { ToolSchema } from './schemas.ts';
import { unitsOf } from './units.ts';

const text = (description: string) => ({ type: 'string', description });
const closed = (properties: Record<string, unknown>, description?: string, type: string | string[] = 'object') => ({
  type,
  ...(description === undefined ? {} : { description }),
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const PROFILE = closed({
  profile_id: text('Give it as `profile_id` to the other tools.'),
  name: text('Name of the advertised business.'),
  currency: text('ISO 4217; all money of the profile is in this currency.'),
  timezone: text('IANA name; days of the profile are days there.'),
  pii_mode: text('`standard`, or a mode of the healthcare family (`platform_safe`, `hipaa`).'),
  role: text('manager, analyst or viewer.'),
});

const WORKSPACE = closed({
  workspace_id: { type: 'string' },
  name: text('Two workspaces may have the same.'),
  timezone: { type: 'string' },
  plan: text('starter, growth or agency.'),
  reporting_currency: { type: 'string' },
  role: text('owner, admin or member.'),
  mcp_writeback_enabled: {
    type: 'boolean',
    description: 'Tools may write here.',
  },
  require_approval_for_tokens: { type: 'boolean' },
  units: closed(
    {
      used_today: { type: 'integer', description: 'Used since midnight UTC.' },
      per_day: { type: 'integer', description: "The plan's allowance." },
      resets_at: { type: 'string' },
    },
    'What tool calls cost, shared by all agents of the workspace; null where no plan limits them.',
    ['object', 'null'],
  ),
  profiles: { type: 'array', items: PROFILE },
});

const OUTPUT: ToolSchema = {
  type: 'object',
  properties: {
    data: closed({
      scopes: { type: 'array', items: { type: 'string' }, description: 'What the person granted to this access.' },
      workspaces: { type: 'array', items: WORKSPACE, description: 'Oldest first; archived ones are left out.' },
    }),
    arguments: { type: 'object', description: 'Arguments of several tools by name, described once.' },
  },
  required: ['data', 'arguments'],
};

export const WHOAMI = ownTool({
  name: 'whoami',
  title: 'Workspaces and profiles of this access',
  text:
    'Start here: the workspaces and profiles of this access, with the ids that every other tool needs, the currency, time zone and ' +
    'privacy mode of each profile, whether agents may write, and the units left today. `arguments` explains the arguments that several ' +
    'tools have. Costs nothing. Without a workspace, create_workspace creates one, or somebody invites the person to theirs.',
  input: { type: 'object', properties: {}, required: [], additionalProperties: false },
  output: OUTPUT,
});

function rulesOf(base: Base, workspaceId: string) {
  const { mayWrite, needsApproval } = agentRules(base, workspaceId);
  return { mcp_writeback_enabled: mayWrite, require_approval_for_tokens: needsApproval };
}

export function whoami(base: Base, principal: Principal, shared: SharedArguments): Record<string, unknown> {
  const { personId, scopes } = principal;
  const all = personId ? workspacesOf(base, personId) : [];
  const reached = all.filter(({ workspaceId }) => isOpenTo(base, principal, workspaceId));
  const roles = new Map(reached.map(({ workspaceId, role }) => [workspaceId, role]));
  const profiles = personId ? profilesOf(base, personId) : [];
  const workspaces = workspacesById(base, [...roles.keys()]).map((workspace) => ({
    workspace_id: workspace.workspaceId,
    name: workspace.name,
    timezone: workspace.timezone,
    plan: workspace.plan,
    reporting_currency: workspace.reportingCurrency,
    role: roles.get(workspace.workspaceId),
    ...rulesOf(base, workspace.workspaceId),
    units: base.config.plans ? unitsOf(base, workspace.workspaceId) : null,
    profiles: profiles
      .filter(({ workspaceId }) => workspaceId === workspace.workspaceId)
      .map(({ profileId, role }) => {
        const { name, currency, timezone, privacyMode } = profileSettings(base, profileId);
        return { profile_id: profileId, name, currency, timezone, pii_mode: privacyMode, role };
      }),
  }));
  return { data: { scopes: [...scopes].sort(), workspaces }, arguments: Object.fromEntries(shared) };
}
