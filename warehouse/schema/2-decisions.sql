-- Decisions as they landed: identity, settings, definitions, rates, fits; and what is known beforehand (seeds).

create table customers (
  customer_no bigint not null
);
comment on table customers is 'One row per customer ever created (a member of a person).';
comment on column customers.customer_no is 'Number of the decision that created it.';

create table identifier_map (
  identifier_key bigint not null,
  type varchar not null,
  customer_no bigint not null
);
comment on table identifier_map is 'One row per identifier that belongs to a customer.';
comment on column identifier_map.identifier_key is '62-bit key of the identifier''s token.';
comment on column identifier_map.type is 'Type of the identifier.';
comment on column identifier_map.customer_no is 'The customer (member, not head).';

create table browser_map (
  visitor_key bigint not null,
  customer_no bigint not null,
  is_claim boolean not null
);
comment on table browser_map is 'One row per linked browser. The first link wins, but a server''s replaces one that only the browser claims.';
comment on column browser_map.visitor_key is 'The browser.';
comment on column browser_map.customer_no is 'The customer (member, not head).';
comment on column browser_map.is_claim is 'True when the link rests on what the browser itself said.';

create table followed_customers (
  customer_no bigint not null,
  into_customer_no bigint not null
);
comment on table followed_customers is 'One row per customer that only browsers had named, once another took it over.';
comment on column followed_customers.customer_no is 'The customer that is no more.';
comment on column followed_customers.into_customer_no is 'The customer that took it over.';

create table merge_edges (
  customer_a bigint not null,
  customer_b bigint not null,
  decision_no bigint not null
);
comment on table merge_edges is 'One row per active merge.';
comment on column merge_edges.customer_a is 'One customer.';
comment on column merge_edges.customer_b is 'The other.';
comment on column merge_edges.decision_no is 'The decision that merged them.';

create table component_map (
  customer_no bigint not null,
  person_key bigint not null
);
comment on table component_map is 'One row per customer with a merge, or that another took over. Every other customer is its own person.';
comment on column component_map.customer_no is 'The member.';
comment on column component_map.person_key is 'Its person: the oldest member of the component that no other took over.';

create table payment_payers (
  payment_seq bigint not null,
  customer_no bigint not null
);
comment on table payment_payers is 'One row per payment of which the merchant said who paid.';
comment on column payment_payers.payment_seq is 'The payment.';
comment on column payment_payers.customer_no is 'The customer (member, not head).';

create table payment_installments (
  payment_seq bigint not null,
  installment_of_key bigint
);
comment on table payment_installments is 'One row per payment of which the merchant said whether it is a later instalment; wins over what the payment says.';
comment on column payment_installments.payment_seq is 'The payment.';
comment on column payment_installments.installment_of_key is 'outcome_key of the first payment it continues; null when it is none.';

create table sale_pairs (
  payment_a bigint not null,
  payment_b bigint not null,
  is_same boolean not null
);
comment on table sale_pairs is 'One row per pair of payments of which the merchant said whether they are one sale.';
comment on column sale_pairs.payment_a is 'The earlier payment of the two, by its seq.';
comment on column sale_pairs.payment_b is 'The other.';
comment on column sale_pairs.is_same is 'True: one sale that two systems report. False: two sales, whatever ids they share.';

create table withdrawn_facts (
  seq bigint not null
);
comment on table withdrawn_facts is 'One row per fact that was taken back: it is kept, and counts nowhere.';
comment on column withdrawn_facts.seq is 'The fact.';

create table visitor_people (
  visitor_key bigint not null,
  person_key bigint not null
);
comment on table visitor_people is 'One row per linked browser. An unlinked browser is its own person: -visitor_key.';
comment on column visitor_people.visitor_key is 'The browser.';
comment on column visitor_people.person_key is 'Its person.';

create table settings (
  name varchar not null,
  value varchar not null
);
comment on table settings is 'One row per setting in force.';
comment on column settings.name is 'timezone, currency, privacy_mode, click_window_days, view_through_window_days, first_touch_window_days, cash_window_days, model, identify_browsers_by, bot_exceptions, no_source_hosts.';
comment on column settings.value is 'Its value as text.';

create view bot_exceptions as
select unnest(from_json(value, '["varchar"]')) as pattern from settings where name = 'bot_exceptions';
comment on view bot_exceptions is 'One row per part of user agents whose visits count, whatever the list of bots says.';
comment on column bot_exceptions.pattern is 'In lower case.';

create view no_source_hosts as
select unnest(from_json(value, '["varchar"]')) as host from settings where name = 'no_source_hosts';
comment on view no_source_hosts is 'One row per host that a person confirmed to be no source: who comes from there returns.';
comment on column no_source_hosts.host is 'The host, or the domain of several; lower case, without www.';

