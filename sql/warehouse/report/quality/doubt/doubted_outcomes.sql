-- One row per conversion of the period and finding about attribution that it is under.
-- needs: quality_outcomes
-- makes: doubted_outcomes
create temp table doubted_outcomes as
with
backlog as (
  select coalesce(component_map.person_key, waiting.customer_no) as person_key
  from (select unnest($waiting::bigint[]) as customer_no) as waiting
  left join component_map using (customer_no)
),

found as (
  select
    conversion_no,
    unnest(list_filter([
      if(not is_attributed, 'coverage', null),
      if(is_nobody, 'nobody_known', null),
      if(is_without_visit, 'person_without_visit', null),
      if(is_outside_window, 'outside_window', null),
      if(is_synthetic, 'synthetic_share', null),
      if(person_key in (select person_key from backlog), 'identity_backlog', null)
    ], lambda finding: finding is not null)) as finding
  from quality_outcomes
  where is_current
)

select finding, conversion_no from found
