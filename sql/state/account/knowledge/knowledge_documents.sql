-- name: document_add
-- One document of a profile.
insert into knowledge_documents (
  document_id, profile_id, title, kind, bytes, characters, personal_data, content_hash, created_by, created_at, updated_at
)
values (
  $document_id, $profile_id, $title, $kind, $bytes, $characters, $personal_data, $content_hash, $created_by, $now, $now
);

-- name: document_find
-- One row: the document of a profile with this content.
select document_id
from knowledge_documents
where profile_id = $profile_id and content_hash = $content_hash;

-- name: document_get
-- One row: a document of a profile.
select document_id, title, kind, bytes, characters, personal_data, content_hash, created_by, created_at, updated_at
from knowledge_documents
where profile_id = $profile_id and document_id = $document_id;

-- name: document_remove
-- One document of a profile, whose passages are gone.
delete from knowledge_documents where profile_id = $profile_id and document_id = $document_id;

-- name: document_update
-- One document of a profile, as it is from now on.
update knowledge_documents
set title = $title,
  bytes = $bytes,
  characters = $characters,
  personal_data = $personal_data,
  content_hash = $content_hash,
  updated_at = $now
where profile_id = $profile_id and document_id = $document_id;

-- name: documents_count
-- One row: how many documents a profile has.
-- columns: documents integer
select count(*) as documents from knowledge_documents where profile_id = $profile_id;

-- name: documents_ids
-- One row per document of a profile.
select document_id, title from knowledge_documents where profile_id = $profile_id order by document_id;

-- name: documents_list
-- One row per document of a profile after a place in the list, newest first.
select document_id, title, kind, bytes, characters, personal_data, content_hash, created_by, created_at, updated_at
from knowledge_documents
where profile_id = $profile_id and (created_at, document_id) < ($before_at, $before_id)
order by created_at desc, document_id desc
limit $limit;

-- name: documents_search
-- One row per document with all the words in its title and, where the caller may read it (`texts`: all, unflagged or none), its text, after a place in the list: first those with a word in the title, then by passages
-- with a word. TRICKY: not by bm25, whose order depends on the documents of other profiles.
-- params: queries text, texts text, before_rank integer
-- columns: rank integer, position integer?
with found as materialized (
  select p.document_id, p.position, word.key as word_no
  from json_each($queries) as word
  cross join knowledge_index as i on i.knowledge_index match word.value
  cross join knowledge_passages as p on p.passage_no = i.rowid
  cross join knowledge_documents as t on t.document_id = p.document_id
  where p.profile_id = $profile_id
    and (p.position = 0 or $texts = 'all' or ($texts = 'unflagged' and t.personal_data = '[]'))
),
passages as materialized (
  select document_id, position, count(*) as words from found group by document_id, position
),
documents as (
  select document_id, max(position = 0) * 1000000 + count(distinct position) as rank
  from found
  group by document_id
  having count(distinct word_no) = json_array_length($queries)
)
select
  d.document_id, d.title, d.kind, d.bytes, d.characters, d.personal_data, d.content_hash, d.created_by, d.created_at, d.updated_at, h.rank,
  (
    select s.position from passages as s
    where s.document_id = h.document_id and s.position > 0
    order by s.words desc, s.position
    limit 1
  ) as position
from documents as h
cross join knowledge_documents as d on d.document_id = h.document_id
where (h.rank, d.created_at, d.document_id) < ($before_rank, $before_at, $before_id)
order by h.rank desc, d.created_at desc, d.document_id desc
limit $limit;
