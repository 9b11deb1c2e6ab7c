-- One row per row of `people`: whose money a report asks for.
-- needs: people
-- makes: summed_people (priced)
create or replace temp view summed_people as
select person_key from people
