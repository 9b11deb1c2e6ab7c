-- One row per touch of the scope's people: its person, if they were one.
-- needs: dirty_people
-- fills: near_touches (merged)
update near_touches set person_key = $head::bigint where person_key in (select person_key from dirty_people)
