-- One row per dirty person whose sums are made anew. Browsers without an outcome are many, and nobody asks for theirs.
-- needs: dirty_people
-- fills: summed_people (dirty)
insert into summed_people
select person_key from dirty_people where person_key > 0
union
select person_key from outcomes where person_key < 0 and person_key in (select person_key from dirty_people)
