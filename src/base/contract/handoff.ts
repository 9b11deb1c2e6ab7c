// Handoffs: something that an agent requests and a person decides, and what a slice says and does for each kind of them (the hook `handoffs`).
import type { Base, ReadBase } from '../base.ts';
import type { IntentPayload, Planned } from './operation.ts';

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
  outcome: HandoffOutcome | null;
  result: HandoffResult | null;
  endedAt: number | null;
}

export interface HandoffWords {
  title: string;
  /** The consequences, for the reader of the link, a paragraph each, without personal data. */
  text: string[];
  /** Paragraphs that are true only until it is decided. */
  pending?: string[];
  /** After it is decided: what came of each part. */
  done?: string[];
  /** The evidence and the planned writes, as tables of a name and a value a row. The texts may be those of strangers. */
  tables?: { title: string; rows: { name: string; value: string }[] }[];
  /** The button, or where to go to settle it elsewhere. */
  approve: { label: string; href?: string };
  reject: string;
}

export interface DecidedElsewhere {
  decidedBy: string;
  /** In the transaction that records the decision; answers as `approved` does. */
  apply: (tx: Base) => Record<string, unknown>;
}

export interface HandoffKind {
  /** The least role in the workspace that decides it. */
  role: 'owner' | 'admin';
  describe: (base: Base, handoff: Handoff) => HandoffWords;
  /** For a kind that is raised with a plan: the current plan. When it differs, the handoff ends as failed and nothing is done. */
  planned?: (tx: Base, handoff: Handoff) => Planned<IntentPayload>;
  /**
   * Carries out the decision in its transaction; answers as the direct call would. An ApiError ends it as failed. Undefined: it has begun, and the
   * job that carries it out ends the handoff (`endHandoff`).
   */
  approved: (tx: Base, handoff: Handoff, by: { actor: string }) => (Record<string, unknown> & { then?: never }) | undefined;
  /** After the decision to approve is stored: waits for what has begun, so that the page can show its end. */
  carriedOut?: (base: Base, handoff: Handoff) => Promise<void>;
  /** Runs when the handoff has expired without a decision, in the transaction that records it. */
  expired?: (tx: Base, handoff: Handoff) => void;
  /** Before it is rejected: from now on it is decided nowhere else. */
  close?: (base: ReadBase, handoff: Handoff) => Promise<void>;
  /** Further effects of declining; in the transaction that records the decision. */
  rejected?: (base: Base, handoff: Handoff, actor: string) => void;
  /** True for one that is not approved by our button. */
  isDecidedElsewhere?: (handoff: Handoff) => boolean;
  /** True if that has happened. */
  decidedElsewhere?: (base: ReadBase, handoff: Handoff) => Promise<DecidedElsewhere | undefined>;
}
