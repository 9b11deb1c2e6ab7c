-- name: passkey_challenge_use
-- The challenge, answered; nothing where it was before.
insert into passkey_challenges (hash, used_at)
values ($hash, $now)
on conflict (hash) do nothing;

-- name: passkey_challenges_forget
-- What was answered before.
delete from passkey_challenges
where used_at < $before;
