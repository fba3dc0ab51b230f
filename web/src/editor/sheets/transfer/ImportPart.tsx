import type { PdfImportProgress } from '@sello/contracts';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Ruler } from '../../../ui/progress/Ruler.tsx';
import { withFamilies } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';
import { useEditor } from '../../session/use-editor.ts';
import { type FileContent, familiesHere, readFile } from './import-file.ts';

type Stage =
  | { at: 'choose'; fault?: string }
  | { at: 'reading'; name: string; page?: PdfImportProgress }
  | { at: 'read'; name: string; content: FileContent };

const accepted =
  '.json,.pdf,.png,.jpg,.jpeg,.webp,application/json,application/pdf,image/png,image/jpeg,image/webp';

/** Whether the template is still an empty sheet, which an imported page replaces. */
const isEmpty = ({ state: { design } }: EditorSession): boolean =>
  design.pages.length === 1 && design.pages[0]?.elements.length === 0;

/** Chooses a file, says what is in it, and puts it into the template. */
export function ImportPart({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const session = useEditor();
  const [stage, setStage] = useState<Stage>({ at: 'choose' });
  const [replaces, setReplaces] = useState(() => isEmpty(session));
  /** The families that the person chose in place of the closest ones. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const reading = useStarted();
  const take = (file: File | undefined): void => {
    if (!file || stage.at === 'reading') return;
    const { name } = file;
    setStage({ at: 'reading', name });
    setChosen(new Map());
    reading.start(
      (signal) => {
        const onPage = (page: PdfImportProgress) => {
          if (!signal.aborted) setStage({ at: 'reading', name, page });
        };
        return readFile(file, { session, t, signal, onPage });
      },
      (read) =>
        setStage(
          read.ok ? { at: 'read', name, content: read.content } : { at: 'choose', fault: read.reason },
        ),
    );
  };
  const cancel = (): void => {
    reading.cancel();
    setStage({ at: 'choose' });
  };
  const bringIn = (content: FileContent): void => {
    if (content.kind === 'pages') {
      if (session.run('page.put', { pages: content.pages, replaces })) onDone();
      return;
    }
    const wasEmpty = isEmpty(session);
    const families = content.fonts.map(
      ({ family, closest }) => [family, chosen.get(family) ?? closest] as const,
    );
    const design = withFamilies(content.design, new Map(families));
    if (!session.run('template.replace', { design })) return;
    if (wasEmpty && content.name !== '') session.rename(content.name);
    if (content.tags.length > 0 && session.details.get().tags.length === 0) session.setTags(content.tags);
    onDone();
  };
  return (
    <section>
      <h3>{t('editorSheets.transfer.import')}</h3>
      {stage.at === 'choose' ? <Choose fault={stage.fault} onFile={take} /> : null}
      {stage.at === 'reading' ? <ReadingFile name={stage.name} page={stage.page} onCancel={cancel} /> : null}
      {stage.at === 'read' ? (
        <div className="stack-s">
          <Content name={stage.name} content={stage.content} />
          {stage.content.kind === 'template' ? (
            <MissingFonts
              fonts={stage.content.fonts}
              chosen={chosen}
              onChoose={(family, by) => setChosen(new Map(chosen).set(family, by))}
            />
          ) : null}
          {stage.content.kind === 'pages' ? (
            <fieldset className="stack-s">
              <legend className="hide">{t('editorSheets.transfer.import')}</legend>
              <RadioChoice name="place" checked={!replaces} onChange={() => setReplaces(false)}>
                {t('editorSheets.transfer.add')}
              </RadioChoice>
              <RadioChoice name="place" checked={replaces} onChange={() => setReplaces(true)}>
                {t('editorSheets.transfer.replace')}
              </RadioChoice>
            </fieldset>
          ) : null}
          <p className="hint">{t('editorSheets.transfer.undo')}</p>
          <div className="row">
            <Button size="small" onClick={() => bringIn(stage.content)}>
              {t('editorSheets.transfer.act')}
            </Button>
            <Button kind="bare" size="small" onClick={() => setStage({ at: 'choose' })}>
              {t('editorSheets.transfer.another')}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

interface ReadingProps {
  name: string;
  /** Of a PDF, from its first page on. */
  page: PdfImportProgress | undefined;
  onCancel: () => void;
}

/** How far the file is read, and a way to stop it. */
function ReadingFile({ name, page, onCancel }: ReadingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const where = page && {
    page: format.count(page.page),
    pages: format.count(page.pages),
  };
  return (
    <div className="stack-s">
      <p role="status" aria-busy="true">
        {page ? null : <span className="spin" aria-hidden="true" />}{' '}
        {t('editorSheets.transfer.reading', { name })}
      </p>
      {page && where ? (
        <>
          <Ruler
            label={t('editorSheets.transfer.import')}
            total={page.pages}
            done={page.page - 1}
            failed={0}
            state="running"
          />
          <p className="mute" role="status">
            {t('editorSheets.transfer.page', where)}
          </p>
        </>
      ) : null}
      <div className="row">
        <Button kind="line" size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface MissingFontsProps {
  fonts: Extract<FileContent, { kind: 'template' }>['fonts'];
  chosen: ReadonlyMap<string, string>;
  onChoose: (family: string, by: string) => void;
}

/** What stands for each family that is not here; the closest one unless the person chooses another. */
function MissingFonts({ fonts, chosen, onChoose }: MissingFontsProps) {
  const { t } = useTranslation();
  const here = familiesHere(useEditor());
  return fonts.map(({ family, closest }) => (
    <label key={family} className="stand-in">
      {t('editorSheets.transfer.fontMissing', { family })}
      <select
        className="select"
        value={chosen.get(family) ?? closest}
        onChange={({ target }) => onChoose(family, target.value)}
      >
        {here.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  ));
}

function Content({ name, content }: { name: string; content: FileContent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = content.kind === 'pages' ? content.pages : content.design.pages;
  return (
    <>
      <p className="file">
        <b>
          <Name text={name} />
        </b>
        <span>
          {content.kind === 'template'
            ? `${content.name ? t('editorSheets.transfer.template', { name: content.name }) : t('editorSheets.transfer.unnamed')}, `
            : null}
          {t('editorSheets.transfer.pages', { count: pages.length, number: format.count(pages.length) })}
        </span>
      </p>
      {content.notes.length > 0 ? (
        <ul className="notes">
          {content.notes.map((note) => (
            <li key={note}>
              <Icon name="bang" />
              {note}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Choose({ fault, onFile }: { fault: string | undefined; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className={isOver ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className="mute">{t('editorSheets.transfer.drop')}</p>
        <Button kind="line" size="small" icon="upload" onClick={() => input.current?.click()}>
          {t('editorSheets.transfer.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <p className="hint bad" role="alert">
        {fault}
      </p>
    </>
  );
}
