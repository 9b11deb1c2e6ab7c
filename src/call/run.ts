// Runs an operation by its effect: a read without a transaction, a change of state in one, an outside effect by its intent. A trial takes
// back what a change wrote, and of an outside effect executes the plan alone.
import { createHash } from 'node:crypto';
import { finishCall } from '../account/access/index.ts';
import { ApiError } from '../base/contract/api-error.ts';
import type { OutsideEffect, StateChange } from '../base/contract/operation.ts';
import { readableAnswer } from '../base/contract/personal.ts';
import { canonicalJson } from '../base/kit/canonical.ts';
import { addIntent, type CallKey, findIntent, runIntent } from '../base/work/intents.ts';
import type { Admitted, Exchange } from './exchange.ts';

/** Members of an answer, in the order they are written. */
const ENVELOPE_ORDER = ['data', 'meta', 'pagination'];

// biome-ignore lint/suspicious/noExplicitAny: the contract ties each operation to its types
type AnyChange = StateChange<any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
type AnyEffect = OutsideEffect<any>;

export async function runOperation(exchange: Exchange): Promise<void> {
  if (exchange.outgoing) return;
  const { engine, operation, input } = exchange;
  const found = engine.handlerOf(operation.id);
  if (input.mode === 'try') return tryOperation(exchange);
  if (found.effect === 'state') return runChange(exchange, found);
  if (found.effect === 'outside') return runEffect(exchange, found);
  finish(exchange, await gated(exchange, async () => found.run(callOf(exchange), engine.base)));
}

/** The answer is kept in the transaction of the change where nothing follows it: both or neither. */
async function runChange(exchange: Exchange, { change, steps }: AnyChange): Promise<void> {
  const { base } = exchange.engine;
  const call = callOf(exchange);
  if (change) return commit(exchange, () => change(call, base));
  const { inTurn, prepare, change: changeOf, after } = steps ?? {};
  const turn = <T>(work: () => Promise<T>): Promise<T> => (inTurn ? inTurn(call, base, work) : work());
  const prepareAndChange = <T>(end: (change: () => unknown) => T): Promise<T> =>
    turn(async () => {
      const prepared = await prepare?.(call, base);
      return end(() => changeOf?.(call, base, prepared));
    });
  if (!after) return prepareAndChange((work) => commit(exchange, work));
  const answer = await gated(exchange, async () => {
    const changed = await prepareAndChange((work) => (changeOf ? held(exchange, work) : undefined));
    return after(call, base, changed);
  });
  finish(exchange, answer);
  keep(exchange);
}

/** One transaction, with the gate and the kept answer in it. */
function commit(exchange: Exchange, work: () => unknown): void {
  const { gate } = exchange.input;
  const admitted = admittedOf(exchange);
  const refusal = held(exchange, () => {
    gate?.enter?.(admitted);
    const result = work();
    if (result instanceof ApiError) return result;
    finish(exchange, result);
    keep(exchange);
    gate?.leave?.(admitted, result);
    return undefined;
  });
  if (refusal) throw refusal;
}

/** In a transaction, its signals heard once it is committed. */
const held = <T>({ engine: { base } }: Exchange, work: () => T): T => base.signals.hold(() => base.state.tx(work));

function keep({ engine, lease, outgoing }: Exchange): void {
  if (lease && outgoing) finishCall(engine.base, lease, outgoing);
}

/** The gate around work that has no transaction. */
async function gated<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  const { gate } = exchange.input;
  const admitted = admittedOf(exchange);
  gate?.enter?.(admitted);
  try {
    const result = await work();
    gate?.leave?.(admitted, result);
    return result;
  } catch (error) {
    gate?.undo?.(admitted);
    throw error;
  }
}

/** The plan and its intent in one transaction, then the job that applies it. The same key leads to the same intent. */
async function runEffect(exchange: Exchange, effect: AnyEffect): Promise<void> {
  const { engine, operation, input, workspaceId } = exchange;
  const { base } = engine;
  const admitted = admittedOf(exchange);
  const key = callKeyOf(exchange);
  const known = key && findIntent(base, key);
  const intentId =
    known ??
    held(exchange, () => {
      input.gate?.enter?.(admitted);
      const planned = effect.steps.plan(callOf(exchange), base);
      const id = addIntent(base, { operation: operation.id, workspaceId, planned, key });
      input.gate?.leave?.(admitted, planned);
      return id;
    });
  finish(exchange, await runIntent(base, intentId));
  if (known !== undefined) exchange.isReplayed = true;
}

