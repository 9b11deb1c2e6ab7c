-- One row per person that is or may be in `person_sums`.
-- makes: summed_people (full)
create table summed_people engine = Memory as
select customer_no as person_key from customers
union distinct
select person_key from outcomes where person_key < 0;
