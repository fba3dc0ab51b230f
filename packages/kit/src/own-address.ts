import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** The addresses of a host name, as the system's resolver gives them. */
const addressesOf = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The address of this machine that a host name stands for. A name that every instance of a service has in a network resolves
 * to the addresses of all of them, in any order; only one's own can be listened on. An address is returned as it is.
 * Rejects when the name is not known, or none of its addresses is this machine's.
 */
export async function ownAddress(name: string, resolve = addressesOf): Promise<string> {
  const found = await resolve(name);
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? []),
  );
  // Alone, it is not compared: 0.0.0.0 and 127.0.0.2 can be listened on and are no address of an interface.
  const address = found.length === 1 ? found[0] : found.find((one) => own.has(one));
  if (address === undefined) {
    throw new Error(`None of the addresses of ${name} is this machine's: ${found.join(', ')}`);
  }
  return address;
}
