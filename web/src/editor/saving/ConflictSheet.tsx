import '../../ui/sheets/sheets.css';
import './saving.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { useStarted } from '../../state/useStarted.ts';
import { useStore } from '../../state/useStore.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { type Changes, describeChanges } from './changes.ts';
import { keepBoth, keepMine, readTheirs, takeTheirs } from './choices.ts';
import type { SavedDocument } from './document.ts';
import type { Conflict } from './save-state.ts';
import type { Saving } from './saving.ts';

interface Props {
  saving: Saving;
  /** Leaves the conflict as it is: what is drawn goes on being kept. */
  onClose: () => void;
  /** Opens the template that "Keep both" made. */
  onOpenCopy: (id: string) => void;
}

/** Which version to keep, after somebody else saved a newer one. Renders nothing without a conflict. */
export function ConflictSheet(props: Props) {
  const state = useStore(props.saving.saver.state);
  return state.kind === 'conflict' ? <Question {...props} conflict={state.conflict} /> : null;
}

type Choice = 'theirs' | 'both' | 'mine';

function Question({ saving, onClose, onOpenCopy, conflict }: Props & { conflict: Conflict }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [choice, setChoice] = useState<Choice | 'reading'>('reading');
  const { start, isPending, error } = useStarted();
  const working = isPending ? choice : null;
  const { theirs } = conflict;
  const isCatalog = saving.kind === 'catalog';
  const time = format.time(conflict.updatedAt);
  const day = format.dayOf(conflict.updatedAt);
  const isToday = day === format.dayOf(new Date().toISOString());
  const when = isToday ? t('editorSaving.at', { time }) : t('editorSaving.on', { day, time });

  const run = (next: Choice | 'reading', work: () => Promise<unknown>): void => {
    setChoice(next);
    start(work);
  };
  const read = () => run('reading', () => readTheirs(saving));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a conflict whose version is not known yet.
  useEffect(() => {
    if (!theirs) read();
  }, [theirs]);

  const choose = (chosen: Choice) => () =>
    run(chosen, async () => {
      if (chosen === 'theirs')
        await takeTheirs(saving, t('editorSaving.conflict.label', { time: format.time(new Date()) }));
      else if (chosen === 'mine') {
        if (theirs) await keepMine(saving, theirs);
      } else {
        const id = await keepBoth(saving, (name) =>
          t('editorSaving.copyName', { name, interpolation: { escapeValue: false } }),
        );
        if (id !== null) {
          const action = { label: t('editorSaving.openCopy'), run: () => onOpenCopy(id) };
          toast({ tone: 'ok', title: t('editorSaving.copied'), action });
        }
      }
    });

  const mine = saving.saver.document;
  const { base } = saving.saver;
  const own = base && describeChanges(base, mine, t);
  const others = base && theirs ? describeChanges(base, theirs.document, t) : null;
  const who = conflict.updatedBy;
  return (
    <Sheet
      title={
        who === undefined
          ? t('editorSaving.conflict.titleSomebody')
          : t('editorSaving.conflict.title', { name: who })
      }
      wide
      onClose={onClose}
      busy={working !== null && working !== 'reading'}
      end={
        <>
          <Button kind="line" working={working === 'theirs'} disabled={!theirs} onClick={choose('theirs')}>
            {t('editorSaving.conflict.theirs')}
          </Button>
          <Button kind="line" working={working === 'both'} disabled={!theirs} onClick={choose('both')}>
            {t('editorSaving.conflict.both')}
          </Button>
          <Button working={working === 'mine'} disabled={!theirs} onClick={choose('mine')}>
            {t('editorSaving.conflict.mine')}
          </Button>
        </>
      }
    >
      <div className="body">
        <p className="mute">
          {t(isCatalog ? 'editorSaving.conflict.textCatalog' : 'editorSaving.conflict.text', { when })}
        </p>
        {error === undefined ? null : (
          <p className="bad" role="alert">
            {t('editorSaving.conflict.failed', { cause: causeOf(error, t) })}{' '}
            {theirs ? null : (
              <button type="button" className="link" onClick={read}>
                {t('common.tryAgain')}
              </button>
            )}
          </p>
        )}
        <div className="versions">
          <Version
            saving={saving}
            title={t('editorSaving.conflict.yours')}
            document={mine}
            changes={own}
            time={format.time(new Date(saving.saver.changedAt))}
          />
          <Version
            saving={saving}
            title={t('editorSaving.conflict.others')}
            document={theirs?.document ?? null}
            thumbnailUrl={theirs?.thumbnailUrl}
            changes={others}
            time={time}
          />
        </div>
      </div>
    </Sheet>
  );
}

interface VersionProps {
  saving: Saving;
  title: string;
  /** Null while it is not known. */
  document: SavedDocument | null;
  changes: Changes | null;
  thumbnailUrl?: string | undefined;
  time?: string;
}

function Version({ saving, title, document, changes, thumbnailUrl, time }: VersionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const url = usePicture(saving, document, changes?.pageId ?? null) ?? thumbnailUrl;
  const count = changes?.count ?? 0;
  const counted =
    changes === null
      ? null
      : count === 0
        ? t('editorSaving.conflict.none')
        : t('editorSaving.conflict.changes', { count, number: format.count(count) });
  return (
    <figure>
      <div className="sheet-pic">
        {url === undefined ? (
          <span className="none">{t('common.noPreview')}</span>
        ) : (
          <img className="leaf" src={url} alt={title} />
        )}
      </div>
      <figcaption>
        <b>{title}</b>
        <small className="num">
          {[counted, time === undefined ? null : t('editorSaving.conflict.lastAt', { time })]
            .filter((part) => part !== null)
            .join(', ')}
          {changes && changes.texts.length > 0 ? `: ${format.list(changes.texts)}` : null}
        </small>
      </figcaption>
    </figure>
  );
}

const pictureWidth = 800;

/** The object URL of a page of a document: the one with the first difference. Undefined while there is none. */
function usePicture(
  { draw }: Saving,
  document: SavedDocument | null,
  pageId: string | null,
): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!document) return;
    let made: string | undefined;
    let isOver = false;
    const pages = document.design.pages;
    const page = pages.find(({ id }) => id === pageId) ?? pages[0];
    void draw(page?.id ?? '', pictureWidth, document)
      .catch(() => null)
      .then((picture) => {
        if (!picture || isOver) return;
        made = URL.createObjectURL(picture);
        setUrl(made);
      });
    return () => {
      isOver = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [draw, document, pageId]);
  return url;
}
