-- Who is known from an import alone was told of and not seen: the times that stand there are those of the telling, until a fact shows them.
alter table customers add column is_told integer not null default 0 check (is_told in (0, 1));
