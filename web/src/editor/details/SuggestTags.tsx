import { type Language, type TagsReply, templatesApi } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../errors/describe.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { sameTag } from '../../ui/tags/TagsField.tsx';
import { printedTexts } from '../model/index.ts';
import type { EditorSession } from '../session/session.ts';
import { useEditor } from '../session/use-editor.ts';
import { TagChoices } from './TagChoices.tsx';

interface Props {
  tags: readonly string[];
  /** Of the tags; undefined = that of the texts. */
  language: Language | undefined;
  onAdd: (tags: readonly string[]) => void;
}

/** Tags that the server suggests, to choose from, and by which method it found them. */
export function SuggestTags({ tags, language, onAdd }: Props) {
  const { t } = useTranslation();
  const session = useEditor();
  const suggest = useMutation({ mutationFn: () => suggestion(session, tags, language) });
  const { data, error } = suggest;
  const left = data?.tags.filter((tag) => !tags.some((one) => sameTag(one, tag))) ?? [];
  return (
    <div className="suggest">
      <Button kind="line" size="small" working={suggest.isPending} onClick={() => suggest.mutate()}>
        {t('editorDetails.suggest')}
      </Button>
      <div className="suggested" aria-live="polite">
        {error ? (
          <p className="hint bad">
            <Icon name="bang" />
            <span>{t('editorDetails.suggestFailed', { cause: causeOf(error, t) })}</span>
          </p>
        ) : null}
        {data && !suggest.isPending ? (
          <>
            {left.length > 0 ? (
              <>
                <TagChoices
                  label={t('editorDetails.suggested')}
                  tags={left}
                  onChoose={(tag) => onAdd([tag])}
                />
                {left.length > 1 ? (
                  <button type="button" className="link" onClick={() => onAdd(left)}>
                    {t('editorDetails.addAll')}
                  </button>
                ) : null}
              </>
            ) : null}
            <p className="hint">{t(sentenceOf(data, left.length))}</p>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** How the tags were found, or that there are none. */
function sentenceOf({ tags, method, reason }: TagsReply, left: number): ParseKeys {
  if (tags.length > 0 && left === 0) return 'editorDetails.allAdded';
  if (tags.length === 0) return 'editorDetails.nothingFound';
  return method === 'ai' ? 'editorDetails.byAi' : `editorDetails.byKeywords.${reason ?? 'absent'}`;
}

/** Pixels of the picture that goes with the texts. */
const pictureWidth = 480;

/** Asks the server with what the template prints, and a picture of its first page with the names of variables. */
async function suggestion(
  session: EditorSession,
  existing: readonly string[],
  language: Language | undefined,
): Promise<TagsReply> {
  const { design } = session.state;
  const [page] = design.pages;
  // Never with the values of a student that the page may show, or somebody's signature.
  const png =
    page &&
    (await session.canvas
      .get()
      ?.toPublicPng(page.id, pictureWidth, null)
      .catch(() => null));
  const thumbnail = png ? await dataUrlOf(png) : undefined;
  return session.client.call(templatesApi, 'catalog-generate-tags', {
    body: {
      texts: printedTexts(design),
      existing: [...existing],
      ...(language && { language }),
      ...(thumbnail && thumbnail.length <= 700_000 && { thumbnail }),
    },
  });
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
