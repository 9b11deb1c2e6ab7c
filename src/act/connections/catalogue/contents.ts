// What creatives say and show, as the last complete reading of an account had it: texts of bounded number and length, the button, and the length and
// sides of a video, for which the first bytes of its file are read once.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Creative } from '../../../providers/ad-platform.ts';
import { OutsideRefusal } from '../../../providers/http/guard.ts';
import { storedTexts, storedVideo } from '../stored.ts';
import type { CatalogueOf } from './accept-objects.ts';
import { measureVideo, type VideoMeasures } from './video-measures.ts';

const MAX_TEXTS = 12;
const MAX_LETTERS = 1_000;
const MAX_BUTTON = 100;
const MAX_URL_LETTERS = 2_000;
/** The most creatives of an account. */
const MAX_CREATIVES = 20_000;
const MAX_ATTEMPTS = 3;
const VIDEOS_AT_ONCE = 2_000;

/** `unreadable`: of a container that nobody knows, or not to be had. */
export type Video = VideoMeasures | 'unreadable';

export interface Content {
  texts: readonly string[];
  button: string | undefined;
  /** Undefined where there is none, or before it was read. */
  video: Video | undefined;
}

const cut = (text: string, length: number): string => text.replaceAll('\u0000', '').trim().slice(0, length).toWellFormed();

/** Replaces what is known of the account's creatives; a video is read once. True where some are to be read. */
export function noteContents(
  base: Base,
  { profileId, platform, accountId }: CatalogueOf,
  creatives: readonly Creative[],
): boolean {
  const shown = new Map(creatives.map((each) => [each.id, each]));
  const rows = [...shown.values()]
    .slice(0, MAX_CREATIVES)
    .flatMap((creative): [string, string, string | null, string | null][] => {
      const texts = [...new Set((creative.texts ?? []).map((text) => cut(text, MAX_LETTERS)))].filter((text) => text !== '');
      const { videoUrl: url, callToAction } = creative;
      const video = url === undefined || url.length > MAX_URL_LETTERS ? null : url;
      const button = callToAction === undefined ? null : cut(callToAction, MAX_BUTTON);
      if (texts.length === 0 && button === null && video === null) return [];
      return [[creative.id, storedTexts.write(texts.slice(0, MAX_TEXTS)), button, video]];
    });
  const of = { profile_id: profileId, platform, account_id: accountId };
  return base.state.tx(() => {
    if (rows.length > 0)
      base.state.statement('act/connections/contents_put').run({ ...of, rows: JSON.stringify(rows), max_attempts: MAX_ATTEMPTS });
    return base.state.statement('act/connections/videos_open').all({ ...of, row_limit: 1 }).length > 0;
  });
}

export type ReadVideo = (url: string, from: number) => Promise<Buffer>;

/** Reads the length and sides of videos of an account that were not read yet, one by one. */
export async function measureVideos(
  base: Base,
  of: { profile_id: string; platform: string; account_id: string },
  { read, signal }: { read: ReadVideo; signal: AbortSignal },
): Promise<number> {
  const open = base.state.statement('act/connections/videos_open').all({ ...of, row_limit: VIDEOS_AT_ONCE });
  let measured = 0;
  for (const { creative_id, video_url: url } of open) {
    signal.throwIfAborted();
    if (url === null) continue;
    const found = await measureVideo((from) => read(url, from)).catch((error: unknown) => {
      if (error instanceof OutsideRefusal) return undefined;
      throw error;
    });
    const at = { profile_id: of.profile_id, platform: of.platform, creative_id };
    if (found) base.state.statement('act/connections/video_measured').run({ ...at, video: storedVideo.write(found) });
    else base.state.statement('act/connections/video_failed').run({ ...at, max_attempts: MAX_ATTEMPTS });
    if (found) measured += 1;
  }
  return measured;
}

const NOTHING: Content = { texts: [], button: undefined, video: undefined };

/** What the creatives of a profile say and show, by platform and creative. */
export function contentsOf(base: ReadBase, profileId: string): (platform: string, creativeId: string) => Content {
  const rows = base.state.statement('act/connections/contents_list').all({ profile_id: profileId });
  const known = new Map(rows.map((row) => [`${row.platform} ${row.creative_id}`, row]));
  return (platform, creativeId) => {
    const row = known.get(`${platform} ${creativeId}`);
    if (!row) return NOTHING;
    const video = row.video === null ? undefined : storedVideo.read(row.video);
    const isGivenUp = row.video_attempts >= MAX_ATTEMPTS;
    return {
      texts: storedTexts.read(row.texts),
      button: row.button ?? undefined,
      video: video ?? (isGivenUp ? 'unreadable' : undefined),
    };
  };
}
