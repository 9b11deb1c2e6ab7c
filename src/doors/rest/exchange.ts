// One call on its way through the pipeline: what came in, what each step found out, what goes out.
import type { Lease } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import type { TakePiece } from './body.ts';
import type { Rate, RateLimits } from './rate-limits.ts';
import type { RequestChecker } from './request-check.ts';
import type { Form } from './upload.ts';

/** What a step may use besides the call itself. */
export interface Door {
  base: Base;
  checker: RequestChecker;
  limit: RateLimits;
  handlerOf: (operationId: string) => (call: unknown, base: Base) => unknown;
}

/** The request as the pipeline sees it: no Express, nothing decided yet. */
export interface Incoming {
  path: string;
  /** Without the question mark. */
  queryText: string;
  pathParams: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** Hands the body over a piece at a time, at most so many bytes; answers its length, or undefined when there is none. */
  pourBody: (limitBytes: number, take: TakePiece) => Promise<number | undefined>;
}

export interface Exchange {
  readonly door: Door;
  readonly operation: ContractOperation;
  readonly requestId: string;
  readonly incoming: Incoming;
  principal: Principal;
  query: Record<string, string>;
  body: unknown;
  /** What `body` is of, when a form came: dropped when the call has ended. */
  form?: Form;
  /** The ids of containers as the call gives them; whether the caller reaches them is another step's matter. */
  named: { profileId?: string; workspaceId?: string };
  profile?: ProfileRef;
  workspaceId?: string;
  params: Record<string, unknown>;
  rate?: Rate;
  /** Held while a call under an Idempotency-Key runs. */
  lease?: Lease;
  /** The answer is one that an earlier call had. */
  isReplayed?: boolean;
  /** What the handler answered. */
  result?: Record<string, unknown>;
  /** What goes out in place of an envelope, a piece at a time. */
  stream?: AsyncIterable<Uint8Array>;
  /** What goes out, as JSON values. */
  outgoing?: { status: number; text: string };
}

const NOBODY: Principal = { kind: 'public', credentialId: 'public', scopes: new Set(), ratePerMinute: 0 };

/** A call at the beginning of the pipeline. */
export const exchangeFor = (given: Pick<Exchange, 'door' | 'operation' | 'requestId' | 'incoming'>): Exchange => ({
  ...given,
  principal: NOBODY,
  query: {},
  body: undefined,
  named: {},
  params: {},
});
