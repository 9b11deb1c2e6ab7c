// What an operation is: a plain function from a checked call to a plain value. It sees no Express, no headers, no status codes.
import type { Base } from '../base.ts';
import type { RunnableJob } from '../work/job.ts';
import type { ErasureHooks } from './erasing.ts';
import type { components, operations } from './types.gen.ts';

export type OperationId = keyof operations;

/** Who calls, as the door found out. `scopes` are effective: granted and allowed by the role. */
export interface Principal {
  kind: 'public' | 'session' | 'user' | 'key' | 'app' | 'tracker';
  /** Opaque id of the credential; the scope of idempotency keys and rate limits. */
  credentialId: string;
  /** The person behind a session or user token. */
  personId?: string;
  /** The one profile of a key or tracking key. */
  profileId?: string;
  /** The consumer app that calls, or that minted the key: healthcare profiles keep personal data from it. */
  appId?: string;
  /** The URL that a user token was issued for (RFC 8707). */
  resource?: string;
  scopes: ReadonlySet<string>;
  /** What the credential was given, once `scopes` are what is left of it where it calls. */
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
  bytes: number;
  /** Open for reading in the whole process; where it stands is nobody's: read it by places. */
  fd: number;
}
type Ok<Id extends OperationId> = operations[Id] extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends infer A
    ? A extends { content: { 'application/json': infer J } }
      ? J
      : never
    : never
  : never;

/** What a door knows of a client beside the request: of browsers, where trackers send. */
export interface Client {
  userAgent?: string;
  /** From the operator's file of places, or from an edge that is trusted. */
  country?: string;
  city?: string;
  /** Of the client's address, where the profile's settings keep it. */
  network?: string;
  /** Global Privacy Control: an opt-out of ad destinations. */
  gpc?: boolean;
  /** The host that was asked for. */
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
  /** Of operations that trackers call. */
  client?: Client;
}

/** A success that is no envelope: its bytes, in the contract's stream format. */
export interface Streamed {
  stream: AsyncIterable<Uint8Array>;
}

/** The envelope's members as the contract types them, and how it went when not plainly: `created` = 201, `accepted` = 202. */
export type Answer<Id extends OperationId> = Omit<Ok<Id>, never> & { outcome?: 'created' | 'accepted' };

export type Operation<Id extends OperationId> = (call: Call<Id>, base: Base) => Promise<Answer<Id>> | Answer<Id>;

/** Handlers by operationId, as each slice's `index.ts` exports them. */
// biome-ignore lint/suspicious/noExplicitAny: the map holds operations of every type; the contract ties each name to its type
export type Handlers = Record<string, (call: any, base: Base) => unknown>;

/** What a slice hands to app.ts. */
export interface Slice {
  name: string;
  handlers: Handlers;
  /** Its kinds of jobs, which the service runs. */
  jobs?: readonly RunnableJob[];
  hooks?: SliceHooks;
}

/** What the left must ask of all. */
export interface SliceHooks {
  /** Steps of the setup checklist, in order. */
  readiness?: (base: Base, profileId: string) => Promise<ReadinessStep[]> | ReadinessStep[];
  /** What the slice counts of how well a profile's data comes in, for GET /tracking/quality. */
  quality?: (base: Base, profileId: string) => Promise<QualitySignal[]> | QualitySignal[];
  /** What counts outcomes. */
  goals?: GoalHooks;
  /** Deletes what the slice keeps of a profile. It may be called again, after a crash or for what came late. */
  purge?: (base: Base, profileId: string) => Promise<void>;
  /** Deletes what the slice keeps of an archived workspace, once its profiles are purged. It may be called again, too. */
  purgeWorkspace?: (base: Base, workspaceId: string) => Promise<void>;
  /** What the slice does when a person is erased. */
  erasure?: ErasureHooks;
  /** Stops what the slice does for profiles that are archived, and counts it; inside the transaction that archives them. */
  archive?: (base: Base, archived: { workspaceId: string; profileIds: readonly string[] }) => Partial<ArchiveCounts>;
  /** Numbers of the slice for /metrics, read when they are asked for. */
  gauges?: Gauge[];
  /** What a demo profile is made of. */
  demo?: DemoShop;
  /** What hand-offs of a kind show and do, by the kind's name. */
  handoffs?: Record<string, HandoffKind>;
}

/** An invented shop. */
export interface DemoShop {
  settings: { name: string; currency: string; timezone: string; domains: string[] };
  /** Takes everything in that happened there until the day before the profile was made; done twice it is there once. */
  fill: (base: Base, profileId: string, createdAt: number) => Promise<void>;
}

export type HandoffOutcome = 'approved' | 'rejected' | 'expired' | 'failed';

export type HandoffResult = { outcome: HandoffOutcome } & Record<string, unknown>;

/** Something that an agent asks for and a person decides. */
export interface Handoff {
  handoffId: string;
  kind: string;
  workspaceId: string;
  /** Null: about the workspace. */
  profileId: string | null;
  payload: Record<string, unknown>;
  /** The credential that raised it. */
  raisedBy: string;
  actor: string;
  createdAt: number;
  expiresAt: number;
  decision: 'approved' | 'rejected' | null;
  decidedAt: number | null;
  decidedBy: string | null;
  leaseUntil: number | null;
  outcome: HandoffOutcome | null;
  result: HandoffResult | null;
  endedAt: number | null;
}

export interface HandoffWords {
  title: string;
  /** What will happen, for whoever has the link, a paragraph each: nothing personal. */
  text: string[];
  /** The button, or where to go to settle it elsewhere. */
  approve: { label: string; href?: string };
  reject: string;
}

export interface HandoffKind {
  /** The least role in the workspace that decides it. */
  role: 'owner' | 'admin';
  describe: (base: Base, handoff: Handoff) => HandoffWords;
  /** Does it; answers what the direct call would have. An ApiError ends it as failed; `isRetry` after a runner was lost. */
  approved: (
    base: Base,
    handoff: Handoff,
    by: { actor: string; isRetry: boolean },
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Before it is rejected: from now on it is settled nowhere else. */
  shut?: (base: Base, handoff: Handoff) => Promise<void>;
  /** What turning it down means beside itself; in the transaction that records the decision. */
  rejected?: (base: Base, handoff: Handoff, actor: string) => void;
  /** True for one that is not approved by our button. */
  isSettledElsewhere?: (handoff: Handoff) => boolean;
  /** Whether that has happened; `apply` runs in the transaction that records it and answers as `approved` does. */
  settledElsewhere?: (
    base: Base,
    handoff: Handoff,
  ) => Promise<{ decidedBy: string; apply: () => Record<string, unknown> } | undefined>;
}

/** What slices count when a workspace is archived. */
export interface ArchiveCounts {
  webhook_subscriptions_paused: number;
  retained_conversion_exports: number;
  retained_signal_audit_rows: number;
}

/** Outcomes of one event type: how many, and how much money they carry. */
export interface OutcomeSum {
  event_type: string;
  events: number;
  money: { currency: string; amount: string }[];
}

/** A type that no goal counts, with the body of the call that makes one count it. */
export interface UncountedType extends OutcomeSum {
  proposal: components['schemas']['DefinitionChange'];
}

export interface GoalHooks {
  isCounted: (base: Pick<Base, 'state'>, profileId: string, eventType: string) => boolean;
  uncountedAmong: (base: Pick<Base, 'state'>, profileId: string, sums: readonly OutcomeSum[]) => UncountedType[];
}

export interface Gauge {
  /** Prometheus name, e.g. `tributary_stitch_lag_facts`. */
  name: string;
  help: string;
  read: (base: Base) => number | Promise<number>;
}

export interface QualitySignal {
  name: string;
  title: string;
  count: number;
  status: 'ok' | 'attention' | 'problem';
  /** What the count means, in words. */
  explanation: string;
  /** The one next thing to do; empty when there is none. */
  next: string;
  /** Of `uncounted_outcomes`: the types. */
  event_types?: UncountedType[];
  /** Of `bots_like_devices`: the most frequent. */
  user_agents?: { user_agent: string; events: number }[];
}

export interface ReadinessStep {
  name: string;
  title: string;
  done: boolean;
  /** The next thing to do, in words; empty when done. */
  next: string;
}
