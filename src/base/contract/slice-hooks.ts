// The hooks of slices, which app.ts collects, so that data can flow against the order of the slices.
import type { Base, ReadBase } from '../base.ts';
import type { FileHooks } from '../losses/file-hooks.ts';
import type { ReadState } from '../state/state.ts';
import type { ErasureHooks } from './erasing.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { HandoffKind } from './handoff.ts';
import type { Principal } from './operation.ts';
import type { ShopHooks } from './shop-hooks.ts';
import type { components } from './types.ts';

/** What a browser shows of itself beside its events, by which ad platforms match its conversions: `fbp` and the like are ids of their own cookies. */
export const BROWSER_SIGNALS = ['user_agent', 'ip', 'fbp', 'fbc', 'ttp', 'sc_cookie1'] as const;
export type BrowserSignal = (typeof BROWSER_SIGNALS)[number];

/** Hooks that earlier slices call in all others. */
export interface SliceHooks {
  /** Steps of the setup checklist, in order. */
  readiness?: (base: ReadBase, profileId: string) => Promise<ReadinessStep[]> | ReadinessStep[];
  /** The slice's counts on the intake of a profile's data, for GET /tracking/quality. */
  quality?: (base: ReadBase, profileId: string) => Promise<QualitySignal[]> | QualitySignal[];
  /** By the page of the console that shows them: the number of a profile's items that wait for a person and are newer than a moment. */
  newItems?: Record<string, (base: ReadBase, profileId: string, since: number) => number>;
  /** How many messages of a profile are older than a moment and have content. */
  messagesBefore?: (base: ReadBase, profileId: string, before: number) => number;
  /** Deletes the messages of a connection that ends. */
  forgetMessages?: (tx: Base, profileId: string, connectionId: string) => void;
  /** Limits on the trust in a report's figures. */
  trust?: (base: ReadBase, profileId: string, shown: FiguresShown) => Promise<FigureWarning[]>;
  /** Outages of senders that overlap a report's days, the oldest first. */
  outages?: (base: ReadBase, profileId: string, days: { date_from: string; date_to: string }) => FiguresOutage[];
  /** How much of a profile's known money its figures count, of all days. */
  completeness?: (base: ReadBase, profileId: string) => Promise<components['schemas']['Completeness']>;
  /** All signals of how well a profile's data comes in, as GET /tracking/quality has them. */
  trackingSignals?: (base: ReadBase, profileId: string) => Promise<QualitySignal[]>;
  /** Payments of connected shops and payment accounts. */
  shopOrders?: ShopOrderHooks;
  /** Shops that connections read. */
  shops?: ShopHooks;
  /** Signals of browsers that an enabled destination of the profile uses, in its privacy mode. */
  adSignals?: (base: ReadBase, profileId: string) => ReadonlySet<BrowserSignal>;
  /** The outcomes of a profile's deliveries since a moment, by destination. */
  deliveries?: (base: ReadBase, profileId: string, since: number) => DeliverySum[];
  /** The counts of outcomes. */
  goals?: GoalHooks;
  /** Deletes what the slice keeps of a profile. It may be called again, after a crash or for what came late. */
  purge?: (base: Base, profileId: string) => Promise<void>;
  /** Deletes what the slice keeps of an archived workspace, once its profiles are purged. It may be called again, too. */
  purgeWorkspace?: (base: Base, workspaceId: string) => Promise<void>;
  /** The slice's part of an erasure. */
  erasure?: ErasureHooks;
  /** Stops what the slice does for profiles that are archived, and counts it; inside the transaction that archives them. */
  archive?: (base: Base, archived: { workspaceId: string; profileIds: readonly string[] }) => Partial<ArchiveCounts>;
  /** Numbers of the slice for /metrics, read at each request. */
  gauges?: Gauge[];
  /** The slice's part of a demo profile. */
  demo?: DemoShop;
  /** The workspaces that have used the sandbox, the oldest first, with the hashes of their tokens. */
  sandboxOwners?: (base: ReadBase) => readonly { workspaceId: string; tokens: ReadonlySet<string> }[];
  /** Connects a demo profile to the platform that its ads are of; done twice it is connected once. */
  connectDemo?: (base: Base, profileId: string) => Promise<void>;
  /** Counts a call that was refused after its caller and profile were known. It may keep nothing of a person. */
  refusedCall?: (base: ReadBase, call: RefusedCall) => void;
  /** Takes an event that another slice announces (`announceEvent`), inside the transaction of what it announces. */
  events?: (tx: Base, event: SliceEvent) => void;
  /** Runs when figures include new facts or decisions, inside the transaction that records it: for followers with a cursor of their own. */
  computed?: (tx: Base, profileId: string) => void;
  /** Runs when a profile has arrived from another installation, inside the transaction with which it is here. Its jobs stayed there. */
  arrived?: (tx: Base, profileId: string) => void;
  /** What of the slice's rows gives access to a profile, or sends something of it to others: shown before it arrives from another installation. */
  reaches?: (state: ReachState, profileId: string) => Reach[];
  /** Why a profile with these rows is not taken in from another installation; undefined where nothing is against it. */
  refuseArrival?: (state: ReachState, profileId: string) => string | undefined;
  /** True for a lane of the ledger that is a receiver of the profile. */
  hasLane?: (state: ReachState, profileId: string, lane: { ledger: string; lane: string }) => boolean;
  /** Settings of the slice that are guards (account/guards), by their names. */
  guards?: Record<string, GuardHook>;
  /** What a workspace decided about agents that act by tokens of its members. */
  agentRules?: (base: ReadBase, workspaceId: string) => AgentRules;
  /** After the ledger was lost, inside the transaction that records it: announces again, under the same ids, what has not ended; answers how much. */
  ledgerLost?: (tx: Base) => number;
  /** When a mail server says that the address of a mail does not exist, by the code of its answer; inside the transaction that records it. */
  mailBounced?: (tx: Base, mail: { mailId: string; code: string }) => void;
  /** Files of the slice in the data folder. */
  files?: FileHooks;
  /** The texts and effects of hand-offs, by the name of their kind. */
  handoffs?: Record<string, HandoffKind>;
  /** Why no change of an ad's URL parameters can be sent, whatever the ad is; undefined where it can. It asks no platform. */
  adPlaceFault?: (base: ReadBase, profileId: string, adId: string) => Promise<AdPlaceFault | undefined>;
  /** The test that replaces the creative of an ad; undefined where people are not tired of it. */
  refreshTest?: (base: ReadBase, of: RefreshTest['of']) => Promise<RefreshTest['found']>;
  /** The ads of a profile in an order; undefined where no payment counts as a conversion. */
  leaderboard?: (base: ReadBase, profileId: string, sort: LeaderSort) => Promise<Leaderboard | undefined>;
  /** When a change of ads has ended, or waits no more; inside the transaction that records it. */
  adWritesEnded?: (tx: Base, ended: EndedAdWrites) => void;
}

