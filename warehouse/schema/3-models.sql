-- What the models compute. At one version, increments and a full replay leave the same rows here.

create table origins (
  origin_id bigint not null,
  source varchar not null,
  medium varchar not null,
  campaign varchar,
  platform varchar,
  account_id varchar,
  campaign_id varchar,
  adset_id varchar,
  ad_id varchar,
  channel varchar not null,
  is_paid boolean not null,
  is_direct boolean not null,
  rule_id varchar not null,
  spend_match varchar,
  may_return boolean not null
);
comment on table origins is 'One row per distinct origin: its source, medium and channel under the rules in force.';
comment on column origins.origin_id is 'See origin_parts.';
comment on column origins.source is 'utm_source: the name of a known source (seeds/sources.csv) of its spellings, its platform''s source where an alias joins it to spend, otherwise the spelling that came first. Without utm_source the click id''s platform, the referrer''s name, or (direct).';
comment on column origins.medium is 'utm_medium, otherwise the medium that the evidence implies, or (none).';
comment on column origins.campaign is 'The campaign''s name in the spend, otherwise utm_campaign: of the spellings of one name, that of the latest spend, or the one that came first.';
comment on column origins.platform is 'Ad platform, when known.';
comment on column origins.account_id is 'Ad account whose ids these are: the one that has them in its spend or catalogue, otherwise as sent; null when none is known, or several have them.';
comment on column origins.campaign_id is 'Platform id of the campaign: as sent, otherwise from the spend it is joined to.';
comment on column origins.adset_id is 'Platform id of the ad set.';
comment on column origins.ad_id is 'Platform id of the ad.';
comment on column origins.channel is 'Channel.';
comment on column origins.is_paid is 'Paid traffic.';
comment on column origins.is_direct is 'No evidence of any source.';
comment on column origins.rule_id is 'The rule that placed it.';
comment on column origins.spend_match is 'By what it is joined to spend: ad, adset or campaign (an id in the spend), alias (a confirmed utm_source); ambiguous when several accounts of several platforms have its id, and it is joined to none; null when it is not.';
comment on column origins.may_return is 'A referrer alone, of a host that is no known source: a visit from it is a return where the browser had left to there.';

create table automated_visitors (
  visitor_key bigint not null
);
comment on table automated_visitors is 'One row per browser with more than 500 sessions or 5,000 events in 24 hours: out of every figure.';
comment on column automated_visitors.visitor_key is 'The browser.';

create table sessions (
  session_seq bigint not null,
  visitor_key bigint not null,
  person_key bigint not null,
  started_at timestamp not null,
  ended_at timestamp not null,
  session_day date not null,
  origin_id bigint not null,
  page_views integer not null,
  events integer not null,
  engaged_ms bigint not null,
  is_bounce boolean not null,
  landing_path varchar,
  device varchar,
  browser varchar,
  os varchar,
  country varchar
);
comment on table sessions is 'One row per session: events on pages of one browser with no silence above 30 minutes, or above an hour where it had left to pay, sign in or follow a link and came back.';
comment on column sessions.session_seq is 'Seq of its first event.';
comment on column sessions.visitor_key is 'The browser.';
comment on column sessions.person_key is 'The person: a customer''s number, or -visitor_key.';
comment on column sessions.started_at is 'First event (UTC).';
comment on column sessions.ended_at is 'Last event (UTC).';
comment on column sessions.session_day is 'Local day of its start in the profile''s zone.';
comment on column sessions.origin_id is 'Origin of its first page view, otherwise of its first event.';
comment on column sessions.page_views is 'Page views.';
comment on column sessions.events is 'Events.';
comment on column sessions.engaged_ms is 'Milliseconds of attention.';
comment on column sessions.is_bounce is 'One page view and under 10 engaged seconds.';
comment on column sessions.landing_path is 'Path of its first page view.';
comment on column sessions.device is 'Device of its first event.';
comment on column sessions.browser is 'Browser of its first event.';
comment on column sessions.os is 'Operating system of its first event.';
comment on column sessions.country is 'Country of its first event.';

