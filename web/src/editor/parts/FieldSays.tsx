/** Why what was typed in a field was taken back. It is brought into view: a field may stand at the foot of its panel. */
export function FieldSays({ id, children }: { id: string; children: string }) {
  return (
    <span className="unit-says" id={id} role="alert" ref={show}>
      {children}
    </span>
  );
}

const show = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });
