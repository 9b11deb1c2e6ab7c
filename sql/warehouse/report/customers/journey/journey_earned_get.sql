-- One row per touch of the same page of the journey: its click id, and what it earned of the conversion asked, or of the person's newest.
-- needs: journey, journey_steps, origin_click_kinds
-- columns: click_id_kind?, conversion_no?
-- columns: join_method 'click_id'|'anonymous_id'|'link_token'|'external_id'|'crm_contact_id'|'national_id'|'email'|'phone'|'assigned'|'synthetic'?
-- columns: in_window?, first_touch?, last_touch?, last_non_direct?, first_paid?, last_paid?, linear?, position_based?, time_decay?
-- columns: data_driven?
with page as (
  select * from journey_steps order by occurred_at, seq, is_synthetic limit $limit::bigint offset $offset::bigint
),

credited as (
  select *
  from credit
  where conversion_no = coalesce(
    getvariable('journey').conversion_no,
    (
      select max_by(conversions.conversion_no, (conversions.converted_at, conversions.conversion_no))
      from conversions
      where conversions.is_counted and conversions.person_key = getvariable('journey').person_key
    )
  )
)

select
  page.seq,
  page.is_synthetic,
  origin_click_kinds.click_id_kind,
  credited.conversion_no,
  credited.join_method,
  credited.in_window,
  credited.first_touch,
  credited.last_touch,
  credited.last_non_direct,
  credited.first_paid,
  credited.last_paid,
  credited.linear,
  credited.position_based,
  credited.time_decay,
  credited.data_driven
from page
left join origin_click_kinds on origin_click_kinds.origin_id = page.visit_origin_id
left join credited on credited.touch_seq = page.seq and credited.is_synthetic = page.is_synthetic
where page.is_touch