create table touches (
  touch_seq bigint not null,
  is_synthetic boolean not null,
  session_seq bigint,
  visitor_key bigint,
  person_key bigint not null,
  touched_at timestamp not null,
  origin_id bigint not null,
  click_hash bigint,
  landing_path varchar,
  device varchar,
  country varchar,
  is_view boolean not null
);
comment on table touches is 'One row per touch: a visit''s arrival, an off-site ad click named by an outcome (synthetic), or an ad that was seen (view).';
comment on column touches.is_view is 'An ad was seen and not clicked: earns credit only within its own window, and only where no visit with a source does.';
comment on column touches.touch_seq is 'Seq of its page view; of the outcome when synthetic, of the event when a view.';
comment on column touches.is_synthetic is 'Made because an outcome named a click or ad that no visit carried.';
comment on column touches.session_seq is 'Its session; null when synthetic or a view.';
comment on column touches.visitor_key is 'The browser; null when unknown.';
comment on column touches.person_key is 'The person.';
comment on column touches.touched_at is 'When (UTC).';
comment on column touches.origin_id is 'Where from.';
comment on column touches.click_hash is 'Key of its click ids.';
comment on column touches.landing_path is 'Path of the page.';
comment on column touches.device is 'Device.';
comment on column touches.country is 'Country.';

create table touch_clicks (
  click_key bigint not null,
  touch_seq bigint not null,
  visitor_key bigint not null
);
comment on table touch_clicks is 'One row per (not synthetic) touch and click id it carries.';
comment on column touch_clicks.click_key is 'Key of kind and value.';
comment on column touch_clicks.touch_seq is 'The touch.';
comment on column touch_clicks.visitor_key is 'Its browser.';

create table sale_members (
  seq bigint not null,
  sale_seq bigint not null,
  position integer not null,
  outcome_key bigint,
  sale_key bigint,
  has_refunds boolean not null
);
comment on table sale_members is 'One row per payment that reports a sale which another payment reports too. Of each sale the first alone is an outcome.';
comment on column sale_members.seq is 'The payment.';
comment on column sale_members.sale_seq is 'The payment of the sale that counts.';
comment on column sale_members.position is 'Its place in the sale, from 1, which counts: the system of record, then shops, servers, payment providers, banks; within them the earlier.';
comment on column sale_members.outcome_key is 'outcome_key of the payment.';
comment on column sale_members.sale_key is 'outcome_key of the payment that counts.';
comment on column sale_members.has_refunds is 'Its refunds are those of the sale: of all reports of the sale it has most of them.';

create table outcomes (
  outcome_seq bigint not null,
  event_type varchar not null,
  type_key varchar not null,
  trust varchar not null,
  person_key bigint not null,
  resolved_by varchar not null,
  visitor_key bigint,
  occurred_at timestamp not null,
  origin_id bigint not null,
  clicked_at timestamp,
  value_amount decimal(18, 6),
  currency varchar,
  outcome_key bigint,
  refund_of_key bigint,
  installment_of_key bigint,
  deal_key bigint,
  country varchar,
  device varchar
);
comment on table outcomes is 'One row per event that a definition lists, or that reverses or continues a payment, with its person.';
comment on column outcomes.outcome_seq is 'The event.';
comment on column outcomes.event_type is 'Its type.';
comment on column outcomes.type_key is 'event_type as types are compared.';
comment on column outcomes.trust is 'server or browser.';
comment on column outcomes.person_key is 'The person: by the strongest known identifier, otherwise the browser, otherwise nobody known.';
comment on column outcomes.resolved_by is 'Type of the identifier that decided, assigned (by the merchant), anonymous_id, or none.';
comment on column outcomes.visitor_key is 'The browser it names.';
comment on column outcomes.occurred_at is 'When (UTC).';
comment on column outcomes.origin_id is 'Origin it names itself.';
comment on column outcomes.clicked_at is 'Time of the click it names (UTC).';
comment on column outcomes.value_amount is 'Money of the event; null from a browser, whose money counts nothing.';
comment on column outcomes.currency is 'ISO 4217 code of value_amount.';
comment on column outcomes.outcome_key is 'See events.';
comment on column outcomes.refund_of_key is 'See events.';
comment on column outcomes.installment_of_key is 'See events; or what the merchant said of it.';
comment on column outcomes.deal_key is 'See events.';
comment on column outcomes.country is 'ISO 3166-1 alpha-2.';
comment on column outcomes.device is 'desktop, mobile or tablet.';

