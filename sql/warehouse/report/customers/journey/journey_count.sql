-- One row: the person, and how many steps its journey has; none when the person is unknown.
-- needs: journey, journey_steps
select getvariable('journey').person_key::bigint as person_key, count(*) as total_count
from journey_steps
having getvariable('journey').person_key is not null
