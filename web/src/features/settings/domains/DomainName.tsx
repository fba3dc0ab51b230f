import { Fragment } from 'react';

/** A name, an address or the value of a record: it breaks after a dot, or anywhere when there is none. */
export function DomainName({ text }: { text: string }) {
  const parts = text.split(/(?<=\.)/);
  return (
    <bdi className="domain-name">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name keep their order.
        <Fragment key={place}>
          {place > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
