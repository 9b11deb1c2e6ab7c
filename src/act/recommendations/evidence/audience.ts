// Ads that are shown to people who would often come anyway: those who search for the shop itself, and those who were there before. Attribution credits such ads with
// sales that they did not cause, so what is said of them says so. Names tell, as accounts have no field for it on every platform.

export type Audience = 'brand' | 'retargeting';

const RETARGETING =
  /re-?target|re-?market|\brmkt|\brtg\b|abandon|warenkorb|carrito|panier|carrello|site visitors|past (?:buyers|purchasers|customers)|bestandskunden/;
const BRAND = /\b(?:brand(?:ed)?|marke|marca|marque)\b/;
const NO_BRAND = /\b(?:non|no|nicht|sin|hors|senza|generic)[\s_-]*(?:brand(?:ed)?|marke|marca|marque)\b/;
/** The demo's sandbox has campaigns of a search network among others. */
const SEARCH_PLATFORMS: ReadonlySet<string> = new Set(['google', 'microsoft', 'sandbox']);
/** A shorter name is part of too many words. */
const LEAST_LETTERS = 4;

/** The names of the shop by its hosts: `juniper` of `www.juniper.example`. */
export const shopNames = (hosts: readonly string[]): string[] =>
  hosts.flatMap((host) => {
    const [name = ''] = host
      .toLowerCase()
      .replace(/^www\./, '')
      .split('.');
    return name.length < LEAST_LETTERS ? [] : [name];
  });

interface Named {
  platform: string;
  /** Of the ad, its ad set and its campaign; null: unknown. */
  names: readonly (string | null)[];
}

/** Null where no name says so. */
export function audienceOf({ platform, names }: Named, shop: readonly string[]): Audience | null {
  const text = names.map((name) => name?.toLowerCase() ?? '').join(' | ');
  if (RETARGETING.test(text)) return 'retargeting';
  if (!SEARCH_PLATFORMS.has(platform) || NO_BRAND.test(text)) return null;
  const words = text.replaceAll(/[^\p{L}\p{N}|]+/gu, '');
  return BRAND.test(text.replaceAll('_', ' ')) || shop.some((name) => words.includes(name)) ? 'brand' : null;
}
