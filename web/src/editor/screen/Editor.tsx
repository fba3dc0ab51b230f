import { templatesApi } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { imageFilesOf } from '../canvas/api-images.ts';
import type { EditorFonts } from '../fonts/fonts.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { refusalText } from '../model/index.ts';
import { receiveFiles } from '../panels/images/receive-files.ts';
import { addText } from '../panels/text/add-text.ts';
import { PreviewPanel } from '../preview/PreviewPanel.tsx';
import { SaveQuestions } from '../saving/SaveQuestions.tsx';
import { SaveState } from '../saving/SaveState.tsx';
import { saveNow } from '../saving/save-now.ts';
import type { EditorFile, Saving } from '../saving/saving.ts';
import { SavingContext } from '../saving/saving-context.ts';
import { useSaving } from '../saving/useSaving.ts';
import { createSession } from '../session/session.ts';
import { EditorContext, useDetails, useView } from '../session/use-editor.ts';
import { WarningsPanel } from '../warnings/WarningsPanel.tsx';
import { listenToKeys } from './keys.ts';
import { PageArea } from './PageArea.tsx';
import { panels } from './panels.ts';
import { Rail } from './Rail.tsx';
import { Sheets } from './Sheets.tsx';
import { TopBar } from './TopBar.tsx';

/** An open template: bar, panels, page and inspector around one session. */
export function Editor({ file, fonts }: { file: EditorFile; fonts: EditorFonts }) {
  const { t } = useTranslation();
  const { tenants } = useTenancy();
  const [session] = useState(() => {
    const { client, kind, opened } = file;
    const tenant = tenants?.find(({ _id }) => _id === client.tenantId);
    return createSession({
      ...{ document: opened.document, kind, client, fonts },
      images: imageFilesOf(client, tenant),
      tenant: {
        ...{ name: tenant?.name ?? '', publicName: tenant?.publicName ?? '' },
        timeZone: tenant?.timeZone,
      },
      onRemark: (remark) => toast({ tone: 'warn', title: String(t(remark)) }),
      onRefusal: (refusal) => toast({ tone: 'bad', title: refusalText(refusal, t) }),
    });
  });
  useEffect(() => {
    if (new URLSearchParams(location.search).has('import')) session.setView({ sheet: 'transfer' });
  }, [session]);
  useEffect(() => {
    if (file.kind !== 'template') return;
    // Without it the colours of this template are offered alone.
    session.client.call(templatesApi, 'brand').then(session.brand.set, () => undefined);
  }, [session, file.kind]);
  const saving = useSaving(session, file);
  useEffect(
    () =>
      listenToKeys({
        session,
        save: () => void saveNow(saving, t),
        onAsk: (commandId) => {
          if (commandId === 'text.variable') session.setView({ panel: 'variables', isVariableWanted: true });
          else if (commandId === 'add.text') addText(session, t);
          else if (commandId === 'add.image') session.setView({ panel: 'images', isImageWanted: true });
          else if (commandId === 'add.path') session.setView({ sheet: 'signature' });
        },
      }),
    [session, saving, t],
  );
  useEffect(() => receiveFiles(), []);
  return (
    <EditorContext value={session}>
      <SavingContext value={saving}>
        <Frame saving={saving} />
      </SavingContext>
    </EditorContext>
  );
}

function Frame({ saving }: { saving: Saving }) {
  const { t } = useTranslation();
  const name = useDetails((details) => details.name);
  const panel = useView((view) => view.panel);
  const Panel = panel && panels[panel];
  const isPicking = useView((view) => view.isPickingStudent);
  const hasWarnings = useView((view) => view.hasWarnings);
  return (
    <div className={Panel ? 'ed ed--open' : 'ed ed--noside'}>
      <PageTitle>{name}</PageTitle>
      <a className="skip" href="#page">
        {t('common.skip')}
      </a>
      <TopBar saveState={<SaveState saving={saving} />} />
      <SaveQuestions saving={saving} />
      <Rail />
      {Panel ? (
        <aside className="side" aria-label={t(`editorScreen.panel.${panel}`)}>
          <Panel />
        </aside>
      ) : null}
      <PageArea />
      {isPicking ? <PreviewPanel /> : hasWarnings ? <WarningsPanel /> : <Inspector />}
      <Sheets />
    </div>
  );
}
