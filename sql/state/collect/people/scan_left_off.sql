-- One row per identifier that named one customer and was left to another, because stronger evidence told them apart.
select l.identifier_key, l.customer_no, l.type, i.customer_no as owner_no
from identifiers_left_off as l
cross join identifiers as i on i.profile_id = l.profile_id and i.identifier_key = l.identifier_key
where l.profile_id = $profile_id and (l.identifier_key, l.customer_no) > ($after_key, $after_customer)
  and i.customer_no <> l.customer_no
order by l.identifier_key, l.customer_no
limit $limit;
