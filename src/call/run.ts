// Runs an operation by its effect: a read without a transaction, a change of state in one, an outside effect by its intent. A dry run
// rolls back what a change wrote, and of an outside effect executes the plan alone.
import { createHash } from 'node:crypto';
import { finishCall } from '../account/access/index.ts';
import { ApiError } from '../base/contract/api-error.ts';
import { readableAnswer } from '../base/contract/open-api.ts';
import type { Call, ChangeSteps, OutsideEffect, StateChange, Streamed } from '../base/contract/operation.ts';
import { canonicalJson } from '../base/kit/canonical.ts';
import { addIntent, type CallKey, findIntent, requireEnded, runIntent } from '../base/work/intents.ts';
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
  if (input.mode === 'dry_run') return dryRun(exchange);
  if (found.effect === 'state') return runChange(exchange, found);
  if (found.effect === 'outside') return runEffect(exchange, found);
  finish(exchange, await gated(exchange, async () => found.run(callOf(exchange), engine.base)));
}

/** The response is stored in the transaction of the change where nothing follows it: both or neither. */
async function runChange(exchange: Exchange, { change, intake, steps, after }: AnyChange): Promise<void> {
  const { base } = exchange.engine;
  const call = callOf(exchange);
  if (change) return commit(exchange, () => change(call, base));
  if (intake) return finishAndStore(exchange, await gated(exchange, () => intake(call, base)));
  if (!steps) throw new Error(`the operation ${exchange.operation.id} has no step`);
  if (!steps.intake && !after) return prepareAndChange(exchange, call, steps, (work) => commit(exchange, work));
  const answer = await gated(exchange, async () => {
    const changed = await prepareAndChange(exchange, call, steps, (work) => inTransaction(exchange, work));
    if (changed instanceof ApiError) throw changed;
    if (!after) return changed;
    const followed = await after(call, base, changed);
    return typeof followed === 'function' ? inTransaction(exchange, () => followed(base)) : followed;
  });
  finishAndStore(exchange, answer);
}

// biome-ignore lint/suspicious/noExplicitAny: the contract ties each operation to its types
type AnySteps = ChangeSteps<any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
type AnyCall = Call<any>;

/** The steps up to the change, which `transact` runs. */
async function prepareAndChange<T>(
  { engine: { base } }: Exchange,
  call: AnyCall,
  { around, prepare, intake, change }: AnySteps,
  transact: (work: () => unknown) => T,
): Promise<T> {
  const work = async (): Promise<T> => {
    const prepared = await prepare?.(call, base);
    const facts = await intake?.(call, base, prepared);
    return transact(() => change(call, base, prepared, facts));
  };
  return around ? around(call, base, work) : work();
}

function finishAndStore(exchange: Exchange, answer: unknown): void {
  finish(exchange, answer);
  storeResponse(exchange);
}

/** One transaction, with the gate and the stored response in it. */
function commit(exchange: Exchange, work: () => unknown): void {
  const { gate } = exchange.input;
  const admitted = admittedOf(exchange);
  const refusal = inTransaction(exchange, () => {
    gate?.enter?.(admitted);
    const result = work();
    if (result instanceof ApiError) return result;
    finish(exchange, result);
    storeResponse(exchange);
    gate?.leave?.(admitted, result);
    return undefined;
  });
  if (refusal) throw refusal;
}

/** In one transaction of state; its signals are emitted once it is committed. */
const inTransaction = <T>({ engine: { base } }: Exchange, work: () => T): T => base.signals.hold(() => base.state.tx(work));

function storeResponse({ engine, lease, outgoing }: Exchange): void {
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
  const { base } = exchange.engine;
  const earlier = findEarlier(exchange);
  const { intentId, isReplayed } = earlier ?? (await planEffect(exchange, effect));
  exchange.isPlanned = true;
  if (isReplayed && effect.steps.refusesInFlight) requireEnded(base, intentId);
  const answer = await runIntent(base, intentId);
  finish(exchange, isReplayed && effect.steps.repeated ? effect.steps.repeated(base, Object(answer)) : answer);
  if (isReplayed) exchange.isReplayed = true;
}

interface FoundIntent {
  intentId: string;
  isReplayed: boolean;
}

function findEarlier(exchange: Exchange): FoundIntent | undefined {
  const key = callKeyOf(exchange);
  const intentId = key && findIntent(exchange.engine.base, key);
  return intentId === undefined ? undefined : { intentId, isReplayed: true };
}

