// What people do when an ad is shown: rates with Wilson's intervals, each null where nothing was counted or the platform does not count it.
import type { ReadBase } from '../../base/base.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { wilson } from '../../report/quality/index.ts';
import { addressKey } from './analysis/tags.ts';

export interface Rate {
  rate: number;
  low: number;
  high: number;
  /** What was counted, of how many. */
  count: number;
  of: number;
}

export interface Attention {
  /** Views of a video of at least three seconds, of times shown. */
  hook: Rate | null;
  /** Of these, views to the end or of fifteen seconds. */
  hold: Rate | null;
  /** Clicks, of times shown. */
  click: Rate | null;
}

/** Counts of different places may not fit: a share is at most all of them. */
export function rateOf(count: number | null, of: number): Rate | null {
  if (count === null || !(of > 0)) return null;
  const hits = Math.min(count, of);
  const [low, high] = wilson(hits, of);
  return { rate: hits / of, low, high, count: hits, of };
}

/** By ad, as `addressKey` names it. An ad whose video nobody ever saw for three seconds is no video. */
export async function attentionOf(
  base: ReadBase,
  profileId: string,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Attention>> {
  const rows = await ask(base, profileId, statement('warehouse/act/creatives/attention', { from_day: from, to_day: to }));
  return new Map(
    rows.map(({ impressions, clicks, filmed, hooked, holdable, held, ...ad }) => {
      const isVideo = (hooked ?? 0) > 0;
      return [
        addressKey(ad),
        {
          hook: isVideo ? rateOf(hooked, filmed) : null,
          hold: isVideo ? rateOf(held, holdable) : null,
          click: rateOf(clicks, impressions),
        },
      ];
    }),
  );
}
