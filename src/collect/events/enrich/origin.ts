// Where an event says it came from: UTM values, click ids, ad ids and the referrer, as raw evidence. Nothing is classified
// here: rules change, evidence does not.

import { BoundedMap } from '../../../base/kit/bounded-map.ts';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { registrableDomain, withoutWww } from '../../../base/kit/domains.ts';
import { key62 } from '../../../base/kit/ids.ts';
import { readSeed } from '../../../base/kit/seeds.ts';
import { storedKey } from '../../../base/kit/text-key.ts';
import type { OriginKeys, OriginParts } from '../event-body.ts';
import { accountForm, resolvePlatform } from '../platforms.ts';
import { LIMITS } from '../reading.ts';
import { decodeForm, decodePercent, eachPair } from './page-url.ts';
import { MARKER } from './personal-names.ts';
import { isNoId, isPlaceholder } from './placeholders.ts';

export const MAX_UTM = 500;
export const MAX_ID = 256;
export const MAX_CLICK_ID = 2048;
const MAX_CLICK_KINDS = 32;

type AdField = 'campaign_id' | 'adset_id' | 'ad_id';
type UtmField = 'source' | 'medium' | 'campaign' | 'term' | 'content';

/** URL parameters that carry an ad's ids; for each field the earlier name wins over the later. */
const AD_PARAMETERS: Readonly<Record<AdField, readonly string[]>> = {
  campaign_id: ['campaignid', 'campaign_id', 'hsa_cam', 'gad_campaignid', 'utm_id', 'mtm_cid', 'pk_cid'],
  adset_id: ['adgroupid', 'adset_id', 'hsa_grp'],
  ad_id: ['adid', 'ad_id', 'creative', 'hsa_ad'],
};
/** Names of the same in other programs: of Matomo, today and before. Those of UTM win. */
const UTM_PARAMETERS: Readonly<Record<UtmField, readonly string[]>> = {
  source: ['utm_source', 'mtm_source', 'pk_source'],
  medium: ['utm_medium', 'mtm_medium', 'pk_medium'],
  campaign: ['utm_campaign', 'mtm_campaign', 'pk_campaign', 'piwik_campaign'],
  term: ['utm_term', 'mtm_keyword', 'mtm_kwd', 'pk_keyword', 'pk_kwd', 'piwik_kwd'],
  content: ['utm_content', 'mtm_content', 'pk_content'],
};
/** HubSpot's names of the ad account, and of its network where that is a known platform's name. */
const PLACE_PARAMETERS = { hsa_acc: 'account_id', hsa_net: 'platform' } as const;

type Meaning =
  | { what: 'utm'; field: UtmField; rank: number }
  | { what: 'ad'; field: AdField; rank: number }
  | { what: 'place'; field: 'account_id' | 'platform' }
  | { what: 'click' };

interface Vocabulary {
  parameters: ReadonlyMap<string, Meaning>;
  /** Kinds whose value names one click. */
  perClick: ReadonlySet<string>;
  known: ReadonlySet<string>;
}
let vocabulary: Vocabulary | undefined;

function words(): Vocabulary {
  if (vocabulary) return vocabulary;
  const parameters = new Map<string, Meaning>();
  for (const [field, names] of Object.entries(UTM_PARAMETERS))
    for (const [rank, name] of names.entries()) parameters.set(name, { what: 'utm', field: field as UtmField, rank });
  for (const [name, field] of Object.entries(PLACE_PARAMETERS)) parameters.set(name, { what: 'place', field });
  for (const [field, names] of Object.entries(AD_PARAMETERS)) {
    names.forEach((name, rank) => {
      parameters.set(name, { what: 'ad', field: field as AdField, rank });
    });
  }
  const clickIds = readSeed('click_ids');
  const kinds = new Set(clickIds.map((row) => row.kind));
  for (const kind of kinds) parameters.set(kind, { what: 'click' });
  const perClick = new Set(clickIds.filter((row) => row.per_click === 'true').map((row) => row.kind));
  vocabulary = { parameters, perClick, known: kinds };
  return vocabulary;
}

const SAME = [...Object.values(AD_PARAMETERS), ...Object.values(UTM_PARAMETERS)];

/** The names of parameters that are read as the same as this one, itself among them. */
export const namesOfSame = (name: string): readonly string[] => SAME.find((names) => names.includes(name)) ?? [name];

