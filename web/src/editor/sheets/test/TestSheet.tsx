import './test.css';
import { studentsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { FaultText } from '../../session/FaultText.tsx';
import { type Fault, faultOf } from '../../session/fault-place.ts';
import { useEditor } from '../../session/use-editor.ts';
import { printSpecimen } from '../transfer/export-file.ts';

/** Students shown at once. */
const shownStudents = 6;

interface Chosen {
  id: string;
  name: string;
}

/** Prints one specimen with samples or with a student. */
export function TestSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  // An entry of the catalog is of no organization whose students it could be printed for.
  const mayPick = useMay('students.view') && session.kind === 'template';
  const { shown } = session.view.get();
  const [student, setStudent] = useState<Chosen | null>(
    shown.kind === 'student' ? { id: shown.studentId, name: shown.fullName } : null,
  );
  const { start, cancel, isPending: isWorking } = useStarted();
  const [url, setUrl] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  const forget = (): void => {
    setUrl(undefined);
    setFault(undefined);
  };
  const print = (): void => {
    forget();
    start(
      (signal) => printSpecimen(session, student?.id, signal),
      (specimen) => setUrl(URL.createObjectURL(specimen)),
      (error) => setFault(faultOf(error, session, { t, format })),
    );
  };
  const choose = (next: Chosen | null): void => {
    setStudent(next);
    // What is being printed has the values of the one before.
    cancel();
    forget();
  };
  return (
    <Sheet
      title={t('editorSheets.test.title')}
      className="test-sheet"
      onClose={onClose}
      busy={isWorking}
      end={
        url ? (
          <>
            <a className={buttonClass('line')} href={url} download={`${session.document().name}.pdf`}>
              <Icon name="save" />
              {t('editorSheets.test.save')}
            </a>
            <a className={buttonClass()} href={url} target="_blank" rel="noreferrer">
              {t('editorSheets.test.open')}
            </a>
          </>
        ) : (
          <>
            <Button kind="line" onClick={onClose} disabled={isWorking}>
              {t('common.cancel')}
            </Button>
            <Button working={isWorking} onClick={print}>
              {t('editorSheets.test.act')}
            </Button>
          </>
        )
      }
    >
      <div className="body stack-s">
        <p className="mute">{t('editorSheets.test.text')}</p>
        <fieldset>
          <legend className="legend label">{t('editorSheets.test.with')}</legend>
          <RadioChoice name="values" checked={student === null} onChange={() => choose(null)}>
            {t('editorSheets.test.sample')}
          </RadioChoice>
          {student ? (
            <RadioChoice name="values" checked onChange={() => undefined}>
              <Name text={student.name} />
            </RadioChoice>
          ) : null}
        </fieldset>
        {mayPick ? <Students chosenId={student?.id} onChoose={choose} /> : null}
        <div role="status">
          {url ? (
            <p className="ok">
              <Icon name="ringCheck" /> {t('editorSheets.test.made')}
            </p>
          ) : null}
        </div>
        <div role="alert">
          {fault ? (
            <p className="hint bad">
              <Icon name="bang" />
              <FaultText fault={fault} onShown={onClose} />
            </p>
          ) : null}
        </div>
      </div>
    </Sheet>
  );
}

function Students({
  chosenId,
  onChoose,
}: {
  chosenId: string | undefined;
  onChoose: (student: Chosen) => void;
}) {
  const { t } = useTranslation();
  const { client } = useEditor();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const found = useQuery(
    client.reading(studentsApi, 'list-brief', { query: { limit: shownStudents, ...(search && { search }) } }),
  );
  const students = found.data?.items;
  return (
    <div className="pick-student">
      <TextField
        label={t('editorSheets.test.find')}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul>
        {students?.map(({ _id, fullName }) => (
          <li key={_id}>
            <button
              type="button"
              aria-pressed={_id === chosenId}
              onClick={() => onChoose({ id: _id, name: fullName })}
            >
              <Name text={fullName} />
            </button>
          </li>
        ))}
      </ul>
      {students?.length === 0 ? <p className="hint">{t('editorSheets.test.none')}</p> : null}
    </div>
  );
}
