-- Questions about the leaderboard and what was answered, for the user who asked; for thirty days.
create table leaderboard_answers (
  answer_id text primary key,
  workspace_id text not null references workspaces (workspace_id),
  asked_by text not null,                 -- as in the audit
  answer text not null check (json_valid(answer)), -- with the question
  asked_at integer not null
) strict, without rowid;
create index leaderboard_answers_by_time on leaderboard_answers (workspace_id, asked_at);
