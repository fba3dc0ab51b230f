import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useEditor } from '../session/use-editor.ts';
import { useElements } from './elements.ts';

/** What a group holds. */
export function Group() {
  const { t } = useTranslation();
  const format = useFormat();
  const session = useEditor();
  const [element] = useElements();
  if (!element || !('elements' in element)) return null;
  const count = element.elements.length;
  return (
    <section className="not-phone">
      <h2>{t('editor.types.group')}</h2>
      <p className="hint num">{t('editorInspector.group.holds', { count, number: format.count(count) })}</p>
      <Button kind="line" size="small" onClick={() => session.run('ungroup')}>
        {t('editor.commands.ungroup')}
      </Button>
    </section>
  );
}

/** What the box of the digital signature is for. */
export function SignatureNote() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editor.types.signature')}</h2>
      <p className="hint">{t('editorInspector.signature')}</p>
    </section>
  );
}
