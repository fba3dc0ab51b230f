import type { DesignElement } from '@sello/contracts';
import type { TextProblem } from '@sello/design';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useStore } from '../../state/useStore.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import type { FontList } from '../fonts/fonts.ts';
import { unknownVariables } from '../model/index.ts';
import { columnsOf } from '../panels/variables/columns.ts';
import { useEditor, useEditorState } from '../session/use-editor.ts';
import { useElements } from './elements.ts';

const texts = {
  text_does_not_fit: 'editorInspector.faults.text_does_not_fit',
  glyph_missing: 'editorInspector.faults.glyph_missing',
  script_unsupported: 'editorInspector.faults.script_unsupported',
  barcode_character: 'editorInspector.faults.barcode_character',
  text_too_complex: 'editorInspector.faults.text_too_complex',
} as const satisfies Record<TextProblem['code'], string>;

/** What keeps an element from being printed; null for a fault that is no problem of its text. */
const problemOf = (fault: unknown): TextProblem | null =>
  (fault as { problem?: TextProblem } | null)?.problem ?? null;

/** The family of an element that this server does not have. */
function missingFamily(element: DesignElement | undefined, { families }: FontList): string | null {
  if (!element || !('fontFamily' in element)) return null;
  const runs = 'paragraphs' in element ? element.paragraphs.flatMap((paragraph) => paragraph.runs) : [];
  const used = [element.fontFamily, ...runs.flatMap(({ fontFamily }) => fontFamily ?? [])];
  return used.find((name) => !families.some(({ family }) => family === name)) ?? null;
}

/** How long after a change the page is drawn, in ms. */
const drawnAfter = 300;

/** Why an element is not printed as it stands, in words. */
export function Faults({ id }: { id: string }) {
  const { t } = useTranslation();
  const session = useEditor();
  const canvas = useStore(session.canvas);
  // What is wrong may be said a moment later than a field follows what is typed.
  const design = useDeferredValue(useEditorState((state) => state.design));
  const element = useElements()[0];
  const list = useStore(session.fontList);
  const { names } = useStore(columnsOf(session).store);
  const format = useFormat();
  const [faults, setFaults] = useState<readonly unknown[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the design may end a fault.
  useEffect(() => {
    const timer = setTimeout(() => setFaults(canvas?.faultsOf(id) ?? []), drawnAfter);
    return () => clearTimeout(timer);
  }, [canvas, id, design]);
  const unknown = useMemo(
    () =>
      unknownVariables(design, names).filter(({ uses }) => uses.some(({ elementId }) => elementId === id)),
    [design, names, id],
  );
  const family = missingFamily(element, list);
  const textOf = (fault: unknown): string => {
    const problem = problemOf(fault);
    if (!problem) return family === null ? t('editorInspector.faults.other') : '';
    const { code } = problem;
    const character = 'character' in problem ? problem.character : '';
    if (code === 'glyph_missing' && problem.pack)
      return t('editorInspector.faults.glyph_in_pack', { character, pack: problem.pack });
    if (code === 'text_does_not_fit' && problem.minSize > 0)
      return t('editorInspector.faults.does_not_fit_at', { size: format.number(problem.minSize) });
    return t(texts[code], { character });
  };
  const lines = [
    ...(family === null ? [] : [t('editorInspector.faults.family', { family })]),
    ...unknown.map(({ name, reason }) => `${name}: ${t(`editorInspector.faults.variable.${reason}`)}`),
    ...faults.map(textOf).filter((line) => line !== ''),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="faults">
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line} className="hint bad">
            <Icon name="bang" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
