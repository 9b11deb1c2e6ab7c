// Calls of operations for a signed-in person: the same handlers as on REST, behind the same contract's scopes and roles.
import { authorize, needOf, parameterNames, writePiiRead } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import type { Answer, Call, OperationId, Principal, Slice } from '../../base/contract/operation.ts';
import { readableAnswer } from '../../base/contract/personal.ts';

export interface Caller {
  principal: Principal;
  requestId: string;
  /** `profileId` for operations on a profile; a workspace is among the parameters. These are whole and right: the page made them. */
  call<Id extends OperationId>(
    id: Id,
    params: Call<Id>['params'],
    profileId?: string,
    body?: Call<Id>['body'],
  ): Promise<Answer<Id>>;
  /** Whether the person could call this operation on the profile. */
  may(id: OperationId, profileId: string): boolean;
}

export type Callers = (principal: Principal, requestId: string) => Caller;

export function callersOf(base: Base, slices: readonly Slice[]): Callers {
  const handlers = Object.assign({}, ...slices.map(({ handlers }) => handlers)) as Slice['handlers'];
  return (principal, requestId) => ({
    principal,
    requestId,
    may: (id, profileId) => {
      try {
        authorize(base, principal, needOf(operation(id), { profileId }));
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
    call: async (id, params, profileId, body) => {
      const asked = operation(id);
      const access = authorize(base, principal, needOf(asked, { profileId, workspaceId: workspaceOf(params, body) }));
      const handler = handlers[id];
      if (!handler) throw new Error(`No slice has a handler for ${id}.`);
      const call = {
        principal: { ...principal, scopes: access.scopes },
        profile: access.profile,
        workspaceId: access.workspaceId,
        ...{ params, body, requestId },
      };
      const answer = readableAnswer(await handler(call, base), asked.personal, access.scopes);
      if (asked.readsPii && access.workspaceId !== undefined)
        await writePiiRead(base, {
          ...{ principal: call.principal, workspaceId: access.workspaceId, profileId, operation: asked, status: 200, requestId },
          parameters: parameterNames(asked, { query: params, body }),
        });
      // biome-ignore lint/suspicious/noExplicitAny: the contract ties the handler of this name to this answer
      return answer as any;
    },
  });
}

/** Of the path, or of a body that names it, as on REST. */
function workspaceOf(params: unknown, body: unknown): string | undefined {
  const named = (from: unknown, name: string): string | undefined =>
    typeof from === 'object' && from !== null && name in from ? String(Reflect.get(from, name)) : undefined;
  return named(params, 'workspaceId') ?? named(body, 'workspace_id');
}

export const operation = (id: OperationId): ContractOperation =>
  contract().operations.find((each) => each.id === id) as ContractOperation;
