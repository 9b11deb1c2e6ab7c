-- What a credential called on a day, more by so many.
insert into credential_usage (usage_day, credential, requests, refused)
values ($usage_day, $credential, $requests, $refused)
on conflict (usage_day, credential) do update set
  requests = requests + excluded.requests,
  refused = refused + excluded.refused
