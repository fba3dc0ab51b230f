/**
 * A text typed by people: the name of a person, an organization or a template. It is isolated from the direction of the
 * surrounding text (UAX #9), and wraps anywhere rather than overflow.
 */
export function Name({ text, strong }: { text: string | undefined; strong?: boolean }) {
  return <bdi className={strong ? 'name-text strong' : 'name-text'}>{text}</bdi>;
}
