// One call on its way through the pipeline: who calls, what came in, what each step found out, what goes out. Plain values alone. And the rate limits of
// its credential.
import type { Lease } from '../account/access/index.ts';
import { DEFAULT_RATE_PER_MINUTE } from '../account/keys/index.ts';
import type { Base } from '../base/base.ts';
import { ApiError } from '../base/contract/api-error.ts';
import type { ContractOperation } from '../base/contract/document.ts';
import type { Client, IntentPayload, Operation, Principal, ProfileRef, StreamedFile } from '../base/contract/operation.ts';
import type { Clock } from '../base/kit/clock.ts';
import { SlidingWindow } from '../base/kit/limits.ts';
import type { Form } from './form.ts';

/** The dependencies of a step besides the call itself. */
export interface Engine {
  base: Base;
  limit: RateLimits;
  handlerOf: (operationId: string) => Operation;
}

/** The caller: by a header that the pipeline reads, or as a person whom the door has identified. */
export interface Caller {
  requestId: string;
  /** The Authorization header. */
  authorization?: string | undefined;
  principal?: Principal;
  /** The profile of a tracking key, which the door has found by the key. */
  profile?: ProfileRef;
  /** One page that calls several operations: it counts once towards the limit of its visitor. */
  visit?: { isCounted: boolean };
}

/** Takes a piece of a body; the next one waits for the returned promise. */
export type TakePiece = (piece: Buffer) => Promise<unknown> | undefined;
/** Hands a body over a piece at a time, up to a number of bytes; returns its length, or undefined when there is none. */
export type PourBody = (limitBytes: number, take: TakePiece) => Promise<number | undefined>;

/** The input of an operation. */
export interface Input {
  /** Path parameters by name, decoded. */
  path?: Record<string, string>;
  /** The query as text, without the question mark. */
  query?: string;
  headers?: Record<string, string | string[] | undefined>;
  /** Bytes that are read once the caller is known, or a value of JSON. */
  body?: PourBody | { value: unknown };
  /** The client as the door sees it, beside the request. */
  client?: Client;
  /**
   * `check`: everything that comes before the operation. `dry_run`: the change of state too, which is rolled back; of an outside effect
   * the plan alone.
   */
  mode?: 'run' | 'check' | 'dry_run';
  /** For a call that must have one effect, however often it is made. */
  idempotencyKey?: string;
  /** Conditions of the door itself. */
  gate?: Gate;
}

/** The call as a gate sees it. */
export interface Admitted {
  principal: Principal;
  profile?: ProfileRef | undefined;
  workspaceId?: string | undefined;
}

/** A door's checks of every operation that it calls, and its writes: in the operation's transaction, where it has one. */
export interface Gate {
  /** Refuses by throwing. */
  enter?(admitted: Admitted): void;
  leave?(admitted: Admitted, answer: unknown): void;
  /** After a failure without a transaction: takes back what `enter` wrote. */
  undo?(admitted: Admitted): void;
}

/** The result of a call, refused or not. */
export interface Result {
  status: number;
  /** Name and value in turns, without headers that depend on the connection. */
  headers: readonly string[];
  /** The envelope; empty where a stream takes its place, or where the door writes the value in a form of its own. */
  text: string;
  /** The answer before it became text; undefined for a refusal. */
  value: unknown;
  stream?: AsyncIterable<Uint8Array> | undefined;
  refusal?: ApiError | undefined;
  /** For a dry run: the plan of an outside effect. */
  planned?: IntentPayload | undefined;
  /** The findings of the pipeline, up to the step it reached. */
  principal: Principal;
  profile?: ProfileRef | undefined;
  workspaceId?: string | undefined;
  /** The answer is one that an earlier call had. */
  isReplayed: boolean;
}

export interface Exchange {
  readonly engine: Engine;
  readonly operation: ContractOperation;
  readonly caller: Caller;
  readonly input: Input;
  principal: Principal;
  query: Record<string, string>;
  body: unknown;
  /** The form whose fields are in `body`: dropped when the call has ended. */
  form?: Form;
  /** The ids of containers as the call gives them; whether the caller reaches them is another step's matter. */
  named: { profileId?: string; workspaceId?: string };
  profile?: ProfileRef;
  workspaceId?: string;
  params: Record<string, unknown>;
  rate?: Rate;
  /** Held while a call under an Idempotency-Key runs. */
  lease?: Lease;
  isReplayed?: boolean;
  /** The intent of an outside effect is stored: its outcome is recorded with it. */
  isPlanned?: boolean;
  /** The handler's answer. */
  result?: Record<string, unknown>;
  stream?: AsyncIterable<Uint8Array>;
  /** The stream is a file. */
  file?: StreamedFile;
  planned?: IntentPayload;
  /** The answer for the door, as JSON values. */
  outgoing?: { status: number; text: string; value: unknown };
}

const NOBODY: Principal = { kind: 'public', credentialId: 'public', scopes: new Set(), ratePerMinute: 0 };

/** A call at the beginning of the pipeline. */
export const exchangeFor = (call: Pick<Exchange, 'engine' | 'operation' | 'caller' | 'input'>): Exchange => ({
  ...call,
  principal: call.caller.principal ?? NOBODY,
  query: {},
  body: undefined,
  named: {},
  params: {},
});

const WINDOW_SECONDS = 60;
const INTAKE_PER_MINUTE = 6_000;

/** The values of the answer's headers. */
export interface Rate {
  /** `default`, `intake`, or the operation with a limit of its own. */
  policy: string;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Epoch seconds. */
  resetAt: number;
}

/** A refusal that still tells how the limit is. */
export class RateExceeded extends ApiError {
  readonly rate: Rate;
  constructor(rate: Rate) {
    super('rate_limit_exceeded', `More than ${rate.limit} requests in a minute.`, {}, rate.resetSeconds);
    this.rate = rate;
  }
}

/** The subject of a limit; a door whose calls are no operations names its own. */
export type Limited = Pick<ContractOperation, 'id' | 'isIntake' | 'rateLimit'>;

export type RateLimits = (principal: Principal, operation: Limited) => Rate;

export function createRateLimits(clock: Clock): RateLimits {
  const window = new SlidingWindow(clock, WINDOW_SECONDS);
  return (principal, operation) => {
    const { policy, limit } = policyFor(principal, operation);
    const { isOver, remaining, resetSeconds } = window.take(`${policy}:${principal.credentialId}`, limit);
    const rate = { policy, limit, remaining, resetSeconds, resetAt: Math.ceil(clock.now() / 1000) + resetSeconds };
    if (isOver) throw new RateExceeded(rate);
    return rate;
  };
}

function policyFor({ ratePerMinute }: Principal, { id, isIntake, rateLimit }: Limited): Pick<Rate, 'policy' | 'limit'> {
  if (rateLimit !== undefined) return { policy: id, limit: Math.min(rateLimit, ratePerMinute) };
  if (isIntake && ratePerMinute === DEFAULT_RATE_PER_MINUTE) return { policy: 'intake', limit: INTAKE_PER_MINUTE };
  return { policy: 'default', limit: ratePerMinute };
}
