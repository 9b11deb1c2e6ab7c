// Faults of a profile's archive that its manifests and the journal show together, without reading a segment.
import { join } from 'node:path';
import type { KnownSegment } from './journal.ts';
import { type Damage, manifestPath, type Segment, segmentName } from './segments.ts';

export const withDamages = (damages: Damage[], more: (Damage | undefined)[]): Damage[] => {
  const named = new Set(damages.map(({ path }) => path));
  return [...damages, ...more.filter((damage) => damage !== undefined).filter(({ path }) => !named.has(path))];
};

/** Facts that neither the archive nor the journal contains, as after the loss of a profile's folder. */
export function gapAfter(segments: Segment[], folder: string, firstKept: bigint): Damage[] {
  const sealedUpTo = segments.at(-1)?.lastSeq ?? 0n;
  if (firstKept <= sealedUpTo + 1n) return [];
  return [{ path: folder, reason: `facts ${sealedUpTo + 1n} to ${firstKept - 1n} are neither here nor in the journal` }];
}

/** Segments that are not the ones that the journal knows: lost, of another age, or of a journal that is lost. */
export function strangers(folder: string, segments: Segment[], listed: KnownSegment[], firstKept: bigint): Damage[] {
  const damages: Damage[] = [];
  const found = new Map(segments.map((segment) => [segment.firstSeq, segment]));
  for (const { firstSeq, lastSeq, sha256, nextSha256 } of listed) {
    const segment = found.get(firstSeq);
    if (!segment) damages.push({ path: join(folder, segmentName(firstSeq, lastSeq)), reason: 'it was sealed, and is missing' });
    else if (segment.sha256 !== sha256 && segment.sha256 !== nextSha256)
      damages.push({
        path: manifestPath(segment.path),
        reason: 'it is not the one that was sealed last, as an older copy is not',
      });
    found.delete(firstSeq);
  }
  for (const segment of found.values())
    if (segment.lastSeq < firstKept) damages.push({ path: manifestPath(segment.path), reason: 'the journal does not know it' });
  return damages;
}
