-- One row per person of `page` some of whose money is in another currency than the profile's own.
-- needs: page
-- makes: people (of_page)
create temp view people as
select distinct page.person_key
from page
left join person_sums using (person_key)
where person_sums.is_foreign or page.currency <> (select max(value) from settings where name = 'currency')
