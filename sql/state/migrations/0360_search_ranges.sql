-- Search texts are numbered within a range of their profile, so that a search reads no other profile's hits and may stop at the newest;
-- and the index keeps of each text its letters three by three, without their places: what it finds is compared with the text itself.

-- One row per profile with search texts; they are numbered from profile_no × 2^40 on.
create table search_profiles (
  profile_no integer primary key,
  profile_id text not null unique
) strict;

insert into search_profiles (profile_id)
select distinct profile_id from search_values order by profile_id;

drop trigger search_values_added;
drop trigger search_values_removed;
drop table search_index;
drop index search_values_by_value;
drop index search_values_of_customer;
alter table search_values rename to search_values_before;

create table search_values (
  value_no integer primary key,
  profile_no integer not null,
  customer_no integer not null,
  kind text not null check (kind in ('name', 'external_id', 'crm_contact_id', 'email', 'phone')),
  value text not null
) strict;

insert into search_values (value_no, profile_no, customer_no, kind, value)
select
  (p.profile_no << 40) + row_number() over (partition by p.profile_no order by v.value_no),
  p.profile_no, v.customer_no, v.kind, v.value
from search_values_before as v
join search_profiles as p on p.profile_id = v.profile_id;

drop table search_values_before;
create index search_values_by_value on search_values (profile_no, value);
create index search_values_of_customer on search_values (profile_no, customer_no);

-- `words` are names and addresses, which lists are searched by; `codes` are numbers and ids. The space before lets two letters find the
-- beginning of a text as they find that of a word.
create virtual table search_index using fts5 (
  words, codes, content = '', columnsize = 0, detail = column, tokenize = 'trigram'
);
-- Deleted text leaves the index at once, as secure_delete demands of the tables.
insert into search_index (search_index, rank) values ('secure-delete', 1);

insert into search_index (rowid, words, codes)
select
  value_no,
  case when kind in ('name', 'email') then ' ' || value end,
  case when kind not in ('name', 'email') then ' ' || value end
from search_values
order by value_no;

-- Who adds texts adds them to the index, many with one statement: the index writes down what it holds with each statement's end.
create trigger search_values_removed after delete on search_values begin
  insert into search_index (search_index, rowid, words, codes) values (
    'delete',
    old.value_no,
    case when old.kind in ('name', 'email') then ' ' || old.value end,
    case when old.kind not in ('name', 'email') then ' ' || old.value end
  );
end;
