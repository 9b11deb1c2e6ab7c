// Ads that open a chat in WhatsApp: what the last complete reading of an account had of them, texts of bounded length.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Ad, AdChat, AdGreeting } from '../../../providers/ad-platform.ts';
import { storedChatAd } from '../stored.ts';
import type { CatalogueOf } from './accept-objects.ts';

/** The most ads of an account; an account with more shows these. */
const MAX_ADS = 5_000;
const MAX_LENGTH = { word: 200, name: 500, text: 4_000 };

type ChatAd = ReturnType<typeof storedChatAd.read>;

export interface StoredChatAd extends ChatAd {
  adId: string;
  platform: string;
  accountId: string;
  /** Milliseconds since 1970. */
  readAt: number | null;
}

const cut = (text: string, length: number): string => text.replaceAll('\u0000', '').slice(0, length).toWellFormed();
const word = (text: string | undefined): string | undefined => (text === undefined ? undefined : cut(text, MAX_LENGTH.word));

export function replaceChatAds(base: Base, { profileId, platform, accountId }: CatalogueOf, ads: readonly Ad[]): void {
  const of = { profile_id: profileId, platform, account_id: accountId };
  const rows = ads.flatMap((ad): [string, string][] =>
    ad.chat && ad.effectiveStatus !== 'archived' ? [[ad.id, storedChatAd.write(chatAdOf(ad, ad.chat))]] : [],
  );
  base.state.tx(() => {
    base.state.statement('act/connections/chat_ads_clear').run(of);
    if (rows.length > 0)
      base.state.statement('act/connections/chat_ads_put').run({ ...of, rows: JSON.stringify(rows.slice(0, MAX_ADS)) });
  });
}

const chatAdOf = (ad: Ad, chat: AdChat): ChatAd => ({
  name: cut(ad.name, MAX_LENGTH.name),
  campaignId: ad.campaignId,
  adSetId: ad.adSetId,
  status: ad.effectiveStatus,
  destinationType: word(chat.destinationType),
  callToAction: word(chat.callToAction),
  whatsappNumber: word(chat.whatsappNumber),
  pageId: word(chat.pageId),
  greeting: greetingOf(chat.greeting),
});

function greetingOf(greeting: AdGreeting): AdGreeting {
  if (greeting.status !== 'found') return greeting;
  const { status, text, autofill, iceBreakers } = greeting;
  return {
    status,
    text: cut(text, MAX_LENGTH.text),
    autofill: autofill === undefined ? undefined : cut(autofill, MAX_LENGTH.text),
    iceBreakers: iceBreakers.map(({ title, response }) => ({
      title: cut(title, MAX_LENGTH.name),
      response: response === undefined ? undefined : cut(response, MAX_LENGTH.text),
    })),
  };
}

interface ChatAdRow {
  platform: string;
  account_id: string;
  ad_id: string;
  ad: string;
  read_at: number | null;
}

const storedOf = ({ platform, account_id: accountId, ad_id: adId, ad, read_at: readAt }: ChatAdRow): StoredChatAd => ({
  ...storedChatAd.read(ad),
  platform,
  accountId,
  adId,
  readAt,
});

/** The accounts that a connection reads, by id. */
export const chatAdsOf = (
  base: ReadBase,
  profileId: string,
  { after, limit }: { after: string; limit: number },
): StoredChatAd[] =>
  base.state.statement('act/connections/chat_ads_page').all({ profile_id: profileId, after, row_limit: limit }).map(storedOf);

export function findChatAd(base: ReadBase, profileId: string, adId: string): StoredChatAd | undefined {
  const row = base.state.statement('act/connections/chat_ad_get').get({ profile_id: profileId, ad_id: adId });
  return row && storedOf(row);
}
