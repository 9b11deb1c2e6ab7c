-- One row per calendar month with purchases in the year before the period: how many of them have each identifier. Of click ids ($click_ids) those
-- count that a platform takes.
with
chosen as (
  select outcome_seq, strftime(converted_day, '%Y-%m') as month
  from conversions
  where
    revenue_type = 'cash'
    and is_counted
    and converted_day >= $date_from::date - interval 12 month
    and converted_day < $date_from::date
),

identified as (
  select seq as outcome_seq, bool_or(type = 'email') as has_email, bool_or(type = 'phone') as has_phone, bool_or(type = 'external_id') as has_external_id
  from event_identifiers
  where seq in (select outcome_seq from chosen)
  group by seq
)

select
  chosen.month,
  count(*)::integer as cases,
  count_if(coalesce(identified.has_email, false))::integer as match_email,
  count_if(coalesce(identified.has_phone, false))::integer as match_phone,
  count_if(coalesce(list_has_any(json_keys(events.click_ids), $click_ids::text[]), false))::integer as match_click_id,
  count_if(events.visitor_key is not null)::integer as match_browser,
  count_if(coalesce(identified.has_external_id, false))::integer as match_external_id
from chosen
join events on events.seq = chosen.outcome_seq
left join identified using (outcome_seq)
group by chosen.month
order by chosen.month
