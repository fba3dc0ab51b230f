// Reads a PDF beside the page, which stays usable meanwhile; a file that takes too long is left with its thread.
import { numbersIn } from './numbers-in.ts';

// PDF.js sends messages of its own from every worker that it is loaded in, so the answer has a port.
addEventListener('message', ({ data, ports: [port] }: MessageEvent<Uint8Array>) => {
  if (port) void numbersIn(data).then((numbers) => port.postMessage(numbers));
});
