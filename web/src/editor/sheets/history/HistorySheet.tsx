import '../../../ui/sheets/sheets.css';
import './history.css';
import { type Revision, templatesApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStore } from '../../../state/useStore.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Sheet } from '../../../ui/dialog/Sheet.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { SheetPicture } from '../../../ui/sheets/SheetPicture.tsx';
import { SheetSkeletons } from '../../../ui/sheets/SheetSkeletons.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import type { Saving } from '../../saving/saving.ts';
import { useOpenSaving } from '../../saving/saving-context.ts';
import { useEditor } from '../../session/use-editor.ts';

/** The most letters of a name of a version, as the call takes it. */
const longest = 100;

/** Saves what is open; the id and `rev` that the server has then. Null when it could not be saved. */
async function saved({ saver }: Saving): Promise<{ id: string; rev: number } | null> {
  await saver.flush();
  return saver.saved && !saver.isUnsaved ? saver.saved : null;
}

/** The earlier versions of the template: one is given a name, or restored as a new version. */
export function HistorySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { client } = useEditor();
  const saving = useOpenSaving();
  const { kind } = useStore(saving.saver.state);
  const id = saving.saver.saved?.id;
  const [chosen, setChosen] = useState<Revision>();
  const [isNaming, setNaming] = useState(false);
  const list = useQuery({
    ...client.reading(templatesApi, 'revisions', { query: { id: id ?? '' } }),
    enabled: id !== undefined,
    // What was frozen meanwhile, by a batch or by somebody else.
    staleTime: 0,
  });
  const restore = useSaving({
    mutationFn: async ({ _id: revisionId }: Revision, signal) => {
      const now = await saved(saving);
      signal.throwIfAborted();
      if (!now) throw new Error('not saved');
      await client.call(templatesApi, 'restore', {
        body: { id: now.id, revisionId, rev: now.rev },
        idempotencyKey: crypto.randomUUID(),
        signal,
      });
      const theirs = await saving.transport.read(now.id);
      signal.throwIfAborted();
      if (!theirs) throw new Error('deleted');
      saving.session.replaceDocument(theirs.document);
      saving.saver.adopt(theirs, saving.session.document());
    },
    onSuccess: (_, revision: Revision) => {
      toast({ tone: 'ok', title: t('editorSheets.history.restored', { name: nameOf(revision) }) });
      onClose();
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('editorSheets.history.notRestored'), text: causeOf(error, t) }),
  });
  const nameOf = ({ label, createdAt }: Revision): string =>
    label ??
    t('editorSheets.history.at', { day: format.shortDayOf(createdAt), time: format.time(createdAt) });
  const revisions = list.data?.items;
  const isNew = id === undefined;
  return (
    <Sheet
      title={t('editorSheets.history.title')}
      wide
      className="history-sheet"
      onClose={onClose}
      busy={restore.isPending}
      work={restore}
      end={
        isNaming ? undefined : (
          <>
            <span className="mute small foot-text">{t('editorSheets.history.lossless')}</span>
            <Button kind="line" disabled={isNew || kind === 'conflict'} onClick={() => setNaming(true)}>
              {t('editorSheets.history.name')}
            </Button>
            <Cancel work={restore} />
            <Button
              disabled={!chosen || kind === 'conflict'}
              working={restore.isPending}
              onClick={() => chosen && restore.mutate(chosen)}
            >
              {chosen
                ? t('editorSheets.history.restoreOne', { name: nameOf(chosen) })
                : t('editorSheets.history.restore')}
            </Button>
          </>
        )
      }
    >
      <div className="body">
        {isNaming ? (
          <NameVersion onDone={() => setNaming(false)} onNamed={() => void list.refetch()} />
        ) : null}
        {list.isError && !revisions ? (
          <Broken
            title={t('editorSheets.history.broken')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : revisions || isNew ? (
          <fieldset className="revs" disabled={restore.isPending}>
            <legend className="hide">{t('editorSheets.history.title')}</legend>
            <Now />
            {revisions?.map((revision) => (
              <label key={revision._id} className={chosen?._id === revision._id ? 'pick is-on' : 'pick'}>
                <input
                  className="hide"
                  type="radio"
                  name="revision"
                  checked={chosen?._id === revision._id}
                  onChange={() => setChosen(revision)}
                />
                <span className="sheet-pic">
                  <SheetPicture url={revision.thumbnailUrl} />
                </span>
                <Caption revision={revision} name={nameOf(revision)} />
              </label>
            ))}
          </fieldset>
        ) : (
          <SheetSkeletons count={6} />
        )}
        {revisions?.length === 0 ? <p className="hint">{t('editorSheets.history.empty')}</p> : null}
      </div>
    </Sheet>
  );
}

function Caption({ revision, name }: { revision: Revision; name: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { label, createdAt, createdBy, reason } = revision;
  const time = format.time(createdAt);
  const when = label ? t('editorSheets.history.at', { day: format.shortDayOf(createdAt), time }) : null;
  return (
    <span className="cap num">
      <b>
        <Name text={name} />
      </b>
      {[when, createdBy].filter(Boolean).map((text) => (
        <small key={text}>
          <Name text={text as string} />
        </small>
      ))}
      <small>{t(`editorSheets.history.reason.${reason}`)}</small>
    </span>
  );
}

/** What is open, as it is drawn now. */
function Now() {
  const { t } = useTranslation();
  const saving = useOpenSaving();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let made: string | undefined;
    const [page] = saving.session.document().design.pages;
    saving.draw(page?.id ?? '', 480).then(
      (picture) => {
        if (!picture || isOver) return;
        made = URL.createObjectURL(picture);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [saving]);
  return (
    <div className="pick is-now">
      <span className="sheet-pic">
        <SheetPicture url={url} />
      </span>
      <span className="cap">
        <b>{t('editorSheets.history.now')}</b>
        <small>{t('editorSheets.history.nowText')}</small>
      </span>
    </div>
  );
}

/** Keeps what is open as a version with a name, which is never cleared away. */
function NameVersion({ onDone, onNamed }: { onDone: () => void; onNamed: () => void }) {
  const { t } = useTranslation();
  const { client } = useEditor();
  const saving = useOpenSaving();
  const [label, setLabel] = useState('');
  const freeze = useSaving({
    mutationFn: async (_, signal) => {
      const now = await saved(saving);
      signal.throwIfAborted();
      if (!now) throw new Error('not saved');
      await client.call(templatesApi, 'freeze', {
        body: { id: now.id, label: label.trim(), reason: 'named' },
        idempotencyKey: crypto.randomUUID(),
        signal,
      });
    },
    onSuccess: () => {
      onNamed();
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (label.trim() !== '' && !freeze.isPending) freeze.mutate();
  };
  return (
    <form className="name-version" onSubmit={submit}>
      <TextField
        label={t('editorSheets.history.nameLabel')}
        hint={t('editorSheets.history.nameHint')}
        value={label}
        maxLength={longest}
        autoFocus
        error={freeze.error ? causeOf(freeze.error, t) : undefined}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Button type="submit" size="small" disabled={label.trim() === ''} working={freeze.isPending}>
        {t('editorSheets.history.nameAct')}
      </Button>
      <Cancel work={freeze} onClose={onDone} size="small" />
    </form>
  );
}
