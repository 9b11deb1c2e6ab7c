// A small shop on a data folder whose second engine is a ClickHouse server of the check, with cases on which engines have differed.
import type { Base } from '../../../src/base/base.ts';
import { acceptEvents, type EventInput } from '../../../src/collect/events/index.ts';
import { acceptSpend } from '../../../src/collect/spend/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { putClassificationRules } from '../../../src/credit/channels/classification.ts';
import { updateAttributionSettings } from '../../../src/credit/goals/attribution-settings.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { run } from '../../operations.ts';
import { patiently } from './patience.ts';

/** The clock of all that is planted. */
export const NOW = '2027-03-01T12:00:00Z';
const DAY = 86_400_000;
const SALE = Date.parse('2026-11-20T10:00:00.123Z');
/** What Unicode calls a space separator, but for the one of ASCII. */
const SPACES = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';

export interface Shop {
  profileId: string;
  workspaceId: string;
}

export function openShop(base: Base, name: string, timezone = 'America/Inuvik'): Shop {
  const installed = initInstallation(base, {
    email: `${name}@owner.example`,
    workspace: `Workspace ${name}`,
    profile: 'Main',
    currency: 'USD',
    timezone,
    domain: 'shop.example',
  });
  return { profileId: installed.profile_id, workspaceId: installed.workspace_id };
}

const at = (ms: number): string => new Date(ms).toISOString();
/** Of a server: what a browser sends so late gets another time. */
const send = (base: Base, { profileId }: Shop, inputs: EventInput[]) =>
  acceptEvents(
    base,
    profileId,
    inputs.map((input) => ({ input })),
    'server',
  );

const visit = (browser: string, when: number, query = ''): EventInput => ({
  event_type: 'page_view',
  event_id: `${browser}-${when}`,
  anonymous_id: browser,
  occurred_at: at(when),
  url: `https://shop.example/${query === '' ? '' : `?${new URLSearchParams(query)}`}`,
});

const sale = (id: string, browser: string, when: number, amount: string, more: Partial<EventInput> = {}): EventInput => ({
  event_type: 'payment_received',
  idempotency_key: id,
  anonymous_id: browser,
  occurred_at: at(when),
  value: { amount, currency: 'USD' },
  ...more,
});

/** Ages of exactly 70 days and beside it, zones that differ, letters and spaces outside of ASCII, 18 digits, and an end of a line. */
export async function plant(base: Base, shop: Shop): Promise<void> {
  await plantRules(base, shop);
  await send(base, shop, [
    visit('aged', SALE - 70 * DAY, 'utm_source=google&utm_medium=cpc'),
    visit('aged', SALE - 7 * DAY, 'utm_source=news&utm_medium=email'),
    visit('near', SALE - 70 * DAY - 1, 'utm_source=google&utm_medium=cpc'),
    visit('near', SALE - 70 * DAY + 1, 'utm_source=news&utm_medium=email'),
    visit(
      'letters',
      SALE - DAY,
      new URLSearchParams({
        utm_source: `${SPACES}İSTANBUL${SPACES}`,
        utm_medium: ` ${SPACES}Öffentlich `,
        utm_campaign: 'ΣΊΣΥΦΟΣ',
      }).toString(),
    ),
    visit('line', SALE - DAY, new URLSearchParams({ utm_source: 'a\nb', utm_medium: 'x' }).toString()),
    visit('dot', SALE - DAY, new URLSearchParams({ utm_source: 'a.b', utm_medium: 'x' }).toString()),
    // In America/Inuvik the clocks of tables of zones differ from here on.
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((hour) => visit('zones', Date.parse('2026-11-01T00:00:00Z') + hour * 3_600_000)),
    ...[0, 30, 59].map((minute) => visit('zones', Date.parse('2027-01-15T06:00:00.999Z') + minute * 60_000)),
  ]);
  await send(base, shop, [
    sale('aged', 'aged', SALE, '10'),
    sale('near', 'near', SALE, '10'),
    sale('letters', 'letters', SALE, '1.000001'),
    sale('line', 'line', SALE, '3'),
    sale('dot', 'dot', SALE, '4'),
    sale('zones', 'zones', Date.parse('2027-01-15T06:59:59.999Z'), '5'),
    ...['one', 'two', 'three'].map((id) => sale(id, 'rich', SALE + DAY, '999999999999.999999')),
    sale('back', 'rich', SALE + 2 * DAY, '999999999999.999998', { event_type: 'payment_refunded', refund_of: 'two' }),
    {
      ...sale('chat', 'aged', SALE - DAY, '0'),
      event_type: 'message_received',
      value: undefined,
      ad: { platform: 'meta', ad_id: 'a-1' },
    },
    { ...sale('odd', 'letters', SALE, '7'), event_type: `${SPACES}PAYMENT_RECEİVED` },
  ]);
  await acceptSpend(base, shop.profileId, [
    {
      platform: 'google',
      account_id: 'account-1',
      day: '2026-11-01',
      currency: 'USD',
      rows: [
        { campaign_id: 'c-1', campaign_name: `${SPACES}İlk`, spend: '999999999999.999999', impressions: 9_007_199_254_740_991 },
        { spend: '0.000001' },
      ],
    },
  ]);
}

async function plantRules(base: Base, shop: Shop): Promise<void> {
  const call = (body: object) => ({
    principal: { kind: 'key', credentialId: 'key:check', scopes: new Set(), ratePerMinute: 1 },
    profile: shop,
    workspaceId: shop.workspaceId,
    params: {},
    body,
    requestId: 'check',
  });
  const rule = (rule_id: string, pattern: string) => ({ rule_id, channel: 'Own', source: { matches: pattern } });
  await run(
    putClassificationRules,
    call({
      channels: [{ name: 'Own', is_paid: true }],
      rules: [rule('point', 'a.b'), rule('letters', 'istanbul|öffentlich')],
      spend_aliases: [{ utm_source: 'news', platform: 'google' }],
      other_names: [
        { of: 'source', name: 'a.b', means: 'Point' },
        { of: 'campaign', name: 'ΣΊΣΥΦΟΣ', means: 'Sisyphos' },
      ],
    }),
    base,
  );
  await run(updateAttributionSettings, call({ click_window_days: 90, cash_window_days: 90, view_through_window_days: 1 }), base);
}

/** Waits for the figures and verifies them, as the command does. */
export const verify = async (base: Base, { profileId }: Shop) =>
  patiently(async () => commands['warehouse-verify'](base, { profile_id: profileId, engine: 'clickhouse' }, () => undefined));
