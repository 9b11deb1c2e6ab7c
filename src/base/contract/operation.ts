// Operations: a plain function from a checked call to a plain value. It sees no Express, no headers, no status codes.
import type { AfterBase, Base, IntakeBase, ReadBase } from '../base.ts';
import type { RunnableJob } from '../work/job.ts';
import type { ApiError } from './api-error.ts';
import type { SliceHooks } from './slice-hooks.ts';
import type { operations } from './types.ts';

export type OperationId = keyof operations;

/** The principal of a call, as the door identified it. `scopes` are effective: granted and allowed by the role. */
export interface Principal {
  kind: 'public' | 'session' | 'user' | 'key' | 'app' | 'tracker';
  /** Opaque id of the credential; the scope of idempotency keys and rate limits. */
  credentialId: string;
  /** The person behind a session or user token. */
  personId?: string;
  /** The one workspace of a session that its single sign-on opened, and of an agent that was allowed in one. */
  workspaceId?: string;
  /** The one profile of a key or tracking key. */
  profileId?: string;
  /** The consumer app that calls, or that minted the key: healthcare profiles keep personal data from it. */
  appId?: string;
  /** The URL that a user token was issued for (RFC 8707). */
  resource?: string;
  scopes: ReadonlySet<string>;
  /** The scopes granted to the credential; `scopes` is the subset that is valid at the place of the call. */
  granted?: ReadonlySet<string>;
  ratePerMinute: number;
}

export interface ProfileRef {
  profileId: string;
  workspaceId: string;
}

/** The generated types say `never` where there is nothing; `unknown` is what vanishes in an intersection. */
type OrNothing<T, Nothing> = [NonNullable<T>] extends [never] ? Nothing : NonNullable<T>;
type Parameters<Id extends OperationId, Part extends 'query' | 'path'> = operations[Id] extends { parameters: infer P }
  ? P extends { [K in Part]?: infer Q }
    ? OrNothing<Q, unknown>
    : unknown
  : unknown;
type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer R }
  ? OrNothing<R, undefined> extends { content: { 'application/json': infer B } }
    ? B
    : OrNothing<R, undefined> extends { content: { 'multipart/form-data': infer F } }
      ? { [Field in keyof F]: Field extends 'file' ? UploadedFile : F[Field] }
      : undefined
  : undefined;

/** A file of a form, as it was sent: on the disk, without a path, until the call has ended. */
export interface UploadedFile {
  name: string;
  /** The type that its sender declares; `text/plain` where none is declared. */
  type: string;
  bytes: number;
  /** Readable in the whole process; its place has no owner: read it by places. */
  fd: number;
}
type Ok<Id extends OperationId> = operations[Id] extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends infer A
    ? A extends { content: { 'application/json': infer J } }
      ? J
      : never
    : never
  : never;

/** The client as a door sees it, beside the request: for trackers, the browser. */
export interface Client {
  userAgent?: string;
  /** From the operator's file of places, or from an edge that is trusted. */
  country?: string;
  city?: string;
  /** The client's address, where the profile's settings allow storing it. */
  network?: string;
  /** The client's address, read where an ad destination uses it; it is in no fact. */
  address?: () => string;
  /** Global Privacy Control: an opt-out of ad destinations. */
  gpc?: boolean;
  /** The host of the request. */
  host?: string;
}

export interface Call<Id extends OperationId> {
  principal: Principal;
  /** Set on profile-grain operations. */
  profile: ProfileRef;
  /** Set on workspace-grain operations. */
  workspaceId: string;
  /** Query and path parameters together, checked and with defaults; `profile_id` and `workspaceId` are found by the door already. */
  params: Parameters<Id, 'query'> & Parameters<Id, 'path'>;
  body: Body<Id>;
  requestId: string;
  /** The caller takes the success as a stream, in the format that the contract names. */
  wantsStream?: boolean;
  /** An earlier runner of this Idempotency-Key was lost: look for what it did before doing it again. */
  isRetry?: boolean;
  /** For operations that trackers call. */
  client?: Client;
}

/** A success that is no envelope: its bytes, in the contract's stream format. */
export interface Streamed {
  stream: AsyncIterable<Uint8Array>;
  /** A file to be stored by who reads it, under a type of its own. */
  file?: StreamedFile;
}

export interface StreamedFile {
  type: string;
  name: string | null;
  bytes: number | null;
}

