import { printerOf } from '@sello/design';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { EditorIcon, type EditorIconName } from '../../icons.tsx';
import { type Alignment, type EditorState, selectedAlignments } from '../../model/index.ts';
import { Segments } from '../../parts/Segments.tsx';
import { sharedOf } from '../../parts/shared.ts';
import { valuesOf } from '../../screen/shown-values.ts';
import { useEditor, useEditorState, useView } from '../../session/use-editor.ts';
import { useTextStyle } from './use-text-style.ts';

const icons: Record<Alignment, EditorIconName> = {
  ...{ left: 'textLeft', center: 'textCentre', right: 'textRight', justify: 'textJustify' },
};

/**
 * The side at which the words are seen. A text that nobody aligned follows its direction (`start`); a side that is chosen
 * is that side for every name that is printed.
 */
export function Align() {
  const { t } = useTranslation();
  const session = useEditor();
  const shown = useView((view) => view.shown);
  const { set } = useTextStyle([]);
  const value = useEditorState(
    useCallback(
      (state: EditorState) => {
        const values = valuesOf(shown, state.design, session);
        const print = values && printerOf(state.design, values);
        return sharedOf(
          selectedAlignments(state, (content) => print?.(content) ?? { text: content, values: [] }),
        );
      },
      [shown, session],
    ),
  );
  if (value === undefined) return null;
  return (
    <Segments<Alignment>
      label={t('editorInspector.text.align')}
      property="align"
      value={value}
      options={(['left', 'center', 'right', 'justify'] as const).map((one) => ({
        value: one,
        name: t(`editorInspector.text.aligns.${one}`),
        content: <EditorIcon name={icons[one]} />,
      }))}
      onChange={(next) => set('align', next)}
    />
  );
}
