/**
 * A text that somebody chose: a person's name, an organization's, a template's. It neither turns the sentence around it
 * nor is turned by it (UAX #9, isolates), and breaks wherever it must rather than push its neighbours away.
 */
export function Name({ text, strong }: { text: string | undefined; strong?: boolean }) {
  return <bdi className={strong ? 'name-text strong' : 'name-text'}>{text}</bdi>;
}