create view payments as
select outcome_seq, person_key, occurred_at, value_amount, currency, outcome_key, installment_of_key
from outcomes
where
  trust = 'server'
  and value_amount is not null
  and refund_of_key is null
  and type_key in (select unnest(type_keys) from definitions where is_active and revenue_type = 'cash');
comment on view payments is 'One row per outcome that a cash definition lists and whose money counts: what an instalment may continue.';

create view installments as
with continued as materialized (
  -- The few payments that others name: three joins with all payments cost each round as much as its credit.
  select outcome_seq, outcome_key, installment_of_key
  from payments
  where outcome_key in (select installment_of_key from outcomes where installment_of_key is not null)
)
select
  child.outcome_seq,
  case when root.outcome_seq is null then parent.outcome_seq else root.outcome_seq end as payment_seq
from outcomes as child
join continued as parent on parent.outcome_key = child.installment_of_key and parent.outcome_seq <> child.outcome_seq
left join continued as root on root.outcome_key = parent.installment_of_key and root.outcome_seq <> parent.outcome_seq
left join continued as beyond on beyond.outcome_key = root.installment_of_key and beyond.outcome_seq <> root.outcome_seq
where child.installment_of_key is not null and child.trust = 'server' and child.refund_of_key is null and beyond.outcome_seq is null and root.outcome_seq is distinct from child.outcome_seq;
comment on view installments is 'One row per outcome that continues a known payment, over at most one other instalment. Longer chains and circles count as payments of their own, so that no cash is lost.';
comment on column installments.payment_seq is 'The first payment.';

create table outcome_clicks (
  click_key bigint not null,
  outcome_seq bigint not null
);
comment on table outcome_clicks is 'One row per outcome and click id it names.';
comment on column outcome_clicks.click_key is 'Key of kind and value.';
comment on column outcome_clicks.outcome_seq is 'The outcome.';

create table conversions (
  conversion_no bigint not null,
  outcome_seq bigint not null,
  definition_no integer not null,
  conversion_key varchar not null,
  event_type varchar not null,
  revenue_type varchar not null,
  person_key bigint not null,
  visitor_key bigint,
  converted_at timestamp not null,
  converted_day date not null,
  is_counted boolean not null,
  gross_amount decimal(18, 6),
  refunded_amount decimal(18, 6) not null,
  net_amount decimal(18, 6),
  currency varchar,
  country varchar,
  device varchar,
  join_method varchar,
  is_attributed boolean not null,
  touch_count integer not null,
  first_touched_at timestamp,
  last_touch_seq bigint,
  last_touch_is_synthetic boolean
);
comment on table conversions is 'One row per outcome and definition it matches.';
comment on column conversions.conversion_no is 'outcome_seq × 4096 + definition_no.';
comment on column conversions.outcome_seq is 'The outcome.';
comment on column conversions.definition_no is 'The definition.';
comment on column conversions.conversion_key is 'Its key.';
comment on column conversions.event_type is 'Type of the outcome.';
comment on column conversions.revenue_type is 'cash, pipeline or gross.';
comment on column conversions.person_key is 'The person who converted.';
comment on column conversions.visitor_key is 'The browser the outcome names.';
comment on column conversions.converted_at is 'When (UTC).';
comment on column conversions.converted_day is 'Local day in the profile''s zone.';
comment on column conversions.is_counted is 'False for later ones under first_per_customer; they earn no credit.';
comment on column conversions.gross_amount is 'Value before reversals; null without one, or when a cash payment of the same deal supersedes it.';
comment on column conversions.refunded_amount is 'Reversed so far, at most gross_amount.';
comment on column conversions.net_amount is 'gross_amount − refunded_amount.';
comment on column conversions.currency is 'ISO 4217 code of the amounts.';
comment on column conversions.country is 'Country of the outcome, otherwise of its last touch.';
comment on column conversions.device is 'Device of the outcome, otherwise of its last touch.';
comment on column conversions.join_method is 'How its last candidate was found: click_id, anonymous_id, external_id, crm_contact_id, national_id, email, phone, assigned, synthetic; null without a touch.';
comment on column conversions.is_attributed is 'A touch that is not direct is in the window.';
comment on column conversions.touch_count is 'Touches in the window, direct ones too; of a longer path 200.';
comment on column conversions.first_touched_at is 'The first touch in the window (UTC).';
comment on column conversions.last_touch_seq is 'The last touch in the window, direct included.';
comment on column conversions.last_touch_is_synthetic is 'Whether that one is synthetic.';

