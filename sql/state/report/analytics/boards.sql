-- name: board_add
-- One new board.
insert into boards (board_id, profile_id, person_id, title, blocks, is_shared, revision, created_at, updated_at)
values ($board_id, $profile_id, $person_id, $title, $blocks, $is_shared, 1, $now, $now);

-- name: board_get
-- One row: a board of a profile.
select board_id, profile_id, person_id, title, blocks, is_shared, revision, created_at, updated_at
from boards
where board_id = $board_id and profile_id = $profile_id;

-- name: board_put
-- A board after a change.
update boards
set title = $title, blocks = $blocks, is_shared = $is_shared, revision = revision + 1, updated_at = $now
where board_id = $board_id;

-- name: board_delete
-- A board ends.
delete from boards
where board_id = $board_id;

-- name: boards_count
-- One row: how many boards a person has in a profile.
-- columns: boards integer
select count(*) as boards
from boards
where profile_id = $profile_id and person_id = $person_id;

-- name: boards_list
-- One row per board that a person can open: their own and shared ones, the newest first. A caller who is no person has none of their own.
-- params: person_id text?
select board_id, profile_id, person_id, title, blocks, is_shared, revision, created_at, updated_at
from boards
where profile_id = $profile_id and (is_shared = 1 or person_id = $person_id)
order by created_at desc, board_id;
