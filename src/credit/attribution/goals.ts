// The operations on conversion definitions: list, create or update one, the deprecated create, and replacing a family.

import { actorOf, writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Operation, Principal, ProfileRef } from '../../base/contract/operation.ts';
import { allDefinitions, changeDefinitions, type Definition, type DefinitionChange, definitionsOf } from './definitions.ts';
import { queueReplay } from './replays.ts';

const shown = ({ definition_no: _, ...definition }: Definition) => definition;

export const listDefinitions: Operation<'listDefinitions'> = ({ profile }, base) => ({
  data: definitionsOf(base, profile.profileId).map(shown),
  meta: { profile_id: profile.profileId },
});

function apply(base: Base, principal: Principal, profile: ProfileRef, changes: DefinitionChange[]) {
  const actor = actorOf(principal);
  const applied = base.state.tx(() => {
    const result = changeDefinitions(base, profile.profileId, actor, changes);
    base.state
      .statement('credit/attribution/definition_review_put')
      .run({ profile_id: profile.profileId, now: base.clock.now() });
    writeAudit(base, {
      actor,
      action: 'definitions.changed',
      workspaceId: profile.workspaceId,
      profileId: profile.profileId,
      subject: profile.profileId,
      detail: { conversion_keys: changes.map((change) => change.conversion_key), decisions: result.decisions },
    });
    return result;
  });
  queueReplay(base, profile.profileId, 'a definition changed');
  return applied;
}

export const putDefinition: Operation<'putDefinition'> = ({ principal, profile, body }, base) => {
  const { definitions, created } = apply(base, principal, profile, [body]);
  const definition = definitions[0] as Definition;
  const isNew = created.has(definition.conversion_key);
  return {
    data: { ...shown(definition), created: isNew, replay_queued: true },
    meta: { profile_id: profile.profileId },
    ...(isNew ? { outcome: 'created' as const } : {}),
  };
};

export const createGoal: Operation<'createGoal'> = ({ principal, profile, body }, base) => {
  const key = body.event_type;
  if (allDefinitions(base, profile.profileId).some((definition) => definition.is_active && definition.conversion_key === key))
    throw new ApiError('invalid_state', `A definition "${key}" exists already; change it by POST /goals/definitions.`);
  const { definitions } = apply(base, principal, profile, [
    {
      conversion_key: key,
      name: body.name,
      event_types: [key],
      ...(body.revenue_type === undefined ? {} : { revenue_type: body.revenue_type }),
    },
  ]);
  return {
    data: { ...shown(definitions[0] as Definition), created: true, replay_queued: true },
    meta: { profile_id: profile.profileId },
    outcome: 'created',
  };
};

export const replaceOutcomeDefinitions: Operation<'replaceOutcomeDefinitions'> = ({ principal, profile, body }, base) => {
  const keys = body.definitions.map((definition) => definition.conversion_key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new ApiError('validation_error', `definitions: "${twice}" is named twice.`);
  const removed = definitionsOf(base, profile.profileId)
    .filter((definition) => definition.revenue_type === body.family && !keys.includes(definition.conversion_key))
    .map((definition) => ({ conversion_key: definition.conversion_key, is_active: false, is_default: false }));
  const kept = body.definitions.map((definition) => ({ ...definition, revenue_type: body.family }));
  apply(base, principal, profile, [...removed, ...kept]);
  return {
    data: {
      family: body.family,
      definitions: definitionsOf(base, profile.profileId)
        .filter((definition) => definition.revenue_type === body.family)
        .map(shown),
      removed: removed.map((definition) => definition.conversion_key),
      replay_queued: true,
    },
    meta: { profile_id: profile.profileId },
  };
};
