import { translateError } from './errors.ts';

type Anything = (...args: unknown[]) => unknown;

async function* guardEach(rows: AsyncIterable<unknown>): AsyncIterable<unknown> {
  try {
    yield* rows;
  } catch (error) {
    throw translateError(error);
  }
}

function guardCall(call: Anything): Anything {
  return (...args) => {
    const answer = call(...args);
    if (answer instanceof Promise) {
      return answer.catch((error: unknown) => {
        throw translateError(error);
      });
    }
    return guardEach(answer as AsyncIterable<unknown>);
  };
}

/** The same repository with the driver's errors translated: see `translateError`. */
export function guarded<Repository extends object>(repository: Repository): Repository {
  const members = Object.entries(repository).map(([name, member]) => [
    name,
    typeof member === 'function' ? guardCall(member as Anything) : guarded(member as object),
  ]);
  return Object.fromEntries(members) as Repository;
}
