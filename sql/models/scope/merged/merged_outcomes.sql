-- One row per outcome of the scope: its person, if they were one.
-- needs: dirty_people
-- fills: scope_outcomes (merged), outcomes_related (merged)
update scope_outcomes set person_key = $head::bigint;
update outcomes_related set person_key = $head::bigint where person_key in (select person_key from dirty_people)
