import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button/Button.tsx';
import { commandOf } from '../../model/index.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';

const orders = [
  { id: 'order.forward', icon: 'up' },
  { id: 'order.backward', icon: 'down' },
] as const;

function OrderButton({ id, icon }: (typeof orders)[number]) {
  const { t } = useTranslation();
  const session = useEditor();
  const canRun = useEditorState((state) => commandOf(id).canRun(state));
  return (
    <IconButton
      icon={icon}
      label={t(commandOf(id).labelKey)}
      aria-disabled={!canRun}
      onClick={() => session.run(id)}
    />
  );
}

/** Moves what is selected up and down in the list, for whoever cannot drag, as on a touch screen. */
export function OrderButtons() {
  return (
    <span className="order">
      {orders.map((order) => (
        <OrderButton key={order.id} {...order} />
      ))}
    </span>
  );
}
