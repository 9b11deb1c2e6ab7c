// What the groups of the identity provider may do: a row per group.
import type { Schemas } from '../../api/client.ts';
import { Check, Select, Text } from '../../design/form.tsx';
import type { Here } from './here.ts';

type Rule = Schemas['GroupRule'];

export interface RuleDraft extends Pick<Rule, 'group' | 'role' | 'profile_id'> {
  pii: boolean;
}

export const emptyRule: RuleDraft = { group: '', role: 'member', profile_id: null, pii: false };

const isOfWorkspace = (role: Rule['role']): boolean => role === 'admin' || role === 'member';

/** Rows without a group are left out. */
export const sentRules = (rules: readonly RuleDraft[]) =>
  rules
    .filter(({ group }) => group.trim() !== '')
    .map(({ group, role, profile_id, pii }) => ({
      group: group.trim(),
      role,
      profile_id: isOfWorkspace(role) ? null : profile_id,
      permissions: { pii: !isOfWorkspace(role) && pii },
    }));

const ROLES: readonly (readonly [Rule['role'], string])[] = [
  ['member', 'Member of the workspace'],
  ['admin', 'Admin of the workspace'],
  ['viewer', 'Viewer of a profile'],
  ['analyst', 'Analyst of a profile'],
  ['manager', 'Manager of a profile'],
];

interface RulesProps {
  here: Here;
  rules: readonly RuleDraft[];
  set: (rules: RuleDraft[]) => void;
}

export function Rules({ here, rules, set }: RulesProps) {
  const change = (at: number, part: Partial<RuleDraft>): void =>
    set(rules.map((rule, each) => (each === at ? { ...rule, ...part } : rule)));
  return (
    <fieldset class="stack">
      <legend>Groups and their roles</legend>
      {rules.map((rule, at) => (
        <RuleRow key={at} here={here} rule={rule} change={(part) => change(at, part)} />
      ))}
      <button type="button" class="button" onClick={() => set([...rules, emptyRule])}>
        Add a group
      </button>
    </fieldset>
  );
}

interface RowProps {
  here: Here;
  rule: RuleDraft;
  change: (part: Partial<RuleDraft>) => void;
}

function RuleRow({ here, rule, change }: RowProps) {
  const first = here.profiles[0]?.profile_id ?? '';
  return (
    <div class="form-row">
      <Text label="Group" value={rule.group} set={(group) => change({ group })} isOptional />
      <Select
        label="Role"
        value={rule.role}
        set={(role) => change({ role, profile_id: isOfWorkspace(role) ? null : (rule.profile_id ?? first) })}
        options={here.profiles.length === 0 ? ROLES.slice(0, 2) : ROLES}
      />
      {!isOfWorkspace(rule.role) && (
        <>
          <Select
            label="Profile"
            value={rule.profile_id ?? first}
            set={(profile_id) => change({ profile_id })}
            options={here.profiles.map(({ profile_id, name }) => [profile_id, name] as const)}
          />
          <Check label="Personal data" value={rule.pii} set={(pii) => change({ pii })} />
        </>
      )}
    </div>
  );
}
