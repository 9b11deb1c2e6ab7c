-- The index of search is read from the lowest number on many times faster than backwards, and the newest texts are wanted first: it holds
-- each text under its number's negative.
drop trigger search_values_removed;
drop table search_index;

-- As before: `words` are names and addresses, which lists are searched by; `codes` are numbers and ids. The space before lets two letters
-- find the beginning of a text as they find that of a word.
create virtual table search_index using fts5 (
  words, codes, content = '', columnsize = 0, detail = column, tokenize = 'trigram'
);
insert into search_index (search_index, rank) values ('secure-delete', 1);

-- In the index's own order: it writes down what it holds whenever a lower number comes after a higher one.
insert into search_index (rowid, words, codes)
select
  -value_no,
  case when kind in ('name', 'email') then ' ' || value end,
  case when kind not in ('name', 'email') then ' ' || value end
from search_values
order by value_no desc;

create trigger search_values_removed after delete on search_values begin
  insert into search_index (search_index, rowid, words, codes) values (
    'delete',
    -old.value_no,
    case when old.kind in ('name', 'email') then ' ' || old.value end,
    case when old.kind not in ('name', 'email') then ' ' || old.value end
  );
end;
