// The archive's implementation: which segments a profile has, and whose turn it is to seal, verify, rewrite or purge them.
import { existsSync, rmSync } from 'node:fs';
import type { Statement } from '../warehouse/port.ts';
import { Mutex } from '../work/memo.ts';
import {
  type Archive,
  archiveAhead,
  archiveFolder,
  type ChangeFacts,
  type FactSources,
  type FindFacts,
  type Load,
} from './archive.ts';
import { gapAfter, strangers, withDamages } from './archive-damages.ts';
import { least } from './group.ts';
import type { KnownSegment } from './journal.ts';
import { cleanLanding, cleanUnfinished, finishAllLoads, finishLoads, finishRewriting, loadingMark } from './leftovers.ts';
import { SegmentFiles, type SegmentFilesOptions } from './segment-files.ts';
import { ArchiveDamaged, archivedFiles, type Damage, manifestPath, readSegments, type Segment } from './segments.ts';
import { Soundness } from './soundness.ts';

export interface OpenArchiveOptions extends SegmentFilesOptions {
  dataDir: string;
  /** The seq up to which a profile is stitched: newer facts stay in the journal, the only store of their clear traits. */
  stitchedUpTo: (profileId: string) => bigint;
  segmentRows?: number;
}

const SEGMENT_ROWS = 1_000_000;

/**
 * Deletes what an interrupted seal left behind, and finishes the trimming of what is sealed and stitched.
 * @throws StoresDisagree when the archive contains facts that the journal never issued: seqs would be issued twice.
 */
export async function openArchive(options: OpenArchiveOptions): Promise<Archive> {
  finishAllLoads(options);
  for (const profile of options.journal.profiles()) {
    const folder = archiveFolder(options.dataDir, profile.profileId);
    cleanLanding(options.warehouse.landingFolder(profile.profileId));
    finishRewriting(folder);
    const { segments, damages } = readSegments(folder, profile.profileId);
    const sealedUpTo = segments.at(-1)?.lastSeq ?? 0n;
    if (sealedUpTo > profile.lastSeq) throw archiveAhead(profile.profileId, sealedUpTo, profile.lastSeq);
    cleanUnfinished(folder, profile.firstKept);
    const listed = options.journal.knownSegments(profile.profileId);
    // An earlier version recorded none; a seal that was cut off has trimmed nothing yet.
    for (const segment of segments)
      if (damages.length === 0 && (listed.length === 0 || segment.firstSeq >= profile.firstKept))
        await options.journal.recordSegment(profile.profileId, knownSegmentOf(segment));
    const upTo = least(sealedUpTo, options.stitchedUpTo(profile.profileId));
    if (damages.length === 0 && profile.firstKept <= upTo) await options.journal.trim(profile.profileId, upTo);
  }
  return new FileArchive(options);
}

const knownSegmentOf = ({ firstSeq, lastSeq, sha256 }: Segment): KnownSegment => ({
  firstSeq,
  lastSeq,
  sha256,
  nextSha256: null,
});

class FileArchive implements Archive {
  readonly #options: OpenArchiveOptions;
  readonly #files: SegmentFiles;
  readonly #known = new Map<string, Segment[]>();
  readonly #soundness = new Soundness();
  /** One of sealing, verifying and purging at a time, per profile. */
  readonly #turns = new Mutex();

  constructor(options: OpenArchiveOptions) {
    this.#options = options;
    this.#files = new SegmentFiles(options);
  }