/**
 * No connected account has the ad; ads of several platforms have its id; another change of it is being carried out; no connection reaches its
 * account now; the platform has no such change; the connection may not change ads.
 */
export type AdPlaceFault =
  | 'not_found'
  | 'id_at_several_platforms'
  | 'being_changed'
  | 'not_connected'
  | 'not_supported'
  | 'write_permission_missing';

/** A test in place of an ad that people are tired of. */
export interface RefreshTest {
  of: { workspaceId: string; profileId: string; ad: { platform: string; accountId: string; adId: string } };
  found:
    | {
        test: { gap_id: string; dimension: string; from: string; to: string; hypothesis: string };
        /** In the caller's transaction; answers the id of the run. */
        draft: (tx: Base, actor: string) => string;
      }
    | undefined;
}

/** What leaders are sorted by: the high end of their cost, or what is believed of a rate. */
export type LeaderSort = components['schemas']['LeaderSort'];

/** Money is in the profile's currency. */
export interface Leaderboard {
  rows: components['schemas']['TopPerformer'][];
  brief: components['schemas']['TopPerformersBriefAnswer']['data'];
  days: { date_from: string; date_to: string };
  goal: string;
  model: string;
  currency: string;
  version: components['schemas']['FiguresVersion'];
}

/** Statements that only read, of state or of a file with the rows of one profile. */
export type ReachState = Pick<ReadState, 'statement'>;

/** Something by which others reach a profile, or receive something of it. */
export interface Reach {
  kind:
    | 'api_key'
    | 'member'
    | 'tracking_key'
    | 'domain'
    | 'connection'
    | 'subscription'
    | 'destination'
    | 'chat'
    | 'report_reader';
  id: string;
  /** For the operator: its name, where it leads and how far. */
  what: string;
}

