-- One row per identifier that customers of a page are compared by.
select customer_no, type, value, sealed
from identifiers
where profile_id = $profile_id and customer_no > $after and customer_no <= $up_to and type in ('email', 'phone', 'national_id');