create table spend_aliases (
  utm_source varchar not null,
  utm_medium varchar,
  platform varchar
);
comment on table spend_aliases is 'One row per utm_source that the merchant confirmed to be, or not to be, spend of a platform.';
comment on column spend_aliases.utm_source is 'utm_source, lower case.';
comment on column spend_aliases.utm_medium is 'Only with this utm_medium, lower case; null for any.';
comment on column spend_aliases.platform is 'Ad platform as the spend names it; null: no spend of any.';

create table own_names (
  field varchar not null,
  name varchar not null,
  meaning varchar not null,
  meaning_name varchar not null
);
comment on table own_names is 'One row per name of a source or a campaign for which the merchant chose another.';
comment on column own_names.field is 'source (of utm_source) or campaign (of utm_campaign).';
comment on column own_names.name is 'What was sent, in lower case, each run of +, %20, _, - and space as one blank.';
comment on column own_names.meaning is 'The name that reports show.';
comment on column own_names.meaning_name is 'That name in the form of name.';

create table own_domains (
  domain varchar not null
);
comment on table own_domains is 'One row per domain of the profile itself: a referrer there is no source.';
comment on column own_domains.domain is 'Registrable domain, lower case.';

create table definitions (
  definition_no integer not null,
  conversion_key varchar not null,
  name varchar not null,
  event_types varchar[] not null,
  type_keys varchar[] not null,
  revenue_type varchar not null,
  counting varchar not null,
  value_rule varchar not null,
  fixed_value decimal(18, 6),
  fixed_currency varchar,
  lookback_window_days integer,
  is_default boolean not null,
  is_active boolean not null
);
comment on table definitions is 'One row per conversion definition in force.';
comment on column definitions.definition_no is 'Number of the definition in its profile; part of conversion ids.';
comment on column definitions.conversion_key is 'Its name in requests, e.g. payment_received.';
comment on column definitions.name is 'Name for people.';
comment on column definitions.event_types is 'Outcomes of these types count.';
comment on column definitions.type_keys is 'event_types as they are compared: without space at their ends, in lower case.';
comment on column definitions.revenue_type is 'cash, pipeline or gross.';
comment on column definitions.counting is 'every or first_per_customer.';
comment on column definitions.value_rule is 'event (the outcome''s value), fixed or none.';
comment on column definitions.fixed_value is 'Value per conversion under rule fixed.';
comment on column definitions.fixed_currency is 'ISO 4217 code of fixed_value.';
comment on column definitions.lookback_window_days is 'Own window, or null for the profile''s.';
comment on column definitions.is_default is 'The definition the overview counts.';
comment on column definitions.is_active is 'False once removed: matches nothing.';

create table rates (
  day date not null,
  currency varchar not null,
  rate decimal(38, 18) not null,
  in_currency varchar not null
);
comment on table rates is 'One row per day and currency: what one unit of it is worth in another. Those into the profile''s currency are used.';
comment on column rates.day is 'Day of the rate.';
comment on column rates.currency is 'ISO 4217 code.';
comment on column rates.rate is 'Units of in_currency for one unit of this one.';
comment on column rates.in_currency is 'ISO 4217 code; the profile''s currency when the rate was recorded.';

create table fits (
  conversion_key varchar not null,
  channel varchar not null,
  removal_effect decimal(18, 9) not null,
  touches bigint not null,
  base_probability decimal(18, 9) not null,
  conversions bigint not null,
  decision_no bigint not null
);
comment on table fits is 'One row per conversion definition and channel. The data-driven fit in force.';
comment on column fits.conversion_key is 'The definition.';
comment on column fits.channel is 'The channel.';
comment on column fits.removal_effect is 'Share of conversions lost without the channel, 0 to 1.';
comment on column fits.touches is 'Touches of the channel in converting paths.';
comment on column fits.base_probability is 'Probability that a path converts (the same on each row of a definition).';
comment on column fits.conversions is 'Converting paths of the fit (the same on each row of a definition).';
comment on column fits.decision_no is 'The decision that recorded the fit.';

create table source_seeds (
  domain varchar not null,
  source varchar not null,
  category varchar not null
);
comment on table source_seeds is 'One row per known referrer or utm_source value.';
comment on column source_seeds.domain is 'Registrable domain, host, `label.*` for hosts that begin with it, `*.name` for hosts under it, or utm_source value; lower case.';
comment on column source_seeds.source is 'Name of the source.';
comment on column source_seeds.category is 'search, social, shopping, video, email, ai, payment, bank, sign_in or tool.';

create table source_names (
  name varchar not null,
  source varchar not null
);
comment on table source_names is 'One row per name that utm_source may have for a known source.';
comment on column source_names.name is 'Lower case, each run of +, %20, _, - and space as one blank.';
comment on column source_names.source is 'Name of the source, as in source_seeds.';

