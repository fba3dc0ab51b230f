import { escapeHtml } from '@sello/kit';

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Value = Html | string | number | null | undefined | Value[];

function print(value: Value): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(print).join('');
  return value instanceof Html ? value.text : escapeHtml(String(value));
}

/** Template tag: every value is escaped unless it is `Html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + print(values[index - 1]) + part));
}
