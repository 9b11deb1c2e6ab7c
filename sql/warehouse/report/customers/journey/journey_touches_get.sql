-- One row: the person, how many touches stand before its conversions (or the one asked), and a page of them, each with the credit it earned.
-- Only what names no person, page, device or place.
-- needs: journey, origin_click_kinds
-- columns: touches?, touches.conversion_no?, touches.converted_at?
-- columns: touches.join_method 'click_id'|'anonymous_id'|'link_token'|'external_id'|'crm_contact_id'|'national_id'|'email'|'phone'|'assigned'|'synthetic'?
-- columns: touches.in_window?, touches.spend_match 'ad'|'adset'|'campaign'|'alias'|'ambiguous'?, touches.campaign_id?, touches.adset_id?
-- columns: touches.ad_id?, touches.click_id_kind?, touches.first_touch?, touches.last_touch?, touches.last_non_direct?
-- columns: touches.first_paid?, touches.last_paid?, touches.linear?, touches.position_based?, touches.time_decay?, touches.data_driven?
with
asked_conversions as (
  select conversions.conversion_no, conversions.converted_at
  from conversions
  where
    conversions.person_key = getvariable('journey').person_key
    and conversions.is_counted
    and conversions.conversion_no = coalesce(getvariable('journey').conversion_no, conversions.conversion_no)
),

credited as (
  select credit.*, asked_conversions.converted_at
  from credit
  join asked_conversions using (conversion_no)
),

-- Touches of the person on the way to no conversion yet; a single conversion's journey has none.
waiting as (
  select touches.touch_seq, touches.is_synthetic, touches.touched_at, touches.origin_id
  from touches
  anti join credited on credited.touch_seq = touches.touch_seq and credited.is_synthetic = touches.is_synthetic
  where touches.person_key = getvariable('journey').person_key and getvariable('journey').conversion_no is null
),

rows_of_touches as (
  select
    touch_seq, is_synthetic, touched_at, origin_id, conversion_no, converted_at, join_method, in_window,
    first_touch, last_touch, last_non_direct, first_paid, last_paid, linear, position_based, time_decay, data_driven
  from credited
  union all by name
  select touch_seq, is_synthetic, touched_at, origin_id from waiting
),

page as (
  select *
  from rows_of_touches
  order by touched_at, touch_seq, is_synthetic, converted_at, conversion_no
  limit $limit::bigint offset $offset::bigint
),

described as (
  select
    page.*,
    origins.channel,
    origins.rule_id,
    origins.is_paid,
    origins.spend_match,
    origins.campaign_id,
    origins.adset_id,
    origins.ad_id,
    origin_click_kinds.click_id_kind
  from page
  join origins using (origin_id)
  left join origin_click_kinds using (origin_id)
)

select
  getvariable('journey').person_key::bigint as person_key,
  (select count(*) from rows_of_touches) as total_count,
  (
    select list(described order by touched_at, touch_seq, is_synthetic, converted_at, conversion_no) from described
  ) as touches
where getvariable('journey').person_key is not null
