-- One row per user token, live or not, whose secret begins so (nearly always one), with its grant's client.
select user_tokens.hash, grants.grant_id, grants.client_id
from user_tokens
inner join grants on grants.grant_id = user_tokens.grant_id
where user_tokens.lookup = $lookup
