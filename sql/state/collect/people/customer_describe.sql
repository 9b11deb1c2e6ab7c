-- One row: the name and country of a customer filled where it has none; a name given by a browser gives way to one that may rename. Half
-- a name is completed by whoever is trusted as much as who gave it. None when that changes nothing.
update customers
set
  first_name = case when told.is_name then $first_name when told.may_complete then coalesce(first_name, $first_name) else first_name end,
  last_name = case when told.is_name then $last_name when told.may_complete then coalesce(last_name, $last_name) else last_name end,
  name_trust = case when told.is_name then $trust else name_trust end,
  country = coalesce(country, $country)
from (
  select
    ($first_name is not null or $last_name is not null)
    and (name_trust is null or (name_trust = 'browser' and $may_rename)) as is_name,
    ((first_name is null and $first_name is not null) or (last_name is null and $last_name is not null))
    and ($trust = 'server' or name_trust = 'browser') as may_complete
  from customers
  where profile_id = $profile_id and customer_no = $customer_no
) as told
where profile_id = $profile_id and customer_no = $customer_no
  and (told.is_name or told.may_complete or (country is null and $country is not null))
returning first_name, last_name;
