// The operations on conversion definitions: list, create or update one, the deprecated create, and replacing a family.

import { actorOf, writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Answer, Operation, Principal, ProfileRef } from '../../base/contract/operation.ts';
import { effectOf } from './definition-effect.ts';
import {
  allDefinitions,
  changeDefinitions,
  type Definition,
  type DefinitionChange,
  definitionsOf,
  type PlannedDefinitions,
  planDefinitions,
} from './definitions.ts';
import { queueReplay } from './replays.ts';

const shown = ({ definition_no: _, ...definition }: Definition) => definition;

export const listDefinitions: Operation<'listDefinitions'> = ({ profile }, base) => ({
  data: definitionsOf(base, profile.profileId).map(shown),
  meta: { profile_id: profile.profileId },
});

function apply(base: Base, principal: Principal, profile: ProfileRef, changes: DefinitionChange[]) {
  const actor = actorOf(principal);
  return base.state.tx(() => {
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
      detail: { conversion_keys: changes.map((change) => change.conversion_key), decisions: result.changed.length },
    });
    queueReplay(base, profile.profileId, 'a definition changed');
    return result;
  });
}

export const putDefinition: Operation<'putDefinition'> = ({ principal, profile, params, body }, base) => {
  if (params.dry_run) return tryDefinition(base, profile.profileId, body);
  const { named, created } = apply(base, principal, profile, [body]);
  const definition = named[0] as Definition;
  const isNew = created.has(definition.conversion_key);
  return {
    data: { ...shown(definition), created: isNew, replay_queued: true },
    meta: { profile_id: profile.profileId },
    ...(isNew ? { outcome: 'created' as const } : {}),
  };
};

async function tryDefinition(base: Base, profileId: string, change: DefinitionChange): Promise<Answer<'putDefinition'>> {
  const plan = planDefinitions(base, profileId, [change]);
  const definition = plan.named[0] as Definition;
  const { effect, warnings } = await effectOf(base, profileId, plan);
  return {
    data: { ...shown(definition), created: plan.created.has(definition.conversion_key), effect },
    meta: { profile_id: profileId },
    warnings,
  };
}

export const createGoal: Operation<'createGoal'> = ({ principal, profile, body }, base) => {
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
};

const ofFamily = (definitions: Definition[], family: Definition['revenue_type']) =>
  definitions.filter((definition) => definition.is_active && definition.revenue_type === family).map(shown);

export const replaceOutcomeDefinitions: Operation<'replaceOutcomeDefinitions'> = (call, base) => {
  const { principal, profile, params, body } = call;
  const { family } = body;
  const keys = body.definitions.map((definition) => definition.conversion_key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new ApiError('validation_error', `definitions: "${twice}" is named twice.`);
  const second = body.definitions.findIndex(
    ({ is_default }, index) => is_default && body.definitions.findIndex((other) => other.is_default) !== index,
  );
  if (second >= 0)
    throw new ApiError('validation_error', `definitions[${second}].is_default: another one of the list is the default already.`);
  const removed = definitionsOf(base, profile.profileId)
    .filter((definition) => definition.revenue_type === family && !keys.includes(definition.conversion_key))
    .map((definition) => ({ conversion_key: definition.conversion_key, is_active: false, is_default: false }));
  const changes = [...removed, ...body.definitions.map((definition) => ({ ...definition, revenue_type: family }))];
  const answer = (plan: PlannedDefinitions) => ({
    family,
    definitions: ofFamily(plan.after, family),
    removed: removed.map((definition) => definition.conversion_key),
  });
  const meta = { profile_id: profile.profileId };
  if (!params.dry_run) return { data: { ...answer(apply(base, principal, profile, changes)), replay_queued: true }, meta };
  const plan = planDefinitions(base, profile.profileId, changes);
  return effectOf(base, profile.profileId, plan).then(({ effect, warnings }) => ({
    data: { ...answer(plan), effect },
    meta,
    warnings,
  }));
};
