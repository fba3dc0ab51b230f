import './blocks.css';
import { blocks } from '@sello/design';
import { useTranslation } from 'react-i18next';
import { EditorIcon } from '../../icons.tsx';
import { drag } from '../../session/drag-data.ts';
import { useEditor } from '../../session/use-editor.ts';
import { addBlock, type ReadyBlock } from './block.ts';
import { useBlockPictures } from './use-block-pictures.ts';

function BlockTile({ block, picture }: { block: ReadyBlock; picture: string | null | undefined }) {
  const { t } = useTranslation();
  const session = useEditor();
  const name = t(`editorPanels.blocks.${block.key}`);
  return (
    <li>
      <button
        type="button"
        draggable
        onClick={() => addBlock(session, block, name)}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          event.dataTransfer.effectAllowed = 'copy';
          drag.current = (to, at) => addBlock(to, block, name, at);
        }}
        onDragEnd={() => {
          drag.current = null;
        }}
      >
        <span className="block-pic">
          {picture ? (
            <img src={picture} alt="" draggable={false} />
          ) : picture === null ? (
            <EditorIcon name="blocks" />
          ) : null}
        </span>
        {name}
      </button>
    </li>
  );
}

/** Ready-made groups of elements: a click adds one to the middle of the page, a drag where it is dropped. */
export function BlocksPanel() {
  const { t } = useTranslation();
  const pictures = useBlockPictures();
  return (
    <>
      <div className="hd">
        <h2>{t('editorScreen.panel.blocks')}</h2>
      </div>
      <ul className="blocks">
        {blocks.map((block) => (
          <BlockTile key={block.key} block={block} picture={pictures.get(block.key)} />
        ))}
      </ul>
      <p className="hint">{t('editorPanels.blocks.hint')}</p>
    </>
  );
}
