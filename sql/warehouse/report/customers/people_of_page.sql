-- One row per person of `page`.
create temp table people as
select distinct person_key from page
