// Saved views: a page of the console with the question that it answers, of a person alone or shared with all who can open the profile. A
// person's views are replaced as a whole; two windows do not overwrite each other, as each names the revision that it has read.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import { type Call, type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import { storedViews } from '../stored.ts';

type View = Call<'putViews'>['body']['views'][number];

/** The permission that an analyst has and a viewer lacks. */
const SHARING_SCOPE = 'creatives:write';

interface Owned {
  views: View[];
  revision: number;
}

function viewsOf(base: ReadBase, profileId: string, personId: string | undefined): Owned {
  if (personId === undefined) return { views: [], revision: 0 };
  const row = base.state.statement('report/analytics/views_of_person').get({ profile_id: profileId, person_id: personId });
  return row ? { views: storedViews.read(row.views), revision: row.revision } : { views: [], revision: 0 };
}

function sharedByOthers(base: ReadBase, profileId: string, personId: string | undefined): View[] {
  const rows = base.state.statement('report/analytics/views_of_profile').all({ profile_id: profileId });
  return rows
    .filter(({ person_id }) => person_id !== personId)
    .flatMap(({ views }) => storedViews.read(views).filter(({ is_shared }) => is_shared));
}

/** A view by the user who saved it and its name; undefined where it is gone. */
export const findView = (base: ReadBase, profileId: string, { person_id, name }: { person_id: string; name: string }) =>
  viewsOf(base, profileId, person_id).views.find((view) => view.name === name);

/** The user who saved a view that a user can open under this name: themselves, or the first of those who share one. */
export function ownerOfView(base: ReadBase, profileId: string, personId: string, view: { name: string; is_own: boolean }) {
  if (view.is_own) return findView(base, profileId, { person_id: personId, name: view.name }) && personId;
  return base.state
    .statement('report/analytics/views_of_profile')
    .all({ profile_id: profileId })
    .find(
      (row) =>
        row.person_id !== personId && storedViews.read(row.views).some((each) => each.is_shared && each.name === view.name),
    )?.person_id;
}

function shown(base: ReadBase, profileId: string, { personId }: Principal) {
  const { views, revision } = viewsOf(base, profileId, personId);
  const others = sharedByOthers(base, profileId, personId);
  return {
    data: [...views.map((view) => ({ ...view, is_own: true })), ...others.map((view) => ({ ...view, is_own: false }))],
    meta: { profile_id: profileId, revision },
  };
}

export const listViews = reading('listViews', ({ principal, profile }, base) => shown(base, profile.profileId, principal));

function checkedViews(views: readonly View[], canShare: boolean): View[] {
  const checked = views.map((view, at) => ({ ...view, name: checkedName(`views[${at}].name`, view.name) }));
  const names = checked.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ApiError('validation_error', `views: "${twice}" is named twice.`);
  if (!canShare && checked.some(({ is_shared }) => is_shared))
    throw new ApiError('forbidden', 'Views are shared by analysts and managers of the profile.');
  return checked;
}

export const putViews = stateChange('putViews', ({ principal, profile: { profileId }, body }, base) =>
  base.state.tx(() => {
    const { personId } = principal;
    if (personId === undefined) throw new ApiError('forbidden', 'Views belong to a person.');
    const before = viewsOf(base, profileId, personId);
    if (body.revision !== before.revision)
      throw new ApiError('invalid_state', `The views have changed since (revision ${before.revision}); read them again.`);
    const views = checkedViews(body.views, principal.scopes.has(SHARING_SCOPE));
    const row = { profile_id: profileId, person_id: personId, views: storedViews.write(views), now: base.clock.now() };
    base.state.statement('report/analytics/views_put').run(row);
    return shown(base, profileId, principal);
  }),
);
