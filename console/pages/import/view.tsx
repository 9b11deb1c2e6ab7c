// Import: files of all kinds are dropped, looked at and imported here; every import is listed, with undo.
import { usePlace, useProfile } from '../../frame/place.tsx';
import { CheckSheet } from './check-sheet.tsx';
import { Drop } from './drop.tsx';
import { List } from './list.tsx';
import { OneImport } from './one.tsx';
import { Schedules } from './schedules.tsx';
import { UploadLinks } from './upload-links.tsx';

export default function Import() {
  const { rest } = usePlace();
  const { role } = useProfile();
  if (rest !== '') return <OneImport key={rest} id={rest} />;
  return (
    <>
      {role === 'manager' ? <Drop /> : <p class="note">You read this page. A manager of the profile imports files.</p>}
      {role === 'manager' && <Schedules />}
      {role === 'manager' && <UploadLinks />}
      <List />
      <CheckSheet />
    </>
  );
}
