/** A SHA-256 in hex, in groups of four for comparison by eye; read aloud and copied as one word. */
export function Hash({ hex }: { hex: string }) {
  const groups = hex.match(/.{1,4}/g) ?? [];
  return (
    <span className="hash">
      {groups.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal groups can occur several times in a hash.
        <span key={place}>{group}</span>
      ))}
    </span>
  );
}
