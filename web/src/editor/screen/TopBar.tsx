import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { Seal } from '../../ui/seal/Seal.tsx';
import { EditorIcon } from '../icons.tsx';
import { useEditor, useHistory } from '../session/use-editor.ts';
import { WarningsButton } from '../warnings/WarningsButton.tsx';
import { NameField } from './NameField.tsx';
import { ShownWith } from './ShownWith.tsx';

/** The name, whether it is saved, undo, what the page is filled with, and what is done with the whole template. */
export function TopBar({ saveState }: { saveState: React.ReactNode }) {
  const { t } = useTranslation();
  const session = useEditor();
  const pathTo = usePathTo();
  const canUndo = useHistory(({ past }) => past.length > 0);
  const canRedo = useHistory(({ future }) => future.length > 0);
  const isCatalog = session.kind === 'catalog';
  const open = (sheet: 'history' | 'transfer' | 'test' | 'details') => () => session.setView({ sheet });
  return (
    <header className="ed-top">
      <Link
        className="brand"
        to={pathTo(isCatalog ? 'catalog' : 'templates')}
        aria-label={t(isCatalog ? 'editorScreen.backToCatalog' : 'editorScreen.back')}
      >
        <Seal />
      </Link>
      <span className="cut" />
      <NameField />
      {saveState}
      <div className="acts">
        <button
          type="button"
          className="icon-btn"
          aria-label={t('editorScreen.commands.undo')}
          aria-disabled={!canUndo}
          onClick={() => session.undo()}
        >
          <EditorIcon name="undo" />
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('editorScreen.commands.redo')}
          aria-disabled={!canRedo}
          onClick={() => session.redo()}
        >
          <EditorIcon name="redo" />
        </button>
        <span className="cut wide" />
        <ShownWith />
        <WarningsButton />
        {isCatalog ? null : (
          <Button kind="bare" size="small" className="wide" onClick={open('history')}>
            {t('editorScreen.commands.history')}
          </Button>
        )}
        <Button kind="bare" size="small" className="wide" onClick={open('details')}>
          {t('editorScreen.details')}
        </Button>
        <Button kind="line" size="small" className="not-narrow" onClick={open('transfer')}>
          {t('editorScreen.commands.transfer')}
        </Button>
        <Button size="small" className="not-narrow" onClick={open('test')}>
          {t('editorScreen.commands.test')}
        </Button>
        <Menu
          label={t('editorScreen.more')}
          trigger={<Icon name="dots" />}
          triggerClass="icon-btn not-wide"
          entries={[
            ...(isCatalog
              ? []
              : [{ id: 'history', label: t('editorScreen.commands.history'), run: open('history') }]),
            { id: 'test', label: t('editorScreen.commands.test'), run: open('test') },
            {
              id: 'warnings',
              label: t('editorContent.warnings.title'),
              run: () => session.setView({ hasWarnings: true, isPickingStudent: false }),
            },
            { id: 'details', label: t('editorScreen.details'), run: open('details') },
            { id: 'transfer', label: t('editorScreen.commands.transfer'), run: open('transfer') },
            {
              id: 'keys',
              label: t('editorScreen.commands.keys'),
              run: () => session.setView({ sheet: 'keys' }),
            },
          ]}
        />
      </div>
    </header>
  );
}
