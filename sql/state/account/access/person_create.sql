-- One new person.
insert into people (person_id, email, name, created_at)
values ($person_id, $email, $name, $created_at)