create table credit (
  conversion_no bigint not null,
  touch_seq bigint not null,
  is_synthetic boolean not null,
  origin_id bigint not null,
  touched_at timestamp not null,
  position integer not null,
  in_window boolean not null,
  is_candidate boolean not null,
  join_method varchar not null,
  first_touch integer not null,
  last_touch integer not null,
  last_non_direct integer not null,
  first_paid integer not null,
  last_paid integer not null,
  linear integer not null,
  position_based integer not null,
  time_decay integer not null,
  data_driven integer not null
);
comment on table credit is 'One row per conversion and touch in reach. Weights are millionths; per conversion and model they sum to 1,000,000, or to 0 where nothing earns credit.';
comment on column credit.conversion_no is 'The conversion.';
comment on column credit.touch_seq is 'The touch.';
comment on column credit.is_synthetic is 'The touch is synthetic.';
comment on column credit.origin_id is 'Origin of the touch.';
comment on column credit.touched_at is 'When (UTC).';
comment on column credit.position is 'Place on the path from the oldest, from 1.';
comment on column credit.in_window is 'Inside the definition''s window (the first touch may be outside it, in its own window).';
comment on column credit.is_candidate is 'On the path: in the window, and not a direct touch beside a non-direct one.';
comment on column credit.join_method is 'How the touch was found.';
comment on column credit.first_touch is 'Weight under first_touch.';
comment on column credit.last_touch is 'Weight under last_touch.';
comment on column credit.last_non_direct is 'Weight under last_non_direct.';
comment on column credit.first_paid is 'Weight under first_paid.';
comment on column credit.last_paid is 'Weight under last_paid.';
comment on column credit.linear is 'Weight under linear.';
comment on column credit.position_based is 'Weight under position_based.';
comment on column credit.time_decay is 'Weight under time_decay.';
comment on column credit.data_driven is 'Weight under data_driven.';

create table cash_flows (
  flow_seq bigint not null,
  payment_seq bigint not null,
  kind varchar not null,
  person_key bigint not null,
  flowed_at timestamp not null,
  flow_day date not null,
  amount decimal(18, 6) not null,
  currency varchar not null
);
comment on table cash_flows is 'One row per movement of cash of a counted cash conversion: payment, later instalment, reversal.';
comment on column cash_flows.flow_seq is 'The fact that moved it.';
comment on column cash_flows.payment_seq is 'The outcome whose credit it follows (the first payment).';
comment on column cash_flows.kind is 'payment, installment or refund.';
comment on column cash_flows.person_key is 'Who paid.';
comment on column cash_flows.flowed_at is 'When (UTC).';
comment on column cash_flows.flow_day is 'Local day in the profile''s zone.';
comment on column cash_flows.amount is 'Signed: refunds are negative.';
comment on column cash_flows.currency is 'ISO 4217 code.';

