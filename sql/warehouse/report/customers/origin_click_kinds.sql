-- One row per origin with click ids: the kind that says most (one that proves an ad before one that does not).
-- makes: origin_click_kinds
create temp view origin_click_kinds as
select kinds.origin_id, min_by(kinds.kind, (not coalesce(click_seeds.proves_paid, false), kinds.kind)) as click_id_kind
from (
  select origin_id, unnest(string_split(click_kinds, ',')) as kind from origin_parts where click_kinds is not null
) as kinds
left join click_seeds using (kind)
group by kinds.origin_id
