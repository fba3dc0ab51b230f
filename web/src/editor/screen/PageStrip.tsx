import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { EditorIcon } from '../icons.tsx';
import { currentPage, pageSizeLabel, sizeOf } from '../model/index.ts';
import { useEditor, useEditorState, useView } from '../session/use-editor.ts';
import { usePagePictures } from './use-page-pictures.ts';

/** CSS pixels of the picture of a page. */
const pictureWidth = 66;

/** The pages as small pictures, the size of the one that is shown, and the zoom. */
export function PageStrip() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const pages = useEditorState(({ design }) => design.pages);
  const page = useEditorState(currentPage);
  const zoom = useView((view) => view.zoom);
  const pictures = usePagePictures(pictureWidth);
  const size = sizeOf(page);
  return (
    <div className="strip num">
      <ol aria-label={t('editorScreen.panel.pages')}>
        {pages.map(({ id, width, height }, index) => (
          <li key={id}>
            <button
              type="button"
              className={id === page.id ? 'on' : undefined}
              aria-current={id === page.id ? 'page' : undefined}
              aria-label={t('editorScreen.page', { number: format.count(index + 1) })}
              onClick={() => session.run('page.show', { pageId: id })}
            >
              <span className="leaf" style={{ aspectRatio: `${width} / ${height}` }}>
                {pictures.get(id) ? <img src={pictures.get(id)} alt="" /> : null}
              </span>
              {format.count(index + 1)}
            </button>
          </li>
        ))}
      </ol>
      <IconButton
        icon="plus"
        className="not-phone"
        label={t('editorScreen.addPage')}
        onClick={() => session.run('page.add')}
      />
      <span className="not-phone nowrap">
        {size
          ? t(pageSizeLabel(size))
          : t('editorScreen.points', { width: format.count(page.width), height: format.count(page.height) })}
      </span>
      <span className="zoom not-phone">
        <button
          type="button"
          className="icon-btn"
          aria-label={t('editorScreen.commands.zoomOut')}
          onClick={() => session.canvas.get()?.zoomBy(1 / 1.25)}
        >
          <EditorIcon name="minus" />
        </button>
        <button
          type="button"
          className="zoom-now"
          title={t('editorScreen.commands.wholePage')}
          onClick={() => session.canvas.get()?.fit()}
        >
          {format.percent(zoom)}
        </button>
        <IconButton
          icon="plus"
          label={t('editorScreen.commands.zoomIn')}
          onClick={() => session.canvas.get()?.zoomBy(1.25)}
        />
      </span>
    </div>
  );
}