async function planEffect(exchange: Exchange, { steps }: AnyEffect): Promise<FoundIntent> {
  const { engine, operation, input, workspaceId } = exchange;
  const { base } = engine;
  const call = callOf(exchange);
  const admitted = admittedOf(exchange);
  // A call that the gate refuses reads no provider.
  if (steps.prepare) runAndRollBack(exchange, () => input.gate?.enter?.(admitted));
  const prepared = await steps.prepare?.(call, base);
  // Another call under this key may have been planned since.
  const earlier = findEarlier(exchange);
  if (earlier) return earlier;
  return inTransaction(exchange, () => {
    input.gate?.enter?.(admitted);
    const planned = steps.plan(call, base, prepared);
    const intentId = addIntent(base, { operation: operation.id, workspaceId, planned, key: callKeyOf(exchange) });
    input.gate?.leave?.(admitted, planned);
    return { intentId, isReplayed: false };
  });
}

function callKeyOf({ operation, principal, input, params, body }: Exchange): CallKey | undefined {
  const isKept = operation.idempotency === 'optional' || operation.idempotency === 'required';
  const header = isKept ? input.headers?.['idempotency-key'] : undefined;
  const key = input.idempotencyKey ?? (Array.isArray(header) ? header[0] : header);
  if (key === undefined) {
    if (operation.idempotency !== 'required') return undefined;
    throw new ApiError('invalid_request', 'Send an Idempotency-Key header: 1 to 256 characters, the same again on a retry.');
  }
  if (key.length === 0 || key.length > MAX_KEY_LENGTH)
    throw new ApiError('invalid_request', `Idempotency-Key: 1 to ${MAX_KEY_LENGTH} characters.`);
  const digest = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
  return {
    callKey: digest(principal.credentialId, operation.id, key),
    requestHash: digest(canonicalJson({ params, body: body ?? null })),
  };
}

const MAX_KEY_LENGTH = 256;

/** Executes what a dry run may of an operation: nothing that calls outside, appends facts or is applied. */
async function dryRun(exchange: Exchange): Promise<void> {
  const { engine, operation } = exchange;
  const { base } = engine;
  const found = engine.handlerOf(operation.id);
  const call = callOf(exchange);
  await gated(exchange, async () => {
    if (found.effect === 'outside') return planAndRollBack(exchange, found);
    if (found.effect === 'read') return;
    const { change, steps, after } = found;
    if (change) {
      const answer = runAndRollBack(exchange, () => change(call, base));
      return finish(exchange, answer);
    }
    if (!steps || steps.intake || steps.asksOutside) return;
    const prepared = await steps.prepare?.(call, base);
    const changed = runAndRollBack(exchange, () => steps.change(call, base, prepared, undefined));
    if (!after) finish(exchange, changed);
  });
}

async function planAndRollBack(exchange: Exchange, { steps }: AnyEffect): Promise<void> {
  const { base } = exchange.engine;
  const call = callOf(exchange);
  const prepared = await steps.prepare?.(call, base);
  const planned = runAndRollBack(exchange, () => steps.plan(call, base, prepared));
  exchange.planned = planned.shown ?? ('settled' in planned ? {} : planned.intent);
}

/** Runs work in a transaction that is rolled back, with its signals dropped. @throws the ApiError that the work returns. */
function runAndRollBack<T>(exchange: Exchange, work: () => T): Exclude<T, ApiError> {
  const rollback = new Error('the dry run is rolled back');
  const results: T[] = [];
  try {
    inTransaction(exchange, () => {
      results.push(work());
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  const [result] = results;
  if (result instanceof ApiError) throw withoutHandoff(result);
  return result as Exclude<T, ApiError>;
}

/** A handoff that was raised on the way is rolled back too; the cause is the refusal that had it. */
function withoutHandoff(error: ApiError): ApiError {
  const { handoff, ...extra } = error.extra;
  if (!handoff) return error;
  const message = `${error.message} This was tried only: the call itself returns the link.`;
  const refusal = new ApiError(error.code, message, extra, error.retryAfterSeconds, error.status);
  refusal.cause = error;
  return refusal;
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
        ? await found.intake?.(call, engine.base)
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
  if (exchange.result?.['stream']) takeStream(exchange, result as Streamed);
  else wrap(exchange);
}

function takeStream(exchange: Exchange, { stream, file }: Streamed): void {
  exchange.stream = stream;
  if (file) exchange.file = file;
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
