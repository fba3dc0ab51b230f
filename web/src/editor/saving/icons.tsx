/** SVG paths of the marks of the save state that `ui/icon` has not. */
const drawings = {
  half: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 3v3.2l2 1.6',
} as const;

/** A decorative icon of 16 px beside a text. */
export function SavingIcon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
