// What is known of an ad before it is analysed.
import { createHash } from 'node:crypto';
import { findReach } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { resolvePlatform } from '../../../collect/events/index.ts';
import { ask } from '../../../credit/pipeline/index.ts';
import { type LanguageModel, languageModelOf } from '../../../providers/language-model/client.ts';
import { type Content, contentsOf, findChatAd, readPicture } from '../../connections/index.ts';
import type { AdInputs, KnownAd } from './by-rule.ts';
import { seedVersion } from './dimensions.ts';

/** All ads of the catalogue, or those with an id. */
export const knownAds = (base: ReadBase, profileId: string, adId: string | null = null): Promise<KnownAd[]> =>
  ask(base, profileId, statement('warehouse/act/creatives/ads_known', { ad_id: adId }));

interface Wanted {
  adId: string;
  platform?: string | undefined;
  accountId?: string | undefined;
}

/** @throws ApiError where none or more than one is meant. */
export async function findAd(base: ReadBase, profileId: string, { adId, platform, accountId }: Wanted): Promise<KnownAd> {
  const ads = (await knownAds(base, profileId, adId)).filter(
    (ad) =>
      (platform === undefined || resolvePlatform(platform).platform === resolvePlatform(ad.platform).platform) &&
      (accountId === undefined || accountId === ad.account_id),
  );
  const [ad] = ads;
  if (!ad) throw new ApiError('not_found', 'The catalogue has no such ad.');
  if (ads.length > 1) {
    const places = ads.map((each) => `${each.platform} ${each.account_id}`).join(', ');
    throw new ApiError('validation_error', `Several ads have this id: send platform and account_id of one (${places}).`);
  }
  return ad;
}

export async function inputsOf(base: ReadBase, profileId: string, ad: KnownAd): Promise<AdInputs> {
  const found = findChatAd(base, profileId, ad.ad_id);
  const chat = found?.platform === ad.platform ? found : undefined;
  const greeting = chat?.greeting.status === 'found' ? chat.greeting.text : null;
  const { platform, creative_id: creativeId } = ad;
  const content = contentOfAd(contentsOf(base, profileId), ad);
  return {
    ad,
    texts: [...new Set([ad.ad_name, ad.creative_name, greeting, ...content.texts].filter((text) => text !== null))],
    places: [ad.campaign_name, ad.adset_name].filter((text) => text !== null),
    callToAction: chat?.callToAction ?? content.button,
    content,
    picture: creativeId === null ? 'none' : await readPicture(base, profileId, { platform, creativeId }),
  };
}

/** What an ad says and shows beside its names. */
export const contentOfAd = (contents: ReturnType<typeof contentsOf>, { platform, creative_id: id }: KnownAd): Content =>
  id === null ? { texts: [], button: undefined, video: undefined } : contents(platform, id);

/** Of all that an analysis depends on but the model: the same as long as none of it changes. */
export function inputsName({ platform: _platform, ...ad }: KnownAd, content: Content, hasPicture: boolean): string {
  const { effective_status: _status, ...read } = ad;
  return createHash('sha256')
    .update(JSON.stringify([read, content, hasPicture, seedVersion()]))
    .digest('hex')
    .slice(0, 24);
}

/** The model that may read texts of this profile; none for healthcare. */
export function modelFor(base: ReadBase, profileId: string): LanguageModel | undefined {
  const isHealthcare =
    findReach(base, profileId)?.isHealthcare !== false || profileSettings(base, profileId).privacyMode === 'hipaa';
  return isHealthcare ? undefined : languageModelOf(base.config);
}
