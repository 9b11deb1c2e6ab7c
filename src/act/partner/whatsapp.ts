// Ads of a profile that open a chat in WhatsApp, and what people read first there, as the hourly reading of their accounts had them.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { chatAdsOf, connectionsOf, findChatAd, reconnectUrl, type StoredChatAd } from '../connections/index.ts';

type Welcome = NonNullable<Answer<'getWhatsappWelcome'>['data']['welcome']>;

/** The platform whose ads open chats. */
const PLATFORM = 'meta';

export const listWhatsappAds = reading('listWhatsappAds', ({ params: { limit, cursor }, profile: { profileId } }, base) => {
  const rows = chatAdsOf(base, profileId, { after: cursor ?? '', limit: limit + 1 });
  const ads = rows.slice(0, limit);
  const last = rows.length > limit ? ads.at(-1) : undefined;
  return {
    data: ads.map(adOf),
    pagination: { has_next: last !== undefined, cursor: last?.adId ?? null },
    meta: { profile_id: profileId, is_connected: usableConnection(base, profileId) },
  };
});

const adOf = (ad: StoredChatAd): Answer<'listWhatsappAds'>['data'][number] => ({
  ad_id: ad.adId,
  platform: ad.platform,
  account_id: ad.accountId,
  name: ad.name,
  status: ad.status,
  campaign_id: ad.campaignId,
  adset_id: ad.adSetId,
  destination_type: ad.destinationType ?? null,
  call_to_action_type: ad.callToAction ?? null,
  whatsapp_number: ad.whatsappNumber ?? null,
  page_id: ad.pageId ?? null,
  greeting: welcomeOf(ad)?.text ?? null,
  greeting_status: ad.greeting.status,
  read_at: instantOf(ad.readAt),
});

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function welcomeOf({ greeting }: StoredChatAd): Welcome | null {
  if (greeting.status !== 'found') return null;
  return {
    text: greeting.text,
    autofill: greeting.autofill ?? null,
    ice_breakers: greeting.iceBreakers.map(({ title, response }) => ({ title, response: response ?? null })),
  };
}

export const getWhatsappWelcome = reading('getWhatsappWelcome', ({ params: { ad_id: adId }, profile: { profileId } }, base) => {
  requireConnection(base, profileId);
  const ad = findChatAd(base, profileId, adId);
  if (!ad) throw new ApiError('not_found', 'No connected account has an ad of this id that opens a chat in WhatsApp.');
  return {
    data: { ad_id: ad.adId, welcome: welcomeOf(ad), greeting_status: ad.greeting.status, read_at: instantOf(ad.readAt) },
    meta: { profile_id: profileId },
  };
});

const ofPlatform = (base: ReadBase, profileId: string) =>
  connectionsOf(base, profileId).filter(({ provider }) => provider.id === PLATFORM);

const usableConnection = (base: ReadBase, profileId: string): boolean =>
  ofPlatform(base, profileId).some(({ status }) => status === 'active' || status === 'needs_action');

function requireConnection(base: ReadBase, profileId: string): void {
  if (usableConnection(base, profileId)) return;
  if (!ofPlatform(base, profileId).some(({ status }) => status === 'reconnect_required'))
    throw new ApiError('adplatform_connection_required', 'The profile has no connection to Meta.');
  throw new ApiError('connection_not_ready', 'Meta does not accept the connection any more; connect it again.', {
    reconnect_required: true,
    reconnect_url: reconnectUrl(base, profileId),
  });
}
