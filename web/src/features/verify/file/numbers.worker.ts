// Reads a PDF beside the page, which stays usable meanwhile; a file that takes too long is left with its thread.
import { numbersIn } from './numbers-in.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void numbersIn(data).then((numbers) => postMessage(numbers));
});
