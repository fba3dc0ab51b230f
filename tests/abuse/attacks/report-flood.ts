import type { Attack } from '../attack.ts';
import { newAddress } from '../stack.ts';

/** One connection, then some more, send reports about one organization as fast as they can. */
export const reportFlood: Attack = {
  name: 'report-flood',
  title: 'takes few reports of one connection, and those of others all the same',
  async run({ stack, honest: { certId } }, size) {
    const report = async (address: string): Promise<boolean> => {
      const response = await fetch(`${stack.app}/api/verify?fn=report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ certId, text: 'Not the school that it says' }),
      });
      await response.arrayBuffer();
      if (response.status !== 200 && response.status !== 429)
        throw new Error(`a report was answered with ${response.status}`);
      return response.status === 200;
    };
    const flood = async (address: string): Promise<number> => {
      let taken = 0;
      for (let sent = 0; sent < 30; sent++) if (await report(address)) taken++;
      return taken;
    };
    const ofOne = await flood(newAddress());
    const ofFurther = size === 'sample' ? [] : [await flood(newAddress()), await flood(newAddress())];
    return { ofOne: Math.max(ofOne, ...ofFurther), ofAnother: (await report(newAddress())) ? 1 : 0 };
  },
  bounds: { ofOne: { max: 5 }, ofAnother: { min: 1 } },
};
