// The relations that cases speak of: each a query over the warehouse in its stated order, and how its values are written.
import type { Row } from '../../src/base/warehouse/port.ts';
import type { Player } from './player.ts';

const WEIGHTS =
  'first_touch, last_touch, last_non_direct, first_paid, last_paid, linear, position_based, time_decay, data_driven';
const touch = (table: string): string =>
  `case when ${table}.is_synthetic then -${table}.touch_seq else ${table}.touch_seq end as touch`;

/** In the order of time, then of acceptance, unless said otherwise. */
export const RELATIONS: Record<string, string> = {
  sessions: `
    select session_seq as session, visitor_key as browser, person_key as person, started_at, ended_at, session_day, source, medium,
      channel, page_views, events, (engaged_ms / 1000)::double as engaged_seconds, is_bounce, landing_path
    from sessions join origins using (origin_id) order by started_at, session_seq`,
  touches: `
    select ${touch('touches')}, session_seq as session, visitor_key as browser, person_key as person, touched_at, source, medium,
      campaign, platform, account_id, campaign_id, channel, is_paid, is_direct, is_synthetic, rule_id, spend_match
    from touches join origins using (origin_id) order by touched_at, touch_seq, is_synthetic`,
  conversions: `
    select outcome_seq as outcome, conversion_key as goal, person_key as person, converted_at, converted_day, is_counted,
      gross_amount, refunded_amount, net_amount, currency, join_method, is_attributed, touch_count, first_touched_at,
      case when last_touch_is_synthetic then -last_touch_seq else last_touch_seq end as newest_touch
    from conversions order by converted_at, outcome_seq, definition_no`,
  credit: `
    select outcome_seq as outcome, conversion_key as goal, ${touch('credit')}, credit.touched_at, channel, credit.position,
      in_window, is_candidate, credit.join_method, ${WEIGHTS}
    from credit join conversions using (conversion_no) join origins using (origin_id)
    order by conversions.converted_at, outcome_seq, definition_no, credit.touched_at, credit.touch_seq, credit.is_synthetic`,
  // Sums over the touches of a channel, by the name of the channel.
  credit_by_channel: `
    select outcome_seq as outcome, conversion_key as goal, channel, count(*) as touches, count(*) filter (is_candidate) as candidates,
      ${WEIGHTS.split(', ')
        .map((model) => `sum(${model}) as ${model}`)
        .join(', ')}
    from credit join conversions using (conversion_no) join origins using (origin_id)
    group by conversions.converted_at, outcome_seq, conversion_key, channel
    order by conversions.converted_at, outcome_seq, conversion_key, channel`,
  cash_flows: `
    select flow_seq as flow, payment_seq as payment, kind, person_key as person, flowed_at, flow_day, amount, currency
    from cash_flows order by flowed_at, flow_seq`,
  outcomes: `
    select outcome_seq as outcome, event_type, trust, person_key as person, resolved_by, visitor_key as browser, occurred_at,
      value_amount, currency
    from outcomes order by occurred_at, outcome_seq`,
  // Of each sale that several payments report, the one that counts and the others.
  sales: `
    select sale_seq as outcome, position, seq as event, has_refunds from sale_members order by sale_seq, position`,
  events:
    'select seq as event, event_type, trust, visitor_key as browser, occurred_at, is_excluded, value_amount from events order by seq',
  // By definition and channel.
  fits: 'select conversion_key as goal, channel, removal_effect, touches, base_probability, conversions from fits order by 1, 2',
  automated: 'select visitor_key as browser from automated_visitors order by 1',
};

const NAMES: Record<string, 'event' | 'browser' | 'person'> = {
  session: 'event',
  touch: 'event',
  outcome: 'event',
  event: 'event',
  newest_touch: 'event',
  flow: 'event',
  payment: 'event',
  browser: 'browser',
  person: 'person',
};

/** Instants without the zone that all of them share, money and fractions without zeros that say nothing. */
function written(column: string, value: unknown): string {
  const text = String(value);
  if (column.endsWith('_at')) return text.replace('T', ' ').replace(/\.0+Z$|(?<=\.\d*[1-9])0+Z$|Z$/, '');
  if (/^-?\d+\.\d+$/.test(text)) return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return text;
}

/** The rows of a relation in words, with the columns asked for, one line each. */
export async function told(player: Player, relation: string, columns: string[]): Promise<string[]> {
  const sql = RELATIONS[relation];
  if (!sql) throw new Error(`there is no relation "${relation}"; there are ${Object.keys(RELATIONS).join(', ')}`);
  const rows = await player.base.warehouse.query({ profileId: player.profileId }, { sql });
  return rows.map((row) => columns.map((column) => cell(player, row, column)).join(','));
}

function cell(player: Player, row: Row, column: string): string {
  if (!(column in row)) throw new Error(`the relation has no column "${column}"`);
  const value = row[column];
  if (value === null) return '';
  const naming = NAMES[column];
  return naming ? player[naming](BigInt(value as bigint)) : written(column, value);
}