  segments(profileId: string): Segment[] {
    const cached = this.#known.get(profileId);
    if (cached) return cached;
    const { segments, damages } = readSegments(this.#folder(profileId), profileId);
    const [damage] = [...damages, ...gapAfter(segments, this.#folder(profileId), this.#firstKept(profileId))];
    if (damage) throw new ArchiveDamaged(damage);
    this.#known.set(profileId, segments);
    return segments;
  }

  sealedUpTo(profileId: string): bigint {
    return this.segments(profileId).at(-1)?.lastSeq ?? 0n;
  }

  describeFacts(profileId: string): FactSources {
    const segments = this.segments(profileId);
    return { segments, sealedUpTo: segments.at(-1)?.lastSeq ?? 0n, lastSeq: this.#options.journal.lastSeq(profileId) };
  }

  seal(profileId: string, upTo: bigint, onProgress?: (seq: bigint) => void): Promise<Segment[]> {
    return this.#turns.run(profileId, () => this.#seal(profileId, upTo, onProgress));
  }

  load(profileId: string, load: Load): Promise<bigint> {
    return this.#turns.run(profileId, async () => {
      const { journal } = this.#options;
      // Most of what waits is sealed while appends still go on.
      await this.#sealAll(profileId);
      const letGo = await journal.holdAppends(profileId);
      try {
        await this.#sealAll(profileId);
        return await this.#load(profileId, load);
      } finally {
        letGo();
      }
    });
  }

  async #sealAll(profileId: string): Promise<void> {
    const { journal } = this.#options;
    const lastSeq = journal.lastSeq(profileId);
    if (lastSeq > this.sealedUpTo(profileId)) await this.#seal(profileId, lastSeq);
    // What an earlier seal did not get to trim.
    else if (lastSeq > 0n) await journal.trim(profileId, lastSeq);
  }

  /** The segment comes first, with a mark; what crashes before the journal counts its facts has written nothing. */
  async #load(profileId: string, load: Load): Promise<bigint> {
    const { journal } = this.#options;
    const folder = this.#folder(profileId);
    const lastSeq = journal.lastSeq(profileId);
    finishLoads(folder, lastSeq);
    const first = lastSeq + 1n;
    const planned = await load(first);
    if (planned.rows === 0) return first;
    const range = { profileId, first, last: lastSeq + BigInt(planned.rows) };
    try {
      const segment = await this.#files.load(range, folder, planned);
      this.#options.onStep?.('append');
      await journal.appendSealed(profileId, knownSegmentOf(segment), planned.kept);
      this.#options.onStep?.('appended');
      this.#known.set(profileId, [...this.segments(profileId), segment]);
      this.#soundness.trust(segment);
      rmSync(loadingMark(segment.path), { force: true });
      return first;
    } catch (error) {
      this.#known.delete(profileId);
      finishLoads(folder, journal.lastSeq(profileId));
      cleanUnfinished(folder, first);
      throw error;
    }
  }