create table person_sums (
  person_key bigint not null,
  first_seen_at timestamp,
  last_seen_at timestamp,
  session_count bigint not null,
  touch_count bigint not null,
  sources varchar[] not null,
  conversion_count bigint not null,
  cash_revenue decimal(38, 6) not null,
  other_revenue decimal(38, 6) not null,
  is_foreign boolean not null
);
comment on table person_sums is 'One row per customer with a session, an ad seen or an outcome, and per other person with an outcome: all their days in one row.';
comment on column person_sums.person_key is 'The person.';
comment on column person_sums.first_seen_at is 'Earliest session or outcome (UTC); null when only ads were seen.';
comment on column person_sums.last_seen_at is 'End of the latest session, or latest outcome (UTC).';
comment on column person_sums.session_count is 'Sessions.';
comment on column person_sums.touch_count is 'Touches.';
comment on column person_sums.sources is 'Sources of the touches, direct ones left out, in the order in which they first came.';
comment on column person_sums.conversion_count is 'Outcomes that count as a conversion of any definition.';
comment on column person_sums.cash_revenue is 'Cash in the profile''s own currency.';
comment on column person_sums.other_revenue is 'Value after reversals of counted outcomes that are no cash, in the profile''s own currency: each once, none of a deal that was paid.';
comment on column person_sums.is_foreign is 'Some of their money is in another currency, and has to be converted at reading.';

create table spend_rows (
  platform varchar not null,
  account_id varchar not null,
  spend_day date not null,
  currency varchar not null,
  campaign_id varchar,
  campaign_name varchar,
  campaign_key varchar,
  adset_id varchar,
  adset_name varchar,
  ad_id varchar,
  ad_name varchar,
  spend decimal(18, 6) not null,
  impressions bigint,
  clicks bigint,
  reach bigint,
  frequency decimal(18, 6),
  link_clicks bigint,
  video_3s_views bigint,
  thruplays bigint,
  platform_conversions decimal(18, 6),
  platform_conversion_value decimal(18, 6)
);
comment on table spend_rows is 'One row per ad (or unallocated remainder) and day of the spend in force.';
comment on column spend_rows.platform is 'Ad platform.';
comment on column spend_rows.account_id is 'Ad account.';
comment on column spend_rows.spend_day is 'Day of the ad account.';
comment on column spend_rows.currency is 'ISO 4217 code of spend.';
comment on column spend_rows.campaign_id is 'Platform id of the campaign.';
comment on column spend_rows.campaign_name is 'Name of the campaign.';
comment on column spend_rows.campaign_key is 'The name as it is compared: without space at its ends, in lower case.';
comment on column spend_rows.adset_id is 'Platform id of the ad set.';
comment on column spend_rows.adset_name is 'Name of the ad set.';
comment on column spend_rows.ad_id is 'Platform id of the ad.';
comment on column spend_rows.ad_name is 'Name of the ad.';
comment on column spend_rows.spend is 'Money spent, in currency.';
comment on column spend_rows.impressions is 'Times shown.';
comment on column spend_rows.clicks is 'Clicks the platform counted.';
comment on column spend_rows.reach is 'People who saw the ad that day, as the platform counted them; days and ads do not add up.';
comment on column spend_rows.frequency is 'Times shown per person reached that day.';
comment on column spend_rows.link_clicks is 'Clicks that led to the page of the ad.';
comment on column spend_rows.video_3s_views is 'Video views of at least three seconds.';
comment on column spend_rows.thruplays is 'Video views to the end, or of at least 15 seconds.';
comment on column spend_rows.platform_conversions is 'Conversions that the platform credits to the ad by its own rules.';
comment on column spend_rows.platform_conversion_value is 'Value of the conversions that the platform credits to the ad, in currency.';

create view spend as
with seen as (
  select platform, account_id, campaign_id, ad_id, channel, count(*) as origins_count
  from origins
  where is_paid and platform is not null and (campaign_id is not null or ad_id is not null)
  group by all
),
by_ad as (
  select platform, account_id, ad_id, arg_min(channel, (-total, channel)) as channel
  from (select platform, account_id, ad_id, channel, sum(origins_count) as total from seen where ad_id is not null group by all)
  group by platform, account_id, ad_id
),
by_campaign as (
  select platform, account_id, campaign_id, arg_min(channel, (-total, channel)) as channel
  from (select platform, account_id, campaign_id, channel, sum(origins_count) as total from seen where campaign_id is not null group by all)
  group by platform, account_id, campaign_id
)
select
  spend_rows.platform,
  spend_rows.account_id,
  spend_rows.spend_day,
  spend_rows.currency,
  spend_rows.campaign_id,
  spend_rows.campaign_name,
  spend_rows.adset_id,
  spend_rows.adset_name,
  spend_rows.ad_id,
  spend_rows.ad_name,
  coalesce(by_ad.channel, by_ad_anywhere.channel, by_campaign.channel, by_campaign_anywhere.channel, platform_seeds.channel, 'Paid Other') as channel,
  spend_rows.spend,
  spend_rows.impressions,
  spend_rows.clicks,
  spend_rows.reach,
  spend_rows.frequency,
  spend_rows.link_clicks,
  spend_rows.video_3s_views,
  spend_rows.thruplays,
  spend_rows.platform_conversions,
  spend_rows.platform_conversion_value
