// The requests to conversion sync, and the words for its values.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';

export type Wired = Schemas['WiredDestination'];
export type Catalog = Schemas['ConversionCatalogAnswer']['data'];
export type Kind = Schemas['DestinationKind'];
export type DeliveryStatus = Schemas['ConversionDeliveryStatus'];
export type Mode = Schemas['ConversionPrivacyMode'];

const LOOK_SECONDS = 15;

export function useWiring() {
  const { profile_id } = useProfile();
  return useAnswer(
    ['deliver', 'wiring', profile_id],
    (signal) => unwrap(api.GET('/api/v1/conversion-sync/wiring', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
}

export function useCatalog() {
  const { profile_id } = useProfile();
  return useAnswer(['deliver', 'catalog', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/conversion-sync/catalog', { params: { query: { profile_id } }, signal })),
  );
}

export const changed = (): void => forget('deliver');

export const KINDS: Readonly<Record<Kind, string>> = {
  meta: 'Meta',
  google_ads: 'Google Ads',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  microsoft_ads: 'Microsoft Advertising',
  pinterest: 'Pinterest',
  snap: 'Snap',
  reddit: 'Reddit',
  openai_ads: 'OpenAI (ChatGPT ads)',
  https: 'Your own server',
  sandbox: 'Sandbox',
};

export const STATUSES: Readonly<Record<DeliveryStatus, string>> = {
  accepted: 'Accepted',
  sent: 'Sent, without an answer',
  pending: 'Waiting',
  rejected: 'Refused by the destination',
  skipped: 'Not sent',
  expired: 'Too old',
};

/** `no_match_key` as `No match key`. */
export const reasonText = (reason: string): string => {
  const text = reason.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** Deliveries that were tried at least once. */
const ATTEMPTED: readonly DeliveryStatus[] = ['accepted', 'sent', 'rejected', 'expired'];

export function flowOf({ flow }: Wired): { accepted: number; attempted: number } {
  const of = (statuses: readonly DeliveryStatus[]): number =>
    flow.statuses.filter(({ status }) => statuses.includes(status)).reduce((sum, { deliveries }) => sum + deliveries, 0);
  return { accepted: of(['accepted']), attempted: of(ATTEMPTED) };
}
