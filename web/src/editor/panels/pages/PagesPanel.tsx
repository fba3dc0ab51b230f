import './pages.css';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { useEditor } from '../../session/use-editor.ts';
import { PageList } from './PageList.tsx';
import { PageSetup } from './PageSetup.tsx';
import { ReadingOrder } from './ReadingOrder.tsx';

/** The pages in their order, and size, paper and reading order of the one that is shown. */
export function PagesPanel() {
  const { t } = useTranslation();
  const session = useEditor();
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.pages')}</h2>
        <IconButton icon="plus" label={t('editorScreen.addPage')} onClick={() => session.run('page.add')} />
      </div>
      <PageList />
      <p className="hint">{t('editorPanels.pages.hint')}</p>
      <PageSetup />
      <ReadingOrder />
    </>
  );
}
