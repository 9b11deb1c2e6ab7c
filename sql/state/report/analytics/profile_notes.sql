-- name: note_add
-- One note, unless the same is there already.
insert into profile_notes (note_id, profile_id, day, text, campaign, author, created_at)
values ($note_id, $profile_id, $day, $text, $campaign, $author, $now)
on conflict (profile_id, day, text, campaign) do nothing;

-- name: note_find
-- One row: the note with these contents.
select note_id, day, text, campaign, author, created_at
from profile_notes
where profile_id = $profile_id and day = $day and text = $text and campaign = $campaign;

-- name: note_remove
-- One note of a profile.
delete from profile_notes where profile_id = $profile_id and note_id = $note_id;

-- name: notes_count
-- One row: how many notes a profile has.
-- columns: notes integer
select count(*) as notes from profile_notes where profile_id = $profile_id;

-- name: notes_list
-- One row per note of a profile on the days of a range, of one campaign if it is asked for, oldest first.
select note_id, day, text, campaign, author, created_at
from profile_notes
where profile_id = $profile_id and day between $date_from and $date_to and ($campaign is null or campaign in ('', $campaign))
order by day, created_at, note_id;
