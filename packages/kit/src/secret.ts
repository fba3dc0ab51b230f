import { inspect } from 'node:util';

const shown = '[secret]';

/** A value that no log line, JSON text or template string can show. `reveal()` is the only way to it. */
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