from spend_rows
left join by_ad on by_ad.platform = spend_rows.platform and by_ad.account_id = spend_rows.account_id and by_ad.ad_id = spend_rows.ad_id
left join (select * from by_ad where account_id is null) as by_ad_anywhere
  on by_ad_anywhere.platform = spend_rows.platform and by_ad_anywhere.ad_id = spend_rows.ad_id
left join by_campaign
  on by_campaign.platform = spend_rows.platform and by_campaign.account_id = spend_rows.account_id
  and by_campaign.campaign_id = spend_rows.campaign_id
left join (select * from by_campaign where account_id is null) as by_campaign_anywhere
  on by_campaign_anywhere.platform = spend_rows.platform and by_campaign_anywhere.campaign_id = spend_rows.campaign_id
left join platform_seeds on platform_seeds.platform = spend_rows.platform;
comment on view spend is 'One row per ad (or remainder) and day of the spend in force, with the channel its money bought: of the paid visits that carry its ids, otherwise of its platform.';

create table campaign_spellings (
  campaign_name varchar not null,
  name varchar not null,
  spelling varchar not null
);
comment on table campaign_spellings is 'One row per name of a campaign in the spend in force.';
comment on column campaign_spellings.campaign_name is 'The name as its platform has it.';
comment on column campaign_spellings.name is 'The name without its spelling: in lower case, each run of +, %20, _, - and space as one blank.';
comment on column campaign_spellings.spelling is 'How reports write every campaign of this name: as in the latest spend.';

create table spend_days (
  platform varchar not null,
  account_id varchar not null,
  spend_day date not null,
  seq bigint not null
);
comment on table spend_days is 'One row per (platform, account, day) that was reported: covered, even when nothing was spent. The spend of a channel, source, campaign, ad set or ad is measured on the days that an account reported which has a row there in spend, on whatever day, or whose platform (platform_seeds) has that channel or source; it is 0 there where no row says otherwise, and null where no such account reported, never 0.';
comment on column spend_days.platform is 'Ad platform.';
comment on column spend_days.account_id is 'Ad account.';
comment on column spend_days.spend_day is 'Day of the ad account.';
comment on column spend_days.seq is 'The fact in force.';

