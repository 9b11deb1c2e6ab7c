// The changes of ads that there are: as a caller wants them, and as they may be made by what the platform has now.
import type { AdPlace } from '../../connections/index.ts';
import type { LiveState, WriteValue } from '../stored.ts';

export interface Target {
  type: 'ad' | 'adset';
  id: string;
}

/** Whose an id is: needed where two platforms, or two accounts of one, use the same. */
export interface OfAccount {
  platform?: string | undefined;
  accountId?: string | undefined;
}

/** One change. `undoOf` is the change of the same target that is taken back. */
export type WantedWrite = OfAccount &
  (
    | { kind: 'pause' | 'resume' | 'duplicate_and_swap' | 'url_tags'; adId: string; undoOf?: string | undefined }
    | {
        kind: 'budget';
        adSetId: string;
        /** The new daily budget: in the platform's smallest units, as a change of the present one, or what it was before another change. */
        to: { minorUnits: number } | { changePercent: number } | { undoOf: string };
      }
  );

/** A change that may be made, by what the platform has now. */
export interface PreparedWrite {
  kind: WantedWrite['kind'];
  target: Target;
  place: AdPlace;
  name: string;
  currency: string;
  plannedOn: LiveState;
  before: WriteValue;
  after: WriteValue;
  undoes: string | null;
  /** The ad that the reversed duplicate-and-swap made. */
  copyId: string | null;
}

/** The handoff of a change that waits for a person. */
export interface RaisedHandoff {
  id: string;
  url: string;
  expires_at: string;
}
