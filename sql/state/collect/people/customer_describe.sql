-- One row: the name and country of a customer filled where it has none; a name given by a browser gives way to one that may rename. None
-- when that changes nothing.
update customers
set
  first_name = case when told.is_name then $first_name else first_name end,
  last_name = case when told.is_name then $last_name else last_name end,
  name_trust = case when told.is_name then $trust else name_trust end,
  country = coalesce(country, $country)
from (
  select ($first_name is not null or $last_name is not null)
    and (name_trust is null or (name_trust = 'browser' and $may_rename)) as is_name
  from customers
  where profile_id = $profile_id and customer_no = $customer_no
) as told
where profile_id = $profile_id and customer_no = $customer_no
  and (told.is_name or (country is null and $country is not null))
returning first_name, last_name;
