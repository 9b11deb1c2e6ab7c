// The operations on conversion definitions: list, create or update one, the deprecated create, and replacing a family.

import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, type Principal, type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import {
  allDefinitions,
  changeDefinitions,
  type Definition,
  type DefinitionChange,
  definitionsOf,
  type PlannedDefinitions,
  planDefinitions,
} from '../definitions/index.ts';
import { queueReplay } from '../pipeline/index.ts';
import { effectOf } from '../what-if/index.ts';

const shown = ({ definition_no: _, ...definition }: Definition) => definition;

export const listDefinitions = reading('listDefinitions', ({ profile }, base) => ({
  data: definitionsOf(base, profile.profileId).map(shown),
  meta: { profile_id: profile.profileId },
}));

function apply(base: Base, principal: Principal, profile: ProfileRef, changes: DefinitionChange[]) {
  const actor = actorOf(principal);
  return base.state.tx(() => {
    const result = changeDefinitions(base, profile.profileId, actor, changes);
    base.state
      .statement('credit/definitions/definition_review_put')
      .run({ profile_id: profile.profileId, now: base.clock.now() });
    writeAudit(base, {
      actor,
      action: 'definitions.changed',
      workspaceId: profile.workspaceId,
      profileId: profile.profileId,
      subject: profile.profileId,
      detail: { conversion_keys: changes.map((change) => change.conversion_key), decisions: result.changed.length },
    });
    queueReplay(base, profile.profileId, 'a definition changed');
    return result;
  });
}

export const putDefinition = stateChange('putDefinition', {
  prepare: async ({ profile, params, body }, base) => (params.dry_run ? tryDefinition(base, profile.profileId, body) : undefined),
  change: ({ principal, profile, body }, base, tried) => {
    if (tried) return tried;
    const { named, created } = apply(base, principal, profile, [body]);
    const definition = named[0] as Definition;
    const isNew = created.has(definition.conversion_key);
    return {
      data: { ...shown(definition), created: isNew, replay_queued: true },
      meta: { profile_id: profile.profileId },
      ...(isNew ? { outcome: 'created' as const } : {}),
    };
  },
});

async function tryDefinition(base: ReadBase, profileId: string, change: DefinitionChange): Promise<Answer<'putDefinition'>> {
  const plan = planDefinitions(base, profileId, [change]);
  const definition = plan.named[0] as Definition;
  const { effect, warnings } = await effectOf(base, profileId, plan);
  return {
    data: { ...shown(definition), created: plan.created.has(definition.conversion_key), effect },
    meta: { profile_id: profileId },
    warnings,
  };
}

export const createGoal = stateChange('createGoal', ({ principal, profile, body }, base) => {
  const key = body.event_type;
  if (allDefinitions(base, profile.profileId).some((definition) => definition.is_active && definition.conversion_key === key))
    throw new ApiError('invalid_state', `A definition "${key}" exists already; change it by POST /goals/definitions.`);
  const { named } = apply(base, principal, profile, [
    {
      conversion_key: key,
      name: body.name,
      event_types: [key],
      ...(body.revenue_type === undefined ? {} : { revenue_type: body.revenue_type }),
    },
  ]);
  return {
    data: { ...shown(named[0] as Definition), created: true, replay_queued: true },
    meta: { profile_id: profile.profileId },
    outcome: 'created',
  };
});

const ofFamily = (definitions: Definition[], family: Definition['revenue_type']) =>
  definitions.filter((definition) => definition.is_active && definition.revenue_type === family).map(shown);

/** The definitions of a family after a list was put: missing ones are removed. */
function replacement(base: ReadBase, profileId: string, { family, definitions }: Call<'replaceOutcomeDefinitions'>['body']) {
  const keys = definitions.map((definition) => definition.conversion_key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new ApiError('validation_error', `definitions: "${twice}" is named twice.`);
  const second = definitions.findIndex(
    ({ is_default }, index) => is_default && definitions.findIndex((other) => other.is_default) !== index,
  );
  if (second >= 0)
    throw new ApiError('validation_error', `definitions[${second}].is_default: another one of the list is the default already.`);
  const removed = definitionsOf(base, profileId)
    .filter((definition) => definition.revenue_type === family && !keys.includes(definition.conversion_key))
    .map((definition) => ({ conversion_key: definition.conversion_key, is_active: false, is_default: false }));
  const changes = [...removed, ...definitions.map((definition) => ({ ...definition, revenue_type: family }))];
  const answer = (plan: PlannedDefinitions) => ({
    family,
    definitions: ofFamily(plan.after, family),
    removed: removed.map((definition) => definition.conversion_key),
  });
  return { changes, answer };
}

export const replaceOutcomeDefinitions = stateChange('replaceOutcomeDefinitions', {
  prepare: async ({ profile: { profileId }, params, body }, base) => {
    const { changes, answer } = replacement(base, profileId, body);
    if (!params.dry_run) return undefined;
    const plan = planDefinitions(base, profileId, changes);
    const { effect, warnings } = await effectOf(base, profileId, plan);
    return { data: { ...answer(plan), effect }, meta: { profile_id: profileId }, warnings };
  },
  change: ({ principal, profile, body }, base, tried) => {
    if (tried) return tried;
    const { changes, answer } = replacement(base, profile.profileId, body);
    const data = { ...answer(apply(base, principal, profile, changes)), replay_queued: true };
    return { data, meta: { profile_id: profile.profileId } };
  },
});
