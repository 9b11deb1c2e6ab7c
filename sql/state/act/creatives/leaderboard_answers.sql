-- name: answers_count
-- One row: questions of a workspace since a moment.
-- columns: answers integer
select count(*) as answers from leaderboard_answers
where workspace_id = $workspace_id and asked_at >= $since;

-- name: answers_forget
-- Answers of before a moment.
delete from leaderboard_answers
where workspace_id = $workspace_id and asked_at < $before;

-- name: answer_reserve
-- One row: a question that is being answered.
insert into leaderboard_answers (answer_id, workspace_id, asked_by, answer, asked_at)
values ($answer_id, $workspace_id, $asked_by, 'null', $now);

-- name: answer_put
-- One row: what was answered.
update leaderboard_answers set answer = $answer
where answer_id = $answer_id;

-- name: answer_get
-- One row at most: an answer for the user who asked.
select answer_id, answer, asked_at from leaderboard_answers
where answer_id = $answer_id and workspace_id = $workspace_id and asked_by = $asked_by and asked_at >= $since and answer <> 'null';

-- name: answers_list
-- One row per answer for the user who asked, the latest first.
select answer_id, answer, asked_at from leaderboard_answers
where workspace_id = $workspace_id and asked_by = $asked_by and asked_at >= $since and answer <> 'null'
order by asked_at desc, answer_id
limit $row_limit;
