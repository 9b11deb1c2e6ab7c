// The rule composer: tags of an ad from the platform's fields, the sides of its picture and the words of its name and text. Without evidence
// there is no tag.
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import type { Content } from '../../connections/index.ts';
import { levelsShown } from './by-words.ts';
import { aspectOf, pictureSizeOf } from './picture-size.ts';
import type { Found, Source, Tag } from './stored.ts';

export type KnownAd = WarehouseRow<'warehouse/act/creatives/ads_known'>;

/** An ad with all that is read of it. */
export interface AdInputs {
  ad: KnownAd;
  /** Texts of its author: its names and, where it opens a chat, the greeting. */
  texts: readonly string[];
  /** Names of its campaign and ad set. */
  places: readonly string[];
  /** The platform's word for the button. */
  callToAction: string | undefined;
  picture: Buffer | 'none' | 'gone';
  /** Its texts are among `texts`. */
  content: Content;
}

export const BY_RULE = 'rules-1';
const MAX_EVIDENCE = 120;

const BUTTONS: readonly [RegExp, string][] = [
  [/MESSAGE|WHATSAPP|CHAT/, 'message'],
  [/SHOP|BUY|ORDER/, 'shop'],
  [/LEARN|MORE/, 'learn'],
  [/SIGN|SUBSCRIBE|REGISTER/, 'sign_up'],
  [/BOOK|QUOTE|APPOINTMENT/, 'book'],
  [/DOWNLOAD|INSTALL/, 'download'],
];

const LANDINGS: readonly [RegExp, string][] = [
  [/^\/?$/, 'home'],
  [/\/(?:products?|produkte?|p|dp|item)\//, 'product'],
  [/\/(?:collections?|categor(?:y|ies)|kategorien?|shop|c)(?:\/|$)/, 'list'],
  [/\/(?:contact|kontakt|demo|quote|signup|sign-up|register|book(?:ing)?|lead)(?:\/|$|-)/, 'form'],
  [/\/(?:blog|articles?|guides?|stories|magazine?)(?:\/|$)/, 'article'],
];

const cut = (text: string): string => text.trim().slice(0, MAX_EVIDENCE).toWellFormed();
const tagOf = (dimension: string, level: string, source: Source, evidence: string): Tag => ({
  dimension,
  level,
  source,
  evidence: cut(evidence),
});

function tagsOfWords({ ad, texts, places, content }: AdInputs): Tag[] {
  const isCopy = (text: string): boolean => content.texts.includes(text) || (text !== ad.ad_name && text !== ad.creative_name);
  const shown = levelsShown({ copy: texts.filter(isCopy), names: texts.filter((text) => !isCopy(text)), places });
  return [...shown].map(([dimension, { level, evidence }]) => tagOf(dimension, level, 'words', evidence));
}

function landingOf({ landing_page_url: url }: KnownAd): Tag[] {
  if (url === null || !URL.canParse(url)) return [];
  const { pathname } = new URL(url);
  const [, level] = LANDINGS.find(([path]) => path.test(pathname.toLowerCase())) ?? [undefined, 'other'];
  return [tagOf('landing', level, 'platform', pathname)];
}

function buttonOf(word: string | undefined): Tag[] {
  const [, level] = BUTTONS.find(([pattern]) => pattern.test(word ?? '')) ?? [];
  return level === undefined ? [] : [tagOf('call_to_action', level, 'platform', word ?? '')];
}

/** The length that the author wrote into the name of a video. */
function lengthOf({ ad, texts }: AdInputs): Tag[] {
  if (ad.creative_type !== 'video') return [];
  const found = texts
    .map((text) => /(?<![\p{L}\p{N}])(\d{1,3}) ?(?:s|secs?|seconds|sek)(?![\p{L}\p{N}])/iu.exec(text))
    .find(Boolean);
  if (!found) return [];
  return [tagOf('length', lengthLevel(Number(found[1])), 'words', found[0])];
}

function lengthLevel(seconds: number): string {
  if (seconds <= 6) return 'up_to_6s';
  if (seconds <= 15) return '7_to_15s';
  return seconds <= 30 ? '16_to_30s' : 'over_30s';
}

/** What the video's own file says. */
function videoTags({ content: { video } }: AdInputs): Tag[] {
  if (video === undefined || video === 'unreadable') return [];
  const { seconds, width, height } = video;
  return [
    tagOf('aspect', aspectOf({ width, height }), 'video', `${width} × ${height}`),
    ...(seconds === null ? [] : [tagOf('length', lengthLevel(Math.round(seconds)), 'video', `${seconds} s`)]),
  ];
}

function aspectTag(picture: AdInputs['picture']): { picture: Found['picture']; tags: Tag[] } {
  if (typeof picture === 'string') return { picture, tags: [] };
  const size = pictureSizeOf(picture);
  if (!size) return { picture: 'unreadable', tags: [] };
  return { picture: 'read', tags: [tagOf('aspect', aspectOf(size), 'picture', `${size.width} × ${size.height}`)] };
}

const videoState = ({ ad, content: { video } }: AdInputs): Found['video'] => {
  if (video === undefined) return ad.creative_type === 'video' ? 'none' : null;
  return video === 'unreadable' ? 'unreadable' : 'read';
};

export function composeByRule(inputs: AdInputs): Pick<Found, 'tags' | 'picture' | 'video'> {
  const { ad, callToAction, picture } = inputs;
  const aspect = aspectTag(picture);
  const format = ad.creative_type === null ? [] : [tagOf('format', ad.creative_type, 'platform', ad.creative_type)];
  const tags = [
    ...format,
    ...videoTags(inputs),
    ...aspect.tags,
    ...landingOf(ad),
    ...buttonOf(callToAction),
    ...lengthOf(inputs),
    ...tagsOfWords(inputs),
  ];
  return { tags, picture: aspect.picture, video: videoState(inputs) };
}
