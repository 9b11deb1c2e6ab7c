-- One row per row of `people`: whose money a report asks for.
create or replace temp view summed_people as
select person_key from people
