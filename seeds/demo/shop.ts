// The demo shop as it is before the first visitor: what it sells, where its visitors come from, what it advertises.
import type { Ad } from './ads.ts';
import type { Chance } from './random.ts';

export const SHOP = {
  domain: 'juniperandoak.example',
  name: 'Juniper & Oak',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
} as const;

export interface Product {
  path: string;
  /** Cents. */
  price: number;
}

export const PRODUCTS: readonly Product[] = [
  { path: '/p/standing-desk-oak', price: 64900 },
  { path: '/p/standing-desk-walnut', price: 72900 },
  { path: '/p/task-chair-mesh', price: 32900 },
  { path: '/p/task-chair-wool', price: 41900 },
  { path: '/p/desk-lamp-brass', price: 11900 },
  { path: '/p/desk-lamp-arc', price: 8950 },
  { path: '/p/monitor-arm', price: 12900 },
  { path: '/p/shelf-juniper', price: 18900 },
  { path: '/p/cable-tray', price: 2990 },
  { path: '/p/felt-mat', price: 3490 },
  { path: '/p/bookend-pair', price: 2450 },
  { path: '/p/plant-stand', price: 5490 },
];
export const LISTS = ['/', '/desks', '/chairs', '/lighting', '/storage', '/small-things'] as const;

export type Channel =
  | 'Paid Search'
  | 'Paid Social'
  | 'Organic Search'
  | 'Organic Social'
  | 'Email'
  | 'Affiliates'
  | 'AI Assistants'
  | 'Referral'
  | 'Direct';

export interface Arrival {
  channel: Channel;
  /** The query of the landing page, without `?`. */
  query: string;
  referrer: string;
  ad?: Ad;
}

const REFERRALS = [
  'https://www.deskreview.example/best-standing-desks',
  'https://slowrooms.example/2026/a-quiet-office',
  'https://forum.homeoffice.example/t/5512',
];
const AFFILIATES = ['dealnook', 'roomlist', 'wishbasket'];

/** How somebody arrives without an ad: the address they land on and where they come from. `week` names the newsletter of the day. */
export const ARRIVALS: Record<string, (dice: Chance, week: string) => Arrival> = {
  organic_search: (dice) => ({
    channel: 'Organic Search',
    query: '',
    referrer: dice.weighed([
      ['https://www.google.com/', 80],
      ['https://www.google.de/', 25],
      ['https://www.bing.com/', 9],
      ['https://duckduckgo.com/', 7],
    ]),
  }),
  organic_social: (dice) => {
    const referrer = dice.weighed([
      ['https://l.instagram.com/', 45],
      ['https://l.facebook.com/', 25],
      ['https://www.pinterest.com/', 20],
      ['https://www.reddit.com/', 10],
    ]);
    const marked = referrer.includes('facebook') || referrer.includes('instagram');
    return { channel: 'Organic Social', query: marked ? `fbclid=IwAR${dice.letters(40)}` : '', referrer };
  },
  email: (_dice, week) => ({
    channel: 'Email',
    query: `utm_source=newsletter&utm_medium=email&utm_campaign=letter-${week}&mc_cid=${week.replace(/\W/g, '')}`,
    referrer: '',
  }),
  affiliates: (dice) => {
    const partner = dice.pick(AFFILIATES);
    return {
      channel: 'Affiliates',
      query: `utm_source=${partner}&utm_medium=affiliate&utm_campaign=always-on`,
      referrer: `https://www.${partner}.example/`,
    };
  },
  assistants: (dice) => {
    const [referrer, query] = dice.weighed([
      [['https://chatgpt.com/', 'utm_source=chatgpt.com'] as const, 60],
      [['https://www.perplexity.ai/', ''] as const, 25],
      [['https://gemini.google.com/', ''] as const, 15],
    ]);
    return { channel: 'AI Assistants', query, referrer };
  },
  referral: (dice) => ({ channel: 'Referral', query: '', referrer: dice.pick(REFERRALS) }),
  direct: () => ({ channel: 'Direct', query: '', referrer: '' }),
};

const word = (text: string): string => encodeURIComponent(text.toLowerCase().replaceAll(' ', '-'));

/** Findings of the demo (docs/demo.md): a template that nobody filled in, and a campaign name that somebody typed. */
const WRITTEN_BY_HAND: Readonly<Record<string, string>> = {
  'Film: the joint': '__CAMPAIGN_NAME__',
  'Work well at home': 'Desks_Non-Brand',
};
const campaignOf = ({ ad, campaign }: Ad): string => WRITTEN_BY_HAND[ad] ?? word(campaign);

/** Another finding: the banner of the home page, whose link has parameters as if it led to the shop from outside. */
export const BANNER = { path: '/desks', query: 'utm_source=home&utm_medium=banner&utm_campaign=standing-desks', share: 0.016 };

/** A click on an ad. */
export function landing(dice: Chance, ad: Ad): Arrival {
  return ad.channel === 'Paid Search' ? searchLanding(dice, ad) : socialLanding(dice, ad);
}

function searchLanding(dice: Chance, ad: Ad): Arrival {
  const google = ad.network === 'google';
  const click = google ? `gclid=Cj0KCQ${dice.letters(48)}` : `msclkid=${dice.letters(32).toLowerCase()}`;
  const ids = `campaignid=${ad.campaignId}&adgroupid=${ad.adsetId}&creative=${ad.adId}`;
  const named = `utm_source=${ad.network}&utm_medium=cpc&utm_campaign=${campaignOf(ad)}&${ids}&${click}`;
  // Some landings carry the click id alone, as automatic tagging leaves them.
  return {
    channel: ad.channel,
    query: dice.happens(0.08) ? click : named,
    referrer: google ? 'https://www.google.com/' : 'https://www.bing.com/',
    ad,
  };
}

function socialLanding(dice: Chance, ad: Ad): Arrival {
  const meta = ad.network === 'facebook';
  const click = meta ? `fbclid=IwAR${dice.letters(48)}` : `ttclid=E.C.P.${dice.letters(44)}`;
  const ids = `campaign_id=${ad.campaignId}&adset_id=${ad.adsetId}&ad_id=${ad.adId}`;
  return {
    channel: ad.channel,
    query: `utm_source=${ad.network}&utm_medium=paid-social&utm_campaign=${campaignOf(ad)}&${ids}&${click}`,
    referrer: meta ? dice.pick(['https://l.facebook.com/', 'https://l.instagram.com/']) : '',
    ad,
  };
}

const DESKTOP = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
] as const;
const MOBILE = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
] as const;
export const BOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
] as const;

export const agentFor = (dice: Chance, mobile: boolean): string => dice.pick(mobile ? MOBILE : DESKTOP);