export interface ShopOrderHooks {
  /** Numbers of the facts of payments that another sender reported and a connected shop has as well, by when they happened. */
  shared: (base: ReadBase, profileId: string, between: { from: number; to: number }) => bigint[];
  /** The shop's names of the payments of these facts; null where no shop has the payment. */
  references: (base: ReadBase, profileId: string, seqs: readonly bigint[]) => (string | null)[];
}

/** Deliveries to one place whose end is known; of many, the latest. */
export interface DeliverySum {
  name: string;
  accepted: number;
  attempted: number;
  /** Why the last ones were refused. */
  reasons: string[];
  /** The operation that lists them. */
  list: { operation: string; params: Record<string, unknown> };
}

/** Changes of ads that were planned together. */
export interface EndedAdWrites {
  planId: string;
  profileId: string;
  /** The reason of the plan, where it was anything but a call of its own. */
  source: { kind: string; id: string } | null;
  status: 'applied' | 'failed' | 'rejected' | 'expired' | 'undone';
  /** Why they failed. */
  error: { code: string; message: string } | null;
  /** Something of it is in force, or may be, although it failed or a part of it was undone. */
  isLeft: boolean;
}

/** The range and goal of a report. */
export interface FiguresShown {
  date_from: string;
  date_to: string;
  goal?: string | undefined;
}

/** A refused call, with the body as it was sent. */
export interface RefusedCall {
  operationId: string;
  principal: Pick<Principal, 'kind' | 'credentialId'>;
  profileId: string;
  body: unknown;
  code: ErrorCode;
  message: string;
}

/** A time in which a sender sent nothing, or next to nothing, though it usually does. */
export type FiguresOutage = components['schemas']['FiguresOutage'];

export interface FigureWarning {
  code: string;
  message: string;
}

/** Something that happened in a profile, by the name that callers know; `webhooks` in the contract says what each type contains. */
export interface SliceEvent {
  type: string;
  /** Unique among the events of its type in the profile. */
  key: string;
  profileId: string;
  /** Milliseconds since 1970. An event that is announced long after is history and is sent to no subscription. */
  occurredAt: number;
  /** Beside `profile_id` and `occurred_at`, which are added. No personal data. */
  data: Readonly<Record<string, unknown>>;
  /** What only receivers that may have personal data get, beside `data`. */
  personal?: Readonly<Record<string, unknown>> | undefined;
  /** The customer concerned: receivers that may have personal data get the customer with it. */
  customerNo?: bigint | undefined;
}

/** An invented shop. */
export interface DemoShop {
  settings: { name: string; currency: string; timezone: string; domains: string[] };
  /** Takes everything in that happened there until the day before the profile was made; done twice it is there once. */
  fill: (base: Base, profileId: string, createdAt: number) => Promise<void>;
}

export interface GuardPlace {
  workspaceId: string;
  /** Absent: the workspace's. */
  profileId?: string;
}

/** A setting that protects people or firms. */
export interface GuardHook {
  /** One of its values; `change` names what it is of, where a profile has several. */
  value: (base: ReadBase, place: GuardPlace, change?: Record<string, unknown>) => string;
  /** The consequences of a change that lowers it, for the person who decides. */
  words?: (base: ReadBase, place: GuardPlace, change: Record<string, unknown>) => { title: string; text: string[] };
  /** Carries out a change that was approved, in the transaction of the decision; the result is the handoff's. */
  apply?: (
    tx: Base,
    place: GuardPlace,
    change: Record<string, unknown>,
    actor: string,
  ) => Record<string, unknown> & { then?: never };
}

export interface AgentRules {
  /** Tools of `/mcp` may write. */
  mayWrite: boolean;
  /** Changes of ads by a user token wait for an owner or admin, whoever the token is of. */
  needsApproval: boolean;
}

/** The slices' counts when a workspace is archived. */
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
  isCounted: (base: Pick<ReadBase, 'state'>, profileId: string, eventType: string) => boolean;
  uncountedAmong: (base: Pick<ReadBase, 'state'>, profileId: string, sums: readonly OutcomeSum[]) => UncountedType[];
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
  /** The meaning of the count, in words. */
  explanation: string;
  /** The one next thing to do; empty when there is none. */
  next: string;
  /** For `uncounted_outcomes`: the types. */
  event_types?: UncountedType[];
  /** For `bots_like_devices` and `referrer_spam`: the most frequent. */
  user_agents?: { user_agent: string; events: number }[];
}

export interface ReadinessStep {
  name: string;
  title: string;
  done: boolean;
  /** The next thing to do, in words; empty when done. */
  next: string;
}