create view return_categories as
select unnest(['bank', 'payment', 'sign_in', 'tool']) as category;
comment on view return_categories is 'One row per category of referrers that are no source: a return from paying or signing in, and tools that show pages.';
comment on column return_categories.category is 'As in source_seeds.';

create table leaving_labels (
  label varchar not null
);
comment on table leaving_labels is 'One row per name of a page from which browsers leave to pay or to sign in.';
comment on column leaving_labels.label is 'A part of a path between slashes, lower case, without the ending of a file.';

create table click_seeds (
  kind varchar not null,
  platform varchar not null,
  source varchar not null,
  proves_paid boolean not null
);
comment on table click_seeds is 'One row per known click id.';
comment on column click_seeds.kind is 'Name of the parameter, lower case.';
comment on column click_seeds.platform is 'Ad platform.';
comment on column click_seeds.source is 'Source to use when there is no utm_source.';
comment on column click_seeds.proves_paid is 'True when only ads carry it.';

create table platform_seeds (
  platform varchar not null,
  family varchar not null,
  source varchar not null,
  category varchar not null,
  channel varchar not null,
  account_prefix varchar not null,
  is_any_company boolean not null
);
comment on table platform_seeds is 'One row per known ad platform.';
comment on column platform_seeds.platform is 'Its name in figures, lower case.';
comment on column platform_seeds.family is 'Company behind it.';
comment on column platform_seeds.source is 'Source to use when nothing else names one.';
comment on column platform_seeds.category is 'search, social, shopping, video, email, affiliate or other.';
comment on column platform_seeds.channel is 'Channel of its spend when no visit tells.';
comment on column platform_seeds.account_prefix is 'What the id of its account may begin with, and is the same without; lower case, empty for none.';
comment on column platform_seeds.is_any_company is 'Its ads are visited under the names and click ids of any company (the sandbox).';

create table platform_names (
  name varchar not null,
  platform varchar not null
);
comment on table platform_names is 'One row per name of a known ad platform, its own included.';
comment on column platform_names.name is 'The name as names are compared: in lower case, each run of `+`, `%20`, `_`, `-` and space as one blank.';
comment on column platform_names.platform is 'The platform, see platform_seeds.';

create table decay_factors (
  unit varchar not null,
  step integer not null,
  factor bigint not null
);
comment on table decay_factors is 'One row per hour, minute and second of a week: by how much time decay reduces credit over it.';
comment on column decay_factors.unit is 'hour, minute or second.';
comment on column decay_factors.step is 'How many of them.';
comment on column decay_factors.factor is 'Two to the power of minus their share of a week, in units of 2⁻⁶⁰.';

create table zone_shifts (
  zone varchar not null,
  from_at timestamp not null,
  shift_seconds integer not null
);
comment on table zone_shifts is 'One row per change of the clocks of the profile''s time zone, as recorded with the decision on the zone.';
comment on column zone_shifts.zone is 'Name of the zone (IANA).';
comment on column zone_shifts.from_at is 'The moment of the change (UTC).';
comment on column zone_shifts.shift_seconds is 'Local time minus UTC from then on, in seconds.';

create table channel_rules (
  rule_no integer not null,
  rule_id varchar not null,
  channel varchar not null,
  is_paid boolean not null,
  needs_paid boolean,
  source_categories varchar[],
  source_pattern varchar,
  medium_pattern varchar,
  campaign_pattern varchar,
  click_kinds varchar[],
  platform_families varchar[],
  any_of boolean not null,
  needs_direct boolean
);
comment on table channel_rules is 'One row per channel rule, tried in order; the first that matches an origin places it.';
comment on column channel_rules.rule_no is 'Order. A profile''s own rules come first.';
comment on column channel_rules.rule_id is 'Stable name, shown beside what it placed.';
comment on column channel_rules.channel is 'The channel it gives.';
comment on column channel_rules.is_paid is 'Touches it places are paid.';
comment on column channel_rules.needs_paid is 'Only where something proves the visit paid (true) or nothing does (false).';
comment on column channel_rules.source_categories is 'The source is of one of these categories.';
comment on column channel_rules.source_pattern is 'Regular expression for the source, whole and lower case.';
comment on column channel_rules.medium_pattern is 'Regular expression for the medium, whole and lower case.';
comment on column channel_rules.campaign_pattern is 'Regular expression for the campaign name, whole and lower case.';
comment on column channel_rules.click_kinds is 'One of these click ids is present.';
comment on column channel_rules.platform_families is 'The ad or campaign is in the spend of one of these platforms.';
comment on column channel_rules.any_of is 'One of the source, medium, campaign conditions is enough (true), or all must match.';
comment on column channel_rules.needs_direct is 'Only visits without any evidence.';
