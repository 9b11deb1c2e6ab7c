// Copying the pictures of creatives, and measuring their videos, since the links of platforms end: a few at a time, of bounded size, and only what is a picture. One that
// cannot be had is tried again after later readings, and then given up: an ad without a picture is an ad.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import { DISK_TIGHT, usedShare } from '../../../base/files/disk.ts';
import { defineJob, type JobRun } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import type { Creative } from '../../../providers/ad-platform.ts';
import { createOutside, type Outside, OutsideRefusal, outside } from '../../../providers/http/guard.ts';
import { platformOf, providerOf } from '../providers.ts';
import type { CatalogueOf } from './accept-objects.ts';
import { measureVideos, noteContents, type ReadVideo } from './contents.ts';
import { hashOf } from './picture-hash.ts';
import { pictureTypeOf } from './picture-type.ts';
import { storePicture } from './pictures.ts';

const MAX_BYTES = 524_288;
const MAX_ATTEMPTS = 3;
const MAX_URL_LETTERS = 2_000;
/** The most pictures of an account; creatives beyond them have none. */
const MAX_PICTURES = 20_000;
const AT_ONCE = 4;
/** Of a video, at once. */
const PORTION_BYTES = 65_536;

const payload = z.object({ provider: z.string(), account_id: z.string() });
type Payload = z.infer<typeof payload>;

export const copyPicturesJob = defineJob<Payload>({
  kind: 'copy_pictures',
  payload,
  concurrencyKey: ({ profileId, payload: of }) => `pictures:${profileId}:${of.provider}:${of.account_id}`,
  concurrency: 2,
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'pictures of ads could not be copied; the service retries automatically',
  run: copyPictures,
});

/** Notes where the platform shows pictures that were not copied yet, and has them copied. */
export function notePictures(base: Base, of: CatalogueOf, creatives: readonly Creative[]): void {
  const { profileId, platform, accountId } = of;
  const hasVideos = noteContents(base, of, creatives);
  const at = { profile_id: profileId, platform, account_id: accountId };
  const stored = base.state.statement('act/connections/pictures_list').all(at);
  const known = new Map(stored.map((row) => [row.creative_id, row]));
  const shown = new Map(creatives.map(({ id, thumbnailUrl }) => [id, thumbnailUrl]));
  let room = MAX_PICTURES - known.size;
  const rows = [...shown].flatMap(([id, url]): [string, string, string][] => {
    if (url === undefined || url.length > MAX_URL_LETTERS) return [];
    const row = known.get(id);
    const isOpen =
      row === undefined
        ? room > 0
        : (row.content_type === null || row.lost_at !== null) && row.attempts < MAX_ATTEMPTS && row.url !== url;
    if (!isOpen) return [];
    if (row === undefined) room -= 1;
    return [[randomUUID(), id, url]];
  });
  const isWaiting = hasVideos || rows.length > 0 || stored.some(({ url }) => url !== null);
  if (!isWaiting) return;
  base.state.tx(() => {
    if (rows.length > 0) base.state.statement('act/connections/pictures_put').run({ ...at, rows: JSON.stringify(rows) });
    addJob(base, copyPicturesJob, {
      profileId,
      payload: { provider: platform, account_id: accountId },
      dedupeKey: `${profileId} ${platform} ${accountId}`,
    });
  });
}

interface OpenPicture {
  picture_id: string;
  url: string | null;
}

async function copyPictures(base: Base, { profileId, payload: of, signal }: JobRun<Payload>): Promise<unknown> {
  if (usedShare(base.config.dataDir) >= DISK_TIGHT) return { skipped: 'the disk is nearly full' };
  const ask = await wayOf(base, of.provider);
  const read = pictureReader(ask);
  const at = { profile_id: profileId, platform: of.provider, account_id: of.account_id };
  const open: OpenPicture[] = base.state.statement('act/connections/pictures_open').all({ ...at, row_limit: MAX_PICTURES });
  let [copied, next] = [0, 0];
  const work = async (): Promise<void> => {
    for (let picture = open[next++]; picture && !signal.aborted; picture = open[next++])
      if (await copyOne(base, profileId, picture, read)) copied += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal.throwIfAborted();
  const videos = await measureVideos(base, at, { read: portionReader(ask), signal });
  return { copied, failed: open.length - copied, videos };
}

type ReadPicture = (url: string) => Promise<Buffer>;

/** By the guard, as the address is anybody's; the platform's own that is not public is reached where it is configured. */
async function wayOf(base: Base, provider: string): Promise<Outside> {
  const { pictureOrigin } = await platformOf(base, providerOf(provider));
  const ofPlatform = createOutside({ isAllowed: () => true, ports: 'any', asksInnerNames: true });
  return (url, call) => {
    const way = pictureOrigin !== undefined && URL.parse(url)?.origin === pictureOrigin ? ofPlatform : outside(base);
    return way(url, call);
  };
}

const pictureReader =
  (ask: Outside): ReadPicture =>
  async (url) => {
    const { status, body } = await ask(url, { maxBytes: MAX_BYTES });
    if (status !== 200) throw new OutsideRefusal('unreachable', `the server of the picture returned ${status}`);
    return body;
  };

/** A server that sends the whole file instead is read up to the same length, and from its beginning alone. */
const portionReader =
  (ask: Outside): ReadVideo =>
  async (url, from) => {
    const headers = { range: `bytes=${from}-${from + PORTION_BYTES - 1}` };
    const { status, body } = await ask(url, { maxBytes: PORTION_BYTES, isBodyCut: true, headers });
    if (status === 416) return Buffer.alloc(0);
    if (status !== 206 && !(status === 200 && from === 0))
      throw new OutsideRefusal('unreachable', `the server of the video returned ${status}`);
    return body;
  };

async function copyOne(base: Base, profileId: string, { picture_id, url }: OpenPicture, read: ReadPicture): Promise<boolean> {
  const bytes = await read(url ?? '').catch((error: unknown) => {
    if (error instanceof OutsideRefusal) return undefined;
    throw error;
  });
  const contentType = bytes && pictureTypeOf(bytes);
  if (!bytes || !contentType) {
    base.state.statement('act/connections/picture_failed').run({ picture_id, max_attempts: MAX_ATTEMPTS });
    return false;
  }
  await storePicture(base, profileId, picture_id, bytes);
  base.state.statement('act/connections/picture_copied').run({
    picture_id,
    content_type: contentType,
    sha256: hashOf(bytes),
    now: base.clock.now(),
  });
  return true;
}
