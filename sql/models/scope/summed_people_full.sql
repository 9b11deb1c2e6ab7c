-- One row per person that is or may be in `person_sums`.
-- makes: summed_people (full)
create temp table summed_people as
select customer_no as person_key from customers
union
select person_key from outcomes where person_key < 0
