-- One row per definition and channel: its touches on converting paths, over the 365 days before the newest event.
with horizon as (
  select max(occurred_at) - interval 365 days as begins_at from events
)
select conversions.conversion_key, origins.channel, count(*) as touches
from conversions
join credit using (conversion_no)
join origins using (origin_id)
where credit.is_candidate and conversions.converted_at >= (select begins_at from horizon)
group by all
order by all