  async #seal(profileId: string, upTo: bigint, onProgress: (seq: bigint) => void = () => undefined): Promise<Segment[]> {
    const { journal } = this.#options;
    await journal.whenFree();
    const lastSeq = journal.lastSeq(profileId);
    if (upTo > lastSeq) throw new RangeError(`cannot seal up to ${upTo}: the last fact is ${lastSeq}`);
    const results: Segment[] = [];
    const folder = this.#folder(profileId);
    const rows = BigInt(this.#options.segmentRows ?? SEGMENT_ROWS);
    for (let first = this.sealedUpTo(profileId) + 1n; first <= upTo; first = this.sealedUpTo(profileId) + 1n) {
      const last = first + rows - 1n < upTo ? first + rows - 1n : upTo;
      const segment = await this.#files.seal({ profileId, first, last }, folder, onProgress).catch((error) => {
        // As on a full disk: its leftovers take up room, and what a manifest got to name counts.
        this.#known.delete(profileId);
        cleanUnfinished(folder, first);
        throw error;
      });
      this.#known.set(profileId, [...this.segments(profileId), segment]);
      this.#soundness.trust(segment);
      results.push(segment);
      this.#options.onStep?.('trim');
      await journal.recordSegment(profileId, knownSegmentOf(segment));
      await journal.trim(profileId, last);
    }
    // No caller waits for the room.
    if (results.length > 0) void journal.giveBack().catch(() => undefined);
    return results;
  }

  async verify(profileId: string): Promise<Damage[]> {
    return this.#turns.run(profileId, async () => {
      this.#known.delete(profileId);
      const { segments, damages } = this.#look(profileId);
      const named = new Set(damages.map((damage) => damage.path));
      for (const segment of segments) {
        if (named.has(segment.path)) continue;
        const reason = await this.#files.contentDamage(segment);
        if (reason) damages.push({ path: segment.path, reason });
      }
      return damages;
    });
  }

  async inspectFolder(profileId: string, folder: string): Promise<{ segments: Segment[]; damages: Damage[] }> {
    const { segments, damages } = readSegments(folder, profileId);
    const ofSegments = new Set(segments.flatMap(({ path }) => [path, manifestPath(path)]));
    for (const path of archivedFiles(folder))
      if (!ofSegments.has(path)) damages.push({ path, reason: 'it belongs to no segment' });
    for (const segment of damages.length === 0 ? segments : []) {
      const reason = await this.#files.contentDamage(segment);
      if (reason) damages.push({ path: segment.path, reason });
    }
    return { segments, damages };
  }

  damages(profileId: string): Damage[] {
    const { segments, damages } = this.#look(profileId);
    return withDamages(
      damages,
      segments.map((segment) => this.#soundness.known(segment)),
    );
  }

  async inspect(profileId: string): Promise<Damage[]> {
    const { segments, damages } = this.#look(profileId);
    const read: (Damage | undefined)[] = [];
    for (const segment of segments) read.push(await this.#soundness.damageOf(segment));
    return withDamages(damages, read);
  }

  async scrub(profileId: string, bytesPerSecond: number, isStopped: () => boolean): Promise<Damage[]> {
    const { segments, damages } = this.#look(profileId);
    const read: (Damage | undefined)[] = [];
    for (const segment of segments) {
      if (isStopped()) break;
      read.push(await this.#soundness.scrub(segment, bytesPerSecond, isStopped));
    }
    return withDamages(damages, read);
  }

  async requireSound(segment: Segment): Promise<void> {
    const damage = await this.#soundness.damageOf(segment);
    if (damage) throw new ArchiveDamaged(damage);
  }

  /** All faults that can be found without reading files, with the facts that neither the archive nor the journal contains. */
  #look(profileId: string): { segments: Segment[]; damages: Damage[] } {
    const folder = this.#folder(profileId);
    // Asked first: what is sealed and trimmed between the two looks is in the archive.
    const listed = this.#options.journal.knownSegments(profileId);
    const firstKept = this.#firstKept(profileId);
    const { segments, damages } = readSegments(folder, profileId);
    for (const file of archivedFiles(folder)) {
      const lastSeq = /-(\d+)\.parquet$/.exec(file)?.[1];
      // A seal that is under way names its file before its manifest.
      if (lastSeq && BigInt(lastSeq) < firstKept && !existsSync(manifestPath(file)))
        damages.push({ path: file, reason: 'its manifest is missing' });
    }
    damages.push(...gapAfter(segments, folder, firstKept));
    damages.push(...strangers(folder, segments, listed, firstKept));
    return { segments, damages };
  }

  /** The first fact that the journal still has. */
  #firstKept(profileId: string): bigint {
    return this.#options.journal.profiles().find((each) => each.profileId === profileId)?.firstKept ?? 1n;
  }

  async *find<AnyRow>(profileId: string, find: Statement<AnyRow>): AsyncGenerator<AnyRow[]> {
    for (const segment of this.segments(profileId)) {
      await this.requireSound(segment);
      yield await this.#files.rowsOf(segment, find);
    }
  }

  rewrite(profileId: string, find: FindFacts, change: ChangeFacts): Promise<{ segments: number; facts: number }> {
    return this.#turns.run(profileId, async () => {
      const done = { segments: 0, facts: 0 };
      for (const segment of this.segments(profileId)) {
        // A damaged file would get a new checksum, and count as sound from then on.
        await this.requireSound(segment);
        const changed = change(await this.#files.rowsOf(segment, find));
        if (changed.length === 0) continue;
        const rewritten = await this.#files.rewrite(segment, changed, (next) =>
          this.#options.journal.recordSegment(profileId, { ...knownSegmentOf(segment), nextSha256: next.sha256 }),
        );
        await this.#options.journal.recordSegment(profileId, knownSegmentOf(rewritten));
        this.#soundness.trust(rewritten);
        this.#known.set(
          profileId,
          this.segments(profileId).map((existing) => (existing.path === segment.path ? rewritten : existing)),
        );
        done.segments += 1;
        done.facts += changed.length;
      }
      return done;
    });
  }

  purge(profileId: string): Promise<void> {
    return this.#turns.run(profileId, async () => {
      await this.#options.journal.whenFree();
      this.#known.delete(profileId);
      rmSync(this.#folder(profileId), { recursive: true, force: true });
    });
  }

  #folder(profileId: string): string {
    if (!/^[0-9a-f-]{36}$/.test(profileId)) throw new RangeError(`not a profile id: ${profileId}`);
    return archiveFolder(this.#options.dataDir, profileId);
  }
}