/** Is this the (raw) name of a parameter whose value is an id of an ad or of a click? */
export function isEvidenceName(name: string): boolean {
  const meaning = words().parameters.get(name.toLowerCase());
  return meaning !== undefined && meaning.what !== 'utm';
}

/** The evidence of one event, before it is joined into `OriginParts`. */
export interface Evidence {
  utm: Partial<Record<UtmField, string>>;
  ad: Partial<Record<AdField | 'platform' | 'account_id', string>>;
  clickIds: Map<string, string>;
  /** From an fbc: when the click happened, in microseconds. */
  clickedAt?: number;
  /** Click ids left out because they were longer than any real one. */
  dropped: number;
}

export const noEvidence = (): Evidence => ({ utm: {}, ad: {}, clickIds: new Map(), dropped: 0 });

/** Reads a page's query. The first of two equal names counts. */
export function evidenceOfQuery(query: string): Evidence {
  const evidence = noEvidence();
  if (query === '') return evidence;
  const { parameters } = words();
  const ranks: Partial<Record<AdField | UtmField, number>> = {};
  const isBetter = ({ field, rank }: { field: AdField | UtmField; rank: number }): boolean =>
    rank < (ranks[field] ?? Number.POSITIVE_INFINITY);
  eachPair(separated(query), (name, raw) => {
    const meaning = parameters.get(name);
    if (!meaning) return;
    if (meaning.what === 'click') {
      if (!isNoId(raw)) addClickId(evidence, name, decodePercent(raw));
      return;
    }
    const value = decodedValue(raw);
    // TRICKY: `%%CAMPAIGN%%` is a template as it was written; decoded, its `%CA` is a letter that is broken.
    if (isPlaceholder(value) || isPlaceholder(raw)) return;
    if (meaning.what === 'place') {
      if (value.length <= MAX_ID && !isNoId(value)) addPlace(evidence, meaning.field, value);
      return;
    }
    if (!isBetter(meaning)) return;
    if (meaning.what === 'utm') evidence.utm[meaning.field] = value.slice(0, MAX_UTM);
    else if (value.length <= MAX_ID && !isNoId(value)) evidence.ad[meaning.field] = value;
    else return;
    ranks[meaning.field] = meaning.rank;
  });
  return evidence;
}

function addPlace(evidence: Evidence, field: 'account_id' | 'platform', value: string): void {
  if (field === 'account_id') evidence.ad.account_id ??= value.slice(0, LIMITS.account_id);
  else {
    const { platform, isKnown } = resolvePlatform(value);
    if (isKnown) evidence.ad.platform ??= platform;
  }
}

const SEMICOLON = /;(?=([a-z_]+)=)/gi;

/** A semicolon before the name of a parameter separates, as in old forms; elsewhere it is a letter of a value. */
const separated = (query: string): string =>
  query.includes(';')
    ? query.replace(SEMICOLON, (mark: string, name: string) => (words().parameters.has(name.toLowerCase()) ? '&' : mark))
    : query;

const STILL_ENCODED = /%[0-9a-f]{2}/i;

/** Decoded; once more where it was encoded twice. */
function decodedValue(raw: string): string {
  const value = decodeForm(raw).trim();
  return raw.includes('%25') && STILL_ENCODED.test(value) ? decodeForm(value).trim() : value;
}

/** Keeps a click id verbatim; the first value of a kind is used. One that contained personal data names no click any more. */
function addClickId(evidence: Evidence, kind: string, value: string): void {
  if (isNoId(value) || value.includes(MARKER) || evidence.clickIds.has(kind)) return;
  if (value.length > MAX_CLICK_ID || !value.isWellFormed() || value.includes('\0') || evidence.clickIds.size >= MAX_CLICK_KINDS)
    evidence.dropped++;
  else evidence.clickIds.set(kind, value);
}

const KIND = /^[a-z_][a-z0-9_.-]{0,63}$/;
/** Meta's builder of parameters ends an fbc with a mark of itself: two letters for its language or, since its second form, eight. */
const FBC = /^fb\.\d+\.(\d{12,14})\.(.+?)(?:\.(?:AQ[\w-]{6}|A[Qgw]|B[AQg]))?$/s;

/**
 * Adds click ids named by the sender; they win over those in the URL. An fbc (`fb.<index>.<click time in ms>.<fbclid>`)
 * gives the fbclid it contains and the click's time, unless a bare fbclid says otherwise: that one is the newer.
 */
