import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button/Button.tsx';
import { currentPage } from '../model/index.ts';
import { NumberUnit } from '../parts/NumberUnit.tsx';
import { useEditor, useEditorState } from '../session/use-editor.ts';

/** The guides of the page by their numbers, for whoever has no pointer to drag them out of the rulers. */
export function Guides() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const { guides, width, height } = useEditorState(currentPage);
  const add = (axis: 'x' | 'y') =>
    session.run('guide.add', { axis, position: (axis === 'x' ? width : height) / 2 });
  return (
    <>
      {guides.length > 0 ? (
        <ol className="guide-list" data-property="guides">
          {guides.map(({ axis, position }, index) => {
            const number = format.count(index + 1);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: guides have no names, and keep their order.
              <li key={index}>
                <NumberUnit
                  label={t(`editorInspector.page.from.${axis}`)}
                  name={t(`editorInspector.page.guide.${axis}`, { number })}
                  property={`guide.${index}`}
                  value={position}
                  unit="pt"
                  min={0}
                  max={axis === 'x' ? width : height}
                  onChange={(to, gesture) => session.run('guide.move', { index, position: to, gesture })}
                />
                <IconButton
                  icon="trash"
                  label={t('editorInspector.page.removeGuide', { number })}
                  onClick={() => session.run('guide.remove', { index })}
                />
              </li>
            );
          })}
        </ol>
      ) : null}
      <div className="guide-acts">
        <Button kind="bare" size="small" icon="plus" onClick={() => add('x')}>
          {t('editorInspector.page.addGuide.x')}
        </Button>
        <Button kind="bare" size="small" icon="plus" onClick={() => add('y')}>
          {t('editorInspector.page.addGuide.y')}
        </Button>
        {guides.length > 1 ? (
          <Button kind="bare" size="small" onClick={() => session.run('guide.clear')}>
            {t('editorInspector.page.clearGuides')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