/** The envelope's members as the contract types them, and how it went when not plainly: `created` = 201, `accepted` = 202. */
export type Answer<Id extends OperationId> = [Ok<Id>] extends [never]
  ? object
  : Omit<Ok<Id>, never> & { outcome?: 'created' | 'accepted' };

export type Effect = 'read' | 'state' | 'outside';

/** The compiler's message for a promise in a change of state. */
type DoesNotWait = 'A change of state does not wait: move what waits to prepare, or after the commit (changeThenWait).';
/** A value that is no promise. */
type Plain<T> = T & { then?: DoesNotWait };

export interface Reading<Id extends OperationId> {
  readonly id: Id;
  readonly effect: 'read';
  readonly run: (call: Call<Id>, read: ReadBase) => Promise<Answer<Id> | Streamed> | Answer<Id> | Streamed;
}

/** Reads state, journal and figures, and writes nothing: a statement that writes does not compile. */
export const reading = <Id extends OperationId>(id: Id, run: Reading<Id>['run']): Reading<Id> => ({ id, effect: 'read', run });

/** A change in steps, in the order of the members. Only `change` writes state, in one transaction and without waiting. */
export interface ChangeSteps<Id extends OperationId, Prepared, Facts, Changed> {
  /** Runs the steps, for instance under a mutex. A dry run does without. */
  around?: <T>(call: Call<Id>, base: ReadBase, work: () => Promise<T>) => Promise<T>;
  /** `prepare` calls an outside service: a dry run ends before it. */
  asksOutside?: boolean;
  /** Slow work: reads, hashes, calls of hosts. The next steps receive its result. */
  prepare?: (call: Call<Id>, read: ReadBase) => Promise<Prepared>;
  /** Appends facts to the journal and waits until they are on disk. A dry run ends before `prepare`. */
  intake?: (call: Call<Id>, intake: IntakeBase, prepared: Prepared) => Promise<Facts>;
  /** In one transaction of state. An ApiError that it returns refuses the call and keeps what was written. */
  change: (call: Call<Id>, tx: Base, prepared: Prepared, facts: Facts) => Plain<Changed> | ApiError;
}

/** The work after the commit of a change. It reads, and waits for jobs; values to record are returned as one more change. */
type Follow<Id extends OperationId, Changed> = (
  call: Call<Id>,
  read: AfterBase,
  changed: Changed,
) => Promise<Answer<Id> | Streamed | ((tx: Base) => Plain<Answer<Id> | Streamed>)>;

export interface StateChange<Id extends OperationId> {
  readonly id: Id;
  readonly effect: 'state';
  /** In one transaction of state, which an answer that is an ApiError ends with what was written, and refuses. */
  readonly change?: (call: Call<Id>, tx: Base) => Answer<Id> | ApiError;
  // biome-ignore lint/suspicious/noExplicitAny: each step is checked against the one before where the change is defined
  readonly steps?: ChangeSteps<Id, any, any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly after?: Follow<Id, any>;
  readonly intake?: (call: Call<Id>, intake: IntakeBase) => Promise<Answer<Id>>;
}

/** Changes state in one transaction. It is synchronous: a promise as its answer does not compile. A dry run rolls it back. */
export function stateChange<Id extends OperationId>(
  id: Id,
  change: (call: Call<Id>, tx: Base) => Plain<Answer<Id>> | ApiError,
): StateChange<Id>;
export function stateChange<Id extends OperationId, Prepared, Facts>(
  id: Id,
  steps: ChangeSteps<Id, Prepared, Facts, Answer<Id>>,
): StateChange<Id>;
/** Matches nothing: the compiler quotes it to a change that returns a promise. */
export function stateChange<Id extends OperationId>(
  id: Id,
  change: (call: Call<Id>, tx: Base) => PromiseLike<unknown> & DoesNotWait & Answer<Id>,
): StateChange<Id>;
export function stateChange<Id extends OperationId>(
  id: Id,
  work: NonNullable<StateChange<Id>['change']> | ChangeSteps<Id, unknown, unknown, Answer<Id>>,
): StateChange<Id> {
  return typeof work === 'function' ? { id, effect: 'state', change: work } : { id, effect: 'state', steps: work };
}

