-- One row per day and currency of the money of `people`, over all their history.
-- needs: people
-- makes: money_days (of_people)
create temp table money_days as
select converted_day as day, currency from conversions where person_key in (select person_key from people)
union
select flow_day, currency from cash_flows where person_key in (select person_key from people)
