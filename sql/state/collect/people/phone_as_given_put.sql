-- A phone of a customer as it was given; at most five of each.
insert into phones_as_given (profile_id, customer_no, phone, first_seq, last_seq)
select $profile_id, $customer_no, $phone, $seq, $seq
where (
  select count(*) from phones_as_given
  where profile_id = $profile_id
    and customer_no = $customer_no
    and phone <> $phone
) < 5
on conflict do update set last_seq = excluded.last_seq
