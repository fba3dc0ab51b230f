import { translateError } from './errors.ts';

type AnyFunction = (...args: unknown[]) => unknown;

async function* translateEach(rows: AsyncIterable<unknown>): AsyncIterable<unknown> {
  try {
    yield* rows;
  } catch (error) {
    throw translateError(error);
  }
}

function translateCall(call: AnyFunction): AnyFunction {
  return (...args) => {
    const answer = call(...args);
    if (answer instanceof Promise) {
      return answer.catch((error: unknown) => {
        throw translateError(error);
      });
    }
    return translateEach(answer as AsyncIterable<unknown>);
  };
}

/** The same repository with the driver's errors translated: see `translateError`. */
export function withTranslatedErrors<Repository extends object>(repository: Repository): Repository {
  const members = Object.entries(repository).map(([name, member]) => [
    name,
    typeof member === 'function'
      ? translateCall(member as AnyFunction)
      : withTranslatedErrors(member as object),
  ]);
  return Object.fromEntries(members) as Repository;
}
