-- name: kept_files_list
-- One row per file that must be in the folder.
select name, version from kept_files order by name;

-- name: kept_file_get
-- One row at most: the last version of a file.
select version from kept_files where name = $name;

-- name: kept_file_put
-- A version of a file; never an earlier one.
insert into kept_files (name, version, written_at)
values ($name, $version, $now)
on conflict (name) do update set version = excluded.version, written_at = excluded.written_at
where excluded.version > kept_files.version;

-- name: kept_file_remove
-- A file that need not be there any more.
delete from kept_files where name = $name;
