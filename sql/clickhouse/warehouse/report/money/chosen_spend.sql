-- One row per row of `placed_spend` in the range that the filters let through: none where one asks for what spend does not know.
-- needs: placed_spend
-- makes: chosen_spend
create temporary table chosen_spend as
with (value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes
select *
from placed_spend
where
  spend_day between {money_from:Date32} and {money_to:Date32}
  and coalesce({medium:Nullable(String)}, {device:Nullable(String)}, {country:Nullable(String)}) is null
  and ({channel:Nullable(String)} is null or passes(channel, {channel:Nullable(String)}))
  and ({source:Nullable(String)} is null or passes(source, {source:Nullable(String)}))
  and ({campaign:Nullable(String)} is null or passes(campaign, {campaign:Nullable(String)}));
