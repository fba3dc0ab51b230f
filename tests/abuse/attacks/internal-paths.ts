import type { Attack } from '../attack.ts';

const paths = ['/internal/tls-ask?domain=a.example', '/internal/', '/internal', '/internal/x/y.html'];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** An edge proxy that asks the public port whether a host may have a TLS certificate must never get a yes. */
export const internalPaths: Attack = {
  name: 'internal-paths',
  title: 'serves no path of the internal port on the public port',
  async run({ stack }) {
    let answered = 0;
    for (const path of paths) {
      for (const method of methods) {
        const response = await fetch(stack.app + path, { method, headers: { accept: 'text/html' } });
        await response.arrayBuffer();
        if (response.status !== 404) answered++;
      }
    }
    return { answered };
  },
  bounds: { answered: { max: 0 } },
};
