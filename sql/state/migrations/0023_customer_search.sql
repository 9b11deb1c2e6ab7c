-- Search over names, e-mails, phones and external ids: folded text (lower case, no diacritics), three letters at a time.
create table search_values (
  value_no integer primary key,
  profile_id text not null,
  customer_no integer not null,
  kind text not null check (kind in ('name', 'external_id', 'crm_contact_id', 'email', 'phone')),
  value text not null
) strict;
create index search_values_by_value on search_values (profile_id, value, kind, customer_no);
create index search_values_of_customer on search_values (profile_id, customer_no, kind);

create virtual table search_index using fts5 (value, content = 'search_values', content_rowid = 'value_no', tokenize = 'trigram');
-- Deleted text leaves the index at once, as secure_delete demands of the tables.
insert into search_index (search_index, rank) values ('secure-delete', 1);

create trigger search_values_added after insert on search_values begin
  insert into search_index (rowid, value) values (new.value_no, new.value);
end;
create trigger search_values_removed after delete on search_values begin
  insert into search_index (search_index, rowid, value) values ('delete', old.value_no, old.value);
end;
