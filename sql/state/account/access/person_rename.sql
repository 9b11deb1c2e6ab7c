-- A person's name.
update people
set name = $name
where person_id = $person_id