/** A change whose response waits for what follows its commit: jobs that it added, figures, an outside service. */
export const changeThenWait = <Id extends OperationId, Prepared, Facts, Changed>(
  id: Id,
  { after, ...steps }: ChangeSteps<Id, Prepared, Facts, Changed> & { after: Follow<Id, Changed> },
): StateChange<Id> => ({ id, effect: 'state', steps, after });

/** Appends facts, and writes nothing else. A dry run ends before it. */
export const factIntake = <Id extends OperationId>(id: Id, intake: NonNullable<StateChange<Id>['intake']>): StateChange<Id> => ({
  id,
  effect: 'state',
  intake,
});

/** The plan of an outside effect, as JSON; it is sealed where it is stored. */
export type IntentPayload = Record<string, unknown>;

export interface Planned<Intent extends IntentPayload> {
  intent: Intent;
  /** The state that the plan is based on; an approval is void when it has changed. */
  live?: unknown;
  /** The part of the plan shown by a dry run, instead of the intent. */
  shown?: Record<string, unknown>;
}

/** An intent as it is applied. */
export interface Intended<Intent extends IntentPayload> {
  /** The same for each attempt: an idempotency key for the provider. */
  intentId: string;
  intent: Intent;
}

/** The result of `verify` at the provider: the value that `apply` returned or would have, or that nothing was done. */
export type Verified<Outcome> = { applied: Outcome } | 'not applied';

/** A plan that needs nothing of the provider: the call has its answer, which its key answers again. */
export interface Settled<Id extends OperationId> {
  settled: Answer<Id>;
  shown?: Record<string, unknown>;
}

export interface OutsideEffect<Id extends OperationId> {
  readonly id: Id;
  readonly effect: 'outside';
  // biome-ignore lint/suspicious/noExplicitAny: intent and outcome are checked where the effect is defined
  readonly steps: EffectSteps<Id, any, any, any>;
}

export interface EffectSteps<Id extends OperationId, Intent extends IntentPayload, Outcome, Prepared = unknown> {
  /** Reads what the plan is based on, at the provider too, never in a transaction. It changes nothing there, so a dry run executes it. */
  prepare?: (call: Call<Id>, base: Base) => Promise<Prepared>;
  /** Pure state, in the transaction that stores the intent. A dry run executes it and rolls back. */
  plan: (call: Call<Id>, tx: Base, prepared: Prepared) => Planned<Intent> | Settled<Id>;
  /** At the provider, never in a transaction. Throws ApiError or ProviderFailure. */
  apply: (intended: Intended<Intent>, base: Base) => Promise<Outcome>;
  /** After a time-out or a crash, before anything is tried again: what happened at the provider. */
  verify: (intended: Intended<Intent>, base: Base) => Promise<Verified<Outcome>>;
  /** In one transaction of state with the end of the intent. The call may be long over: the intent contains everything needed. */
  finish: (tx: Base, done: Intended<Intent> & { outcome: Outcome }) => Answer<Id>;
  /** What a call under the key of an earlier one gets, where the outcome may have become known since. */
  repeated?: (read: ReadBase, answer: Answer<Id>) => Answer<Id>;
  /** A refusal is no answer to keep: under the same key the call is tried again. */
  retriesRefused?: boolean;
  /** A call under the key of one that is being applied is refused at once, and does not wait for its end. */
  refusesInFlight?: boolean;
  /** In one transaction of state with the end of an intent that failed. */
  failed?: (tx: Base, failed: Intended<Intent> & { error: ApiError }) => void;
}

/** Writes at an outside service. What it will do is planned and stored first; the same idempotency key leads to the same intent. */
export const outsideEffect = <Id extends OperationId, Intent extends IntentPayload, Outcome, Prepared>(
  id: Id,
  steps: EffectSteps<Id, Intent, Outcome, Prepared>,
): OutsideEffect<Id> => ({ id, effect: 'outside', steps });

// biome-ignore lint/suspicious/noExplicitAny: the map holds operations of every type; the contract ties each name to its type
export type Operation = Reading<any> | StateChange<any> | OutsideEffect<any>;

/** Operations by operationId, as each slice hands them to app.ts. */
export type Handlers = Record<string, Operation>;

/** The exports of a slice to app.ts. */
export interface Slice {
  name: string;
  handlers: Handlers;
  /** Its kinds of jobs, which the service runs. */
  jobs?: readonly RunnableJob[];
  hooks?: SliceHooks;
}
