-- One row: the name and country of a customer filled where it has none; a name given by a browser gives way to one that may rename.
update customers
set
  first_name = case when name_trust is null or (name_trust = 'browser' and $may_rename) then $first_name else first_name end,
  last_name = case when name_trust is null or (name_trust = 'browser' and $may_rename) then $last_name else last_name end,
  name_trust = case
    when $first_name is null and $last_name is null then name_trust
    when name_trust is null or (name_trust = 'browser' and $may_rename) then $trust
    else name_trust
  end,
  country = coalesce(country, $country)
where profile_id = $profile_id and customer_no = $customer_no
returning first_name, last_name;
