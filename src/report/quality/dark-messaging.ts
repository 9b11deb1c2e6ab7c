// Spend of click-to-message ads that no conversation is joined to. What nobody reports stays null: it is not 0.
import { reading } from '../../base/contract/operation.ts';
import { decimalText, trimmedDecimal } from '../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { frameOf } from '../analytics/index.ts';
import { millionths } from './findings.ts';
import { readAtVersion } from './kept.ts';
import { daysBefore } from './period.ts';
import { FEWEST_CASES, percentText, type Status, statusOfValue, thresholdOf, wilson } from './rules.ts';

type Row = WarehouseRow<'warehouse/report/quality/dark_messaging_get'>;

const DAYS_TO_PAY = 30;

/** Spend of the conversations that the platform started and no message names; null where the platform reports none. */
const darkSpend = (spend: string | null, started: number | null, referred: number): string | null => {
  const units = millionths(spend);
  if (units === null || started === null || started <= 0) return null;
  return decimalText(BigInt(Math.round(Number(units) * Math.max(0, 1 - referred / started))), 6);
};

/** Between none and as many as both sides allow. */
function unattributedOf({ first_messages, referred, started }: Row): [number, number] | null {
  if (started === null) return null;
  return [0, Math.max(0, Math.round(Math.min(first_messages - referred, started - referred)))];
}

function atRisk(row: Row, upper: number | null): string | null {
  const unreferred = row.first_messages - row.referred;
  if (unreferred === 0) return '0';
  if (upper === null) return null;
  return decimalText(BigInt(Math.round((Number(millionths(row.revenue)) * upper) / unreferred)), 6);
}

function statusOf({ started, referred }: Row): Status {
  if (started === null || started < FEWEST_CASES) return 'ok';
  const lost = Math.max(0, Math.round(started) - referred);
  return statusOfValue(wilson(lost, Math.round(started))[0], thresholdOf('dark_messaging'));
}

function explain(row: Row): string {
  if (row.spend === null) return 'No click-to-message ad cost anything in the period.';
  if (row.started === null)
    return 'The platform reports no conversations for its click-to-message ads, so nobody can say how many are missing.';
  const { started, referred } = row;
  const missing = `${percentText(Math.max(0, 1 - referred / started))} of the conversations cannot be credited to an ad.`;
  const first = referred === 1 ? '1 first message names its ad' : `${referred} first messages name their ad`;
  const counts = `The platform counts ${started} conversations that its ads started; ${first}.`;
  return `${counts} ${started < FEWEST_CASES ? 'These are too few for a share.' : missing}`;
}

const restsOn = (row: Row): string =>
  row.message_events > 0
    ? 'First messages are outcome events of type message_received, and outcomes that name a ctwa_clid.'
    : 'No event of type message_received was received: first messages are outcomes that name a ctwa_clid, which all have an ad.';

const NEXT =
  'Send each first message as an event message_received with its ctwa_clid (POST /api/v1/events), or connect the inbox.';

export const getDarkMessagingSpend = reading('getDarkMessagingSpend', ({ params, profile: { profileId } }, base) => {
  const { date_from, date_to } = params;
  return readAtVersion(
    base,
    profileId,
    ['getDarkMessagingSpend', date_from, date_to],
    async () => {
      const frame = await frameOf(base, profileId, undefined);
      const range = { date_from, date_to, money_from: date_from, money_to: daysBefore(date_to, -DAYS_TO_PAY) };
      const [row] = await ask(base, profileId, prepared('warehouse/report/quality/dark_messaging_get', range, ['in_range']));
      if (!row) throw new Error('dark_messaging_get answers one row.');
      const unattributed = unattributedOf(row);
      const status = statusOf(row);
      return {
        data: {
          status,
          explanation: explain(row),
          next: status === 'ok' ? '' : NEXT,
          rests_on: restsOn(row),
          spend: row.spend === null ? null : trimmedDecimal(row.spend),
          spend_dark: darkSpend(row.spend, row.started, row.referred),
          conversations_started: row.started,
          first_messages: row.first_messages,
          referred: row.referred,
          unattributed_from_ads: unattributed,
          revenue_dark: trimmedDecimal(row.revenue),
          revenue_at_risk: atRisk(row, unattributed === null ? null : unattributed[1]),
          ads: row.ads.map((ad) => ({
            ad_id: ad.ad_id,
            ad_name: ad.ad_name,
            platform: ad.platform,
            spend: ad.spend === null ? null : trimmedDecimal(ad.spend),
            conversations_started: ad.started,
            referred: ad.referred,
            spend_dark: darkSpend(ad.spend, ad.started, ad.referred),
          })),
        },
        meta: {
          profile_id: profileId,
          date_from,
          date_to,
          currency: frame.currency,
          timezone: frame.timezone,
          version: frame.version,
        },
      };
    },
    { isMeasurement: false },
  );
});
