// The decisions log: append-only, dense per profile, written in the transaction that changes the current value.
import { z } from 'zod';

/** Kinds whose effect reaches all history at once: the live warehouse waits at the first such decision until a replay swaps. */
const REPLAY_KINDS = ['definition', 'channel_rules', 'setting', 're_enrichment'] as const;
const KINDS = [
  'customer_created',
  'customer_confirmed',
  'customer_followed',
  'identifier_added',
  'identifier_moved',
  'identifier_left_off',
  'browser_linked',
  'browser_relinked',
  'merge_edge_added',
  'merge_edge_removed',
  'link_token_limit',
  'payment_payer',
  'payment_installment',
  'sale_pair',
  'facts_withdrawn',
  'facts_restored',
  'rate',
  'fit',
  'quarantine_verdict',
  'erasure',
  ...REPLAY_KINDS,
] as const;
export type DecisionKind = (typeof KINDS)[number];

export const isDecisionKind = (text: string): text is DecisionKind => KINDS.some((kind) => kind === text);

export interface NewDecision {
  profileId: string;
  kind: DecisionKind;
  /** The profile's last accepted fact when the decision was taken. */
  afterSeq: bigint;
  /** The fact that caused it (stitching). */
  causedBySeq?: bigint;
  subject: string;
  /** Tokens and settings, no clear personal data. */
  payload: unknown;
  /** `system`, or the principal: `person:<id>`, `key:<id>`. */
  actor: string;
  /** Milliseconds since 1970. */
  decidedAt: number;
}

export interface Decision extends NewDecision {
  decisionNo: bigint;
}

/** The clocks of the zone that the profile has, by a newer table: days change, and nothing else that is computed. */
const renewal = z.object({ name: z.literal('timezone'), renews: z.literal(true) });

/** True where only a replay can take it. */
export const needsReplay = ({ kind, payload }: Pick<Decision, 'kind' | 'payload'>): boolean =>
  REPLAY_KINDS.some((each) => each === kind) && !(kind === 'setting' && renewal.safeParse(payload).success);
