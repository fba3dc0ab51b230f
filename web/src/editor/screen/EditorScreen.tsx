import './editor.css';
import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../tenancy/routes.ts';
import { buttonClass } from '../../ui/button/Button.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Broken, Empty } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import type { Kind } from '../saving/open-file.ts';
import { Editor } from './Editor.tsx';
import { useOpening } from './use-opening.ts';

/** The editor of a template or of an entry of the catalog; without an id it begins with an empty sheet. */
export function EditorScreen({ kind, id }: { kind: Kind; id?: string | undefined }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const opening = useOpening(kind, id);
  if (opening.state === 'open') return <Editor file={opening.file} fonts={opening.fonts} />;
  const isCatalog = kind === 'catalog';
  const back = (
    <Link className={buttonClass('line')} to={pathTo(isCatalog ? 'catalog' : 'templates')}>
      {t(isCatalog ? 'editorScreen.backToCatalog' : 'editorScreen.back')}
    </Link>
  );
  return (
    <main className="ed-wait" id="page" tabIndex={-1} aria-busy={opening.state === 'pending' || undefined}>
      <PageTitle>{t('editorScreen.title')}</PageTitle>
      {opening.state === 'failed' ? (
        <Broken
          isPage
          title={t('editorScreen.broken')}
          error={opening.error}
          onRetry={opening.retry}
          acts={back}
        />
      ) : opening.state === 'missing' ? (
        <Empty isPage title={t('errors.template_not_found')} acts={back} />
      ) : (
        <>
          <h1 className="hide">{t('editorScreen.opening')}</h1>
          <span className="skel leaf-skel" />
        </>
      )}
    </main>
  );
}
