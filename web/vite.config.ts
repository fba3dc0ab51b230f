import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsWithoutSchemas } from '../scripts/web/calls.ts';
import { chunkGroups } from '../scripts/web/chunks.ts';
import { prerenderedPages } from '../scripts/web/prerender.ts';

// In development the calls go to a running BFF; SELLO_APP names it (npm start prints the address).
const app = process.env.SELLO_APP ?? 'http://localhost:8080';
const proxied = ['/api/', '/auth/v1/', '/c/', '/d/', '/assets/[0-9a-f]{64}\\.'].map((path) => [
  `^${path}`,
  { target: app },
]);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [callsWithoutSchemas(), prerenderedPages(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // What is fetched with what: a check holds the size of each first load.
    manifest: true,
    target: 'es2022',
    // Nothing inline, so that the content security policy needs no exception.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // The contracts are values without side effects: a chunk holds only those that it names.
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(contracts|design)\//.test(id) },
    },
  },
  server: {
    proxy: { ...Object.fromEntries(proxied), '^/socket.io/': { target: app, ws: true } },
  },
});