export function addNamedClickIds(evidence: Evidence, named: Readonly<Record<string, unknown>>): void {
  const input = noEvidence();
  let fbc: RegExpExecArray | null = null;
  for (const [name, value] of Object.entries(named)) {
    const kind = name.trim().toLowerCase();
    if (value === null || value === undefined || value === '') continue;
    const text = String(value);
    if (kind === 'fbc' || kind === '_fbc') fbc = FBC.exec(text.trim());
    else if (KIND.test(kind) && kind !== '__proto__') addClickId(input, kind, text);
    else input.dropped++;
  }
  for (const [kind, value] of input.clickIds) evidence.clickIds.set(kind, value);
  evidence.dropped += input.dropped;
  if (!fbc) return;
  const [, clickedMs = '', fbclid = ''] = fbc;
  addClickId(evidence, 'fbclid', fbclid);
  if (evidence.clickIds.get('fbclid') === fbclid) evidence.clickedAt = Number(clickedMs) * 1000;
}

/** The referrer's host, and its registrable domain. Apps refer as `android-app://<package>` and `ios-app://<number>/…`. */
export function readReferrer(text: string): { host: string; domain: string } | undefined {
  const bare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? `https://${text}` : text;
  const parsed = URL.parse(bare);
  if (!parsed || parsed.hostname === '') return undefined;
  const host = withoutWww(parsed.hostname.toLowerCase());
  if (parsed.protocol === 'https:' || parsed.protocol === 'http:') return { host, domain: registrableDomain(host) };
  if (parsed.protocol === 'android-app:' || parsed.protocol === 'ios-app:') return { host, domain: host };
  return undefined;
}

/** The evidence as the origin's parts; `referrer` is already known to be another site's. */
export function originOf(evidence: Evidence, referrer: { host: string; domain: string } | undefined): OriginParts {
  const { utm, ad, clickIds } = evidence;
  const parts: OriginParts = {};
  if (utm.source) parts.utm_source = utm.source;
  if (utm.medium) parts.utm_medium = utm.medium;
  if (utm.campaign) parts.utm_campaign = utm.campaign;
  if (ad.platform) parts.platform = ad.platform;
  if (ad.account_id) parts.account_id = accountForm(ad.platform ?? '', ad.account_id);
  if (ad.campaign_id) parts.campaign_id = ad.campaign_id;
  if (ad.adset_id) parts.adset_id = ad.adset_id;
  if (ad.ad_id) parts.ad_id = ad.ad_id;
  if (clickIds.size > 0) parts.click_kinds = [...clickIds.keys()].sort().join(',');
  if (referrer) {
    parts.referrer_host = referrer.host;
    parts.referrer_domain = referrer.domain;
  }
  return parts;
}

/** The parts with the keys of their texts. */
export function withKeys(parts: OriginParts): OriginParts & OriginKeys {
  const keyed: OriginParts & OriginKeys = { ...parts };
  const [source, medium, campaign] = [parts.utm_source, parts.utm_medium, parts.utm_campaign].map(storedKey);
  if (source !== undefined) keyed.source_key = source;
  if (medium !== undefined) keyed.medium_key = medium;
  if (campaign !== undefined) keyed.campaign_key = campaign;
  return keyed;
}

const originKeys = new BoundedMap<string>(20_000);

/** The origin's number: the 62-bit key of its parts, in digits. */
export const originKey = (parts: OriginParts): string =>
  // `originOf` writes its parts in one order; the canonical text is four times as dear and is made once per origin.
  originKeys.get(JSON.stringify(parts), () => key62(`origin:${canonicalJson(parts)}`).toString());

/** A number per click id, and one of all together. Markers and ids of whole mailings are evidence, but name no single click. */
export function clickKeys(clickIds: ReadonlyMap<string, string>): {
  clicks: { kind: string; click_key: string }[];
  hash: string;
} {
  const { perClick, known: names } = words();
  const pairs = [...clickIds].sort(([a], [b]) => (a < b ? -1 : 1));
  const clicks = pairs
    .filter(([kind]) => perClick.has(kind) || !names.has(kind))
    .map(([kind, value]) => ({ kind, click_key: key62(`click:${kind}:${value}`).toString() }));
  return { clicks, hash: key62(`clicks:${pairs.map(([kind, value]) => `${kind}:${value}`).join('\n')}`).toString() };
}
