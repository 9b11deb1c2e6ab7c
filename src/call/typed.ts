// Calls of operations from code that knows which it calls, pages for one: parameters, body and answer with the types of the contract,
// a refusal thrown. Each is a call of `invoke` like any other.
import { operationOf, type Parameter } from '../base/contract/document.ts';
import type { Answer, Call, OperationId, Principal } from '../base/contract/operation.ts';
import type { Caller, Calls, Input } from './index.ts';

export interface OperationCaller {
  principal: Principal;
  /** `profileId` for operations on a profile that is no part of the parameters. */
  call<Id extends OperationId>(
    id: Id,
    params: Call<Id>['params'],
    profileId?: string,
    body?: Call<Id>['body'],
  ): Promise<Answer<Id>>;
  /** True if the principal could call this operation on the profile. */
  may(id: OperationId, profileId: string): boolean;
}

/** One for each page: the operations that it calls count as one request. */
export type OperationCallers = (principal: Principal, requestId: string) => OperationCaller;

export function operationCallers(calls: Calls): OperationCallers {
  return (principal, requestId) => {
    const caller: Caller = { principal, requestId, visit: { isCounted: false } };
    return {
      principal,
      may: (id, profileId) => calls.isAllowed(principal, id, { profileId }),
      call: async (id, params, profileId, body) => {
        const { refusal, value } = await calls.invoke(
          caller,
          id,
          inputOf(id, { ...Object(params), ...placeOf(id, profileId) }, body),
        );
        if (refusal) throw refusal;
        // biome-ignore lint/suspicious/noExplicitAny: the contract ties the response of this operation to this type
        return value as any;
      },
    };
  };
}

const placeOf = (id: OperationId, profileId: string | undefined): Record<string, string> =>
  profileId === undefined ? {} : { [isTaken(id, 'profileId', 'path') ? 'profileId' : 'profile_id']: profileId };

const isTaken = (id: OperationId, name: string, place: Parameter['in']): boolean =>
  operationOf(id).parameters.some((parameter) => parameter.name === name && parameter.in === place);

function inputOf(id: OperationId, params: Record<string, unknown>, body: unknown): Input {
  const entries = Object.entries(params).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const path = entries.filter(([name]) => isTaken(id, name, 'path'));
  const query = entries.filter(([name]) => !isTaken(id, name, 'path'));
  return {
    path: Object.fromEntries(path),
    query: new URLSearchParams(query).toString(),
    ...(body === undefined ? {} : { body: { value: body } }),
  };
}
