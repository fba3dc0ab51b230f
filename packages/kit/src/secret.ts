import { inspect } from 'node:util';

const shown = '[secret]';

/** A value that does not appear in logs, JSON or template strings. Only `reveal()` returns it. */
export class Secret<Value = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
