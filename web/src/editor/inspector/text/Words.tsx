import { parseText } from '@sello/design';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { plainOf } from '../../model/index.ts';
import { useEditor } from '../../session/use-editor.ts';
import { useElements } from '../elements.ts';

/** The text with its variables tinted, behind the field in which it is changed. */
function Tinted({ text }: { text: string }) {
  let at = 0;
  return (
    <div className="tints" dir="auto" aria-hidden="true">
      {parseText(text).map((part) => {
        at += 1;
        return part.kind === 'text' ? part.text : <mark key={at}>{`{{${part.name}}}`}</mark>;
      })}{' '}
    </div>
  );
}

/** The words of a text, as plain text. What is not changed keeps its style. */
export function Words() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const isComposing = useRef(false);
  const [element] = useElements();
  if (!element || !('paragraphs' in element)) return null;
  const { id, paragraphs } = element;
  const text = plainOf(paragraphs);
  const runs = paragraphs.reduce((sum, paragraph) => sum + paragraph.runs.length, 0);
  const variables = parseText(text).filter(({ kind }) => kind !== 'text').length;
  return (
    <section>
      <h2>{t('editorInspector.text.title')}</h2>
      <div className="in-words">
        <Tinted text={text} />
        <textarea
          aria-label={t('editorInspector.text.words')}
          data-property="paragraphs runs text"
          dir="auto"
          rows={1}
          value={text}
          onCompositionStart={() => {
            isComposing.current = true;
          }}
          onCompositionEnd={() => {
            isComposing.current = false;
          }}
          onChange={({ target }) =>
            session.run('text.replace', { id, text: target.value, caret: target.selectionEnd })
          }
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing.current) event.currentTarget.blur();
          }}
        />
      </div>
      <p className="hint num">
        {t('editorInspector.text.counts', {
          runs: t('editorInspector.text.runs', { count: runs, number: format.count(runs) }),
          variables: t('editorInspector.text.variables', {
            count: variables,
            number: format.count(variables),
          }),
          interpolation: { escapeValue: false },
        })}
      </p>
    </section>
  );
}
