/** A SHA-256 in hex, in groups of four that can be compared by eye; read and copied as one word. */
export function Hash({ hex }: { hex: string }) {
  const groups = hex.match(/.{1,4}/g) ?? [];
  return (
    <span className="hash">
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal groups may stand in several places of one hash.
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}
