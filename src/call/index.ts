// The one way to an operation. Every door calls `invoke` with who calls, the operation's id and what it is called with, and gets back a
// status, headers and text or a stream, refused or not; nothing here knows HTTP. Limits, counts of use and the log of reads of personal
// data are written on this way and nowhere else.
import { authorize, needOf } from '../account/access/index.ts';
import type { Base } from '../base/base.ts';
import { ApiError } from '../base/contract/api-error.ts';
import { operationOf } from '../base/contract/document.ts';
import type { Operation, OperationId, Principal, Slice } from '../base/contract/operation.ts';
import { checkResponse } from '../base/contract/schemas.ts';
import { publicAddress } from '../base/kit/public-address.ts';
import {
  type Caller,
  createRateLimits,
  type Engine,
  type Exchange,
  exchangeFor,
  type Input,
  type RateLimits,
  type Result,
} from './exchange.ts';
import { handlersFor } from './handlers.ts';
import { csvOf, isCsvWanted, refusalHeaders, successHeaders } from './outgoing.ts';
import { runPipeline } from './pipeline.ts';
import { errorText, refusalOf } from './refusals.ts';

export type { Admitted, Caller, Gate, Input, PourBody, Result, TakePiece } from './exchange.ts';
export { RateExceeded, type RateLimits } from './exchange.ts';
export { Form } from './form.ts';
export { rateHeaders } from './outgoing.ts';
export { errorText, refusalOf } from './refusals.ts';
export { collectBody } from './request.ts';
export { type OperationCaller, type OperationCallers, operationCallers } from './typed.ts';

export interface Calls {
  base: Base;
  /** Never throws: a refusal is a result too. */
  invoke(caller: Caller, operationId: string, input: Input): Promise<Result>;
  /** True if this caller may call the operation in this place; nothing is counted. */
  isAllowed(principal: Principal, operationId: OperationId, named: { profileId?: string; workspaceId?: string }): boolean;
  /** Counts a request that is no operation, in the same minute as operations. */
  limit: RateLimits;
}

export function createCalls(base: Base, slices: readonly Slice[]): Calls {
  const handlers = handlersFor(slices);
  const engine: Engine = {
    base,
    limit: createRateLimits(base.clock),
    handlerOf: (id) => handlers.get(id) as Operation,
  };
  return {
    base,
    limit: engine.limit,
    invoke: (caller, operationId, input) => invoke(engine, caller, operationId, input),
    isAllowed: (principal, operationId, named) => {
      try {
        authorize(base, principal, needOf(operationOf(operationId), named));
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}

async function invoke(engine: Engine, caller: Caller, operationId: string, input: Input): Promise<Result> {
  const exchange = exchangeFor({ engine, caller, operation: operationOf(operationId), input });
  try {
    await runPipeline(exchange);
    const { outgoing, stream } = exchange;
    return {
      ...foundBy(exchange),
      status: outgoing?.status ?? 200,
      text: textOf(exchange),
      value: outgoing?.value,
      stream: stream && (await begun(stream)),
      headers: successHeaders(exchange),
    };
  } catch (cause) {
    return refused(exchange, cause);
  }
}

const textOf = (exchange: Exchange): string =>
  isCsvWanted(exchange) ? csvOf(exchange.operation, exchange.outgoing?.value) : (exchange.outgoing?.text ?? '');

const foundBy = ({ principal, profile, workspaceId, isReplayed = false, planned }: Exchange) => ({
  principal,
  profile,
  workspaceId,
  isReplayed,
  planned,
});

function refused(exchange: Exchange, cause: unknown): Result {
  const { engine, operation, caller } = exchange;
  const { base } = engine;
  const { error: refusal, unexpected } = refusalOf(cause);
  if (unexpected)
    base.log.error({ err: cause, request_id: caller.requestId, operation: operation.id }, 'a call failed unexpectedly');
  const error = checkedRefusal(exchange, refusal);
  return {
    ...foundBy(exchange),
    status: error.status,
    value: undefined,
    refusal: error,
    text: errorText(error, caller.requestId, publicAddress(base)),
    headers: refusalHeaders(exchange, cause, error, base.clock.now()),
  };
}

/** In tests and development: a refusal is held to the contract like a success. */
function checkedRefusal({ engine: { base }, operation, caller }: Exchange, error: ApiError): ApiError {
  if (!base.config.checkResponses) return error;
  const sent: unknown = JSON.parse(errorText(error, caller.requestId, publicAddress(base)));
  const fault = checkResponse(operation, error.status, sent);
  if (!fault) return error;
  const message = `${operation.id} refused in a form that the contract does not allow: ${fault.path} ${fault.message}.`;
  return new ApiError('internal_error', message);
}

/** With its first piece at hand, so that what fails before it is refused like any other call. */
async function begun(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = stream[Symbol.asyncIterator]();
  let next = await pieces.next();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (; !next.done; next = await pieces.next()) yield next.value;
      } finally {
        await pieces.return?.();
      }
    },
  };
}
