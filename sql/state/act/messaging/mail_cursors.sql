-- name: cursor_get
-- One row: how far a mailbox was read.
select cursor, folder, folder_cursor, read_at, error from mail_cursors where connection_id = $connection_id;

-- name: cursor_put
-- The place up to which a mailbox was read.
insert into mail_cursors (connection_id, profile_id, cursor)
values ($connection_id, $profile_id, $cursor)
on conflict (connection_id) do update set cursor = excluded.cursor;

-- name: folder_cursor_put
-- The place up to which the chosen folder of a mailbox was read.
update mail_cursors
set folder = $folder, folder_cursor = $cursor
where connection_id = $connection_id;

-- name: cursor_read
-- A complete reading.
update mail_cursors
set read_at = $now, error = null
where connection_id = $connection_id;

-- name: cursor_error
-- A reading that was not complete.
insert into mail_cursors (connection_id, profile_id, error)
values ($connection_id, $profile_id, $error)
on conflict (connection_id) do update set error = excluded.error;