create table ad_objects (
  seq bigint not null,
  read_at timestamp not null,
  platform varchar not null,
  account_id varchar not null,
  currency varchar not null,
  object_type varchar not null,
  object_id varchar not null,
  campaign_id varchar,
  adset_id varchar,
  name varchar,
  configured_status varchar,
  effective_status varchar not null,
  platform_status varchar,
  objective varchar,
  daily_budget decimal(18, 6),
  lifetime_budget decimal(18, 6),
  learning varchar,
  created_at timestamp,
  creative_id varchar,
  creative_name varchar,
  creative_type varchar,
  landing_page_url varchar,
  url_tags varchar
);
comment on table ad_objects is 'One row per campaign, ad set or ad that readings of its account found, as it is in force; one that was removed keeps what was last known of it.';
comment on column ad_objects.seq is 'The fact in force.';
comment on column ad_objects.read_at is 'When the account was read that says so (UTC).';
comment on column ad_objects.platform is 'Ad platform.';
comment on column ad_objects.account_id is 'Ad account.';
comment on column ad_objects.currency is 'ISO 4217 code of the budgets.';
comment on column ad_objects.object_type is 'campaign, adset or ad.';
comment on column ad_objects.object_id is 'Platform id of the object.';
comment on column ad_objects.campaign_id is 'Platform id of the campaign of an ad set or ad.';
comment on column ad_objects.adset_id is 'Platform id of the ad set of an ad.';
comment on column ad_objects.name is 'Name of the object.';
comment on column ad_objects.configured_status is 'What a person set at an ad itself: active, paused, archived or other.';
comment on column ad_objects.effective_status is 'What it does under its parents and the platform''s review: active, paused, archived, other, or removed (a complete reading did not have it).';
comment on column ad_objects.platform_status is 'The platform''s own word for it.';
comment on column ad_objects.objective is 'Objective of a campaign, in the platform''s word.';
comment on column ad_objects.daily_budget is 'Budget of a day, where this object has one, in currency.';
comment on column ad_objects.lifetime_budget is 'Budget of the whole run, where this object has one, in currency.';
comment on column ad_objects.learning is 'Of an ad set: learning, limited or done; null where the platform does not say.';
comment on column ad_objects.created_at is 'When an ad was created (UTC).';
comment on column ad_objects.creative_id is 'Platform id of the creative of an ad.';
comment on column ad_objects.creative_name is 'Name of the creative.';
comment on column ad_objects.creative_type is 'image, video, carousel, dynamic or other.';
comment on column ad_objects.landing_page_url is 'Where the ad leads.';
comment on column ad_objects.url_tags is 'Parameters that the platform appends to the landing page.';

create table ads (
  ad_id varchar not null,
  platform varchar not null,
  account_id varchar not null,
  currency varchar not null,
  ad_name varchar,
  configured_status varchar,
  effective_status varchar not null,
  platform_status varchar,
  created_at timestamp,
  read_at timestamp not null,
  creative_id varchar,
  creative_name varchar,
  creative_type varchar,
  landing_page_url varchar,
  url_tags varchar,
  adset_id varchar,
  adset_name varchar,
  adset_status varchar,
  learning varchar,
  campaign_id varchar,
  campaign_name varchar,
  campaign_status varchar,
  objective varchar,
  budget_level varchar,
  daily_budget decimal(18, 6),
  lifetime_budget decimal(18, 6)
);
comment on table ads is 'One row per ad of connected accounts, with its ad set, its campaign and the budget that limits it. An ad is one by its platform, account and id.';
comment on column ads.ad_id is 'Platform id of the ad.';
comment on column ads.platform is 'Ad platform.';
comment on column ads.account_id is 'Ad account.';
comment on column ads.currency is 'ISO 4217 code of the budgets.';
comment on column ads.ad_name is 'Name of the ad.';
comment on column ads.configured_status is 'What a person set at the ad itself: active, paused, archived or other.';
comment on column ads.effective_status is 'What it does under its parents and the platform''s review: active, paused, archived, other, or removed (a complete reading did not have it).';
comment on column ads.platform_status is 'The platform''s own word for it.';
comment on column ads.created_at is 'When the ad was created (UTC).';
comment on column ads.read_at is 'When the account was read that says so (UTC).';
comment on column ads.creative_id is 'Platform id of the creative.';
comment on column ads.creative_name is 'Name of the creative.';
comment on column ads.creative_type is 'image, video, carousel, dynamic or other.';
comment on column ads.landing_page_url is 'Where the ad leads.';
comment on column ads.url_tags is 'Parameters that the platform appends to the landing page.';
comment on column ads.adset_id is 'Platform id of the ad set.';
comment on column ads.adset_name is 'Name of the ad set.';
comment on column ads.adset_status is 'Effective status of the ad set.';
comment on column ads.learning is 'learning, limited or done; null where the platform does not say.';
comment on column ads.campaign_id is 'Platform id of the campaign.';
comment on column ads.campaign_name is 'Name of the campaign.';
comment on column ads.campaign_status is 'Effective status of the campaign.';
comment on column ads.objective is 'Objective of the campaign, in the platform''s word.';
comment on column ads.budget_level is 'Where the budget is set: adset or campaign.';
comment on column ads.daily_budget is 'Budget of a day, in currency.';
comment on column ads.lifetime_budget is 'Budget of the whole run, in currency.';