function callKeyOf({ operation, principal, input, params, body }: Exchange): CallKey | undefined {
  const isKept = operation.idempotency === 'optional' || operation.idempotency === 'required';
  const header = isKept ? input.headers?.['idempotency-key'] : undefined;
  const key = input.idempotencyKey ?? (Array.isArray(header) ? header[0] : header);
  if (key === undefined) {
    if (operation.idempotency !== 'required') return undefined;
    throw new ApiError('invalid_request', 'Send an Idempotency-Key header: 1 to 256 characters, the same again on a retry.');
  }
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw new ApiError('invalid_request', `Idempotency-Key: 1 to ${LONGEST_KEY} characters.`);
  const digest = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
  return {
    callKey: digest(principal.credentialId, operation.id, key),
    requestHash: digest(canonicalJson({ params, body: body ?? null })),
  };
}

const LONGEST_KEY = 256;

/** What a trial may execute of an operation: nothing that asks outside, waits or is applied. */
async function tryOperation(exchange: Exchange): Promise<void> {
  const { engine, operation } = exchange;
  const { base } = engine;
  const found = engine.handlerOf(operation.id);
  const call = callOf(exchange);
  await gated(exchange, async () => {
    if (found.effect === 'outside') {
      exchange.planned = takenBack(exchange, () => found.steps.plan(call, base)).intent;
      return;
    }
    if (found.effect === 'read') return;
    const { change, steps } = found;
    if (change) return void tried(exchange, () => change(call, base));
    if (!steps || steps.after || steps.asksOutside) return;
    const prepared = await steps.prepare?.(call, base);
    tried(exchange, () => steps.change?.(call, base, prepared));
  });
}

function tried(exchange: Exchange, work: () => unknown): void {
  const result = takenBack(exchange, work);
  if (result instanceof ApiError) throw result;
  finish(exchange, result);
}

/** Runs work in a transaction that is rolled back, its signals unheard. */
function takenBack<T>(exchange: Exchange, work: () => T): T {
  const takeBack = new Error('a trial is taken back');
  const results: T[] = [];
  try {
    held(exchange, () => {
      results.push(work());
      throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  return results[0] as T;
}

export const admittedOf = ({ principal, profile, workspaceId }: Exchange): Admitted => ({ principal, profile, workspaceId });

/** The door writes the answer in a form of its own, if it writes one at all. */
export async function runTracker(exchange: Exchange): Promise<void> {
  const { engine, operation } = exchange;
  const found = engine.handlerOf(operation.id);
  const call = callOf(exchange);
  const answer =
    found.effect === 'read'
      ? await found.run(call, engine.base)
      : found.effect === 'state'
        ? await found.steps?.after?.(call, engine.base, undefined)
        : undefined;
  exchange.outgoing = { status: 200, text: '', value: answer };
}

// biome-ignore lint/suspicious/noExplicitAny: checked against the contract by the steps before
function callOf(exchange: Exchange): any {
  const { principal, profile, workspaceId, params, body, lease, caller, input } = exchange;
  const { requestId } = caller;
  const call = { principal, profile, workspaceId, params, body, requestId, isRetry: lease?.isRetry === true };
  return { ...call, wantsStream: isStreamWanted(exchange), ...(input.client ? { client: input.client } : {}) };
}

function isStreamWanted({ operation, input }: Exchange): boolean {
  const { accept } = input.headers ?? {};
  const wanted = (Array.isArray(accept) ? accept[0] : accept)?.toLowerCase();
  return operation.streams !== undefined && wanted?.includes(operation.streams) === true;
}

function finish(exchange: Exchange, result: unknown): void {
  exchange.result = result as Record<string, unknown>;
  if (exchange.result?.['stream']) exchange.stream = exchange.result['stream'] as AsyncIterable<Uint8Array>;
  else wrap(exchange);
}

/** The answer as this caller may read it: without the properties that the contract marks as personal, unless a scope allows them. */
export const readableBy = ({ operation: { personal }, principal: { scopes } }: Exchange, answer: unknown): unknown =>
  readableAnswer(answer, personal, scopes);

/** The envelope: known members first, siblings after them, warnings only when something degraded, `undefined` left out. */
function wrap(exchange: Exchange): void {
  const { outcome, warnings, ...rest } = exchange.result ?? {};
  const first = ENVELOPE_ORDER.filter((name) => name in rest).map((name) => [name, rest[name]]);
  const siblings = Object.entries(rest).filter(([name]) => !ENVELOPE_ORDER.includes(name));
  const degraded = Array.isArray(warnings) && warnings.length > 0 ? [['warnings', warnings]] : [];
  const value = readableBy(exchange, Object.fromEntries([...first, ...siblings, ...degraded]));
  exchange.outgoing = { status: statusFor(exchange, outcome), value, text: JSON.stringify(value) };
}

function statusFor({ operation }: Exchange, outcome: unknown): number {
  if (outcome === 'created') return 201;
  if (outcome === 'accepted') return 202;
  return operation.successes.includes(200) ? 200 : (operation.successes[0] ?? 200);
}
