import { describe, expect, it } from 'vitest';
import { isAmbient, lateCalls, lateState } from './after-waiting.ts';

/** A component with a state, and what is done in it. */
const component = (text: string) => `function Part() {\n  const [stage, setStage] = useState();\n${text}\n}`;
const settersIn = (text: string) => lateState(component(text)).map(({ name }) => name);

describe('state that is set after a wait', () => {
  it.each([
    'const take = async () => { setStage(await read()); };',
    'const take = async () => { await read(); setStage(1); };',
    'const take = async () => { try { await read(); } catch { setStage(1); } };',
    'const take = async () => { try { await read(); } finally { setStage(1); } };',
    'const take = async () => { for (const one of all) { setStage(one); await read(one); } };',
    'const take = async () => { for await (const one of all) setStage(one); };',
    'const take = async () => { if (is) { await read(); } else { ask(); } setStage(1); };',
    'const take = () => read().then((found) => setStage(found));',
    'const take = () => read().then(setStage);',
    'const take = () => read().then(done, (error) => { setStage(error); });',
    'const take = () => void read().finally(() => setStage(1));',
    'useEffect(() => { read().then(setStage); }, []);',
    'useEffect(() => { let isOver = false; read().then(setStage); return () => { isOver = true; }; }, []);',
    'useEffect(() => { void (async () => { setStage(await read()); })(); return () => stop(); }, []);',
  ])('is found: %s', (text) => {
    expect(settersIn(text)).toEqual(['setStage']);
  });

  it('is found behind a function of the component, with its line', () => {
    const text = component(
      'const show = (next) => { setStage(next); };\nconst take = async () => {\n  show(await read());\n};',
    );
    expect(lateState(text)).toEqual([{ line: 5, name: 'show' }]);
  });

  it.each([
    'const take = async () => { setStage(1); await read(); };',
    'const take = () => work.start((signal) => read(signal), setStage);',
    'const take = () => work.start(async () => { await read(); return 1; }, (one) => setStage(one));',
    'const take = async () => { if (is) { await read(); } else { setStage(1); } };',
    'const take = async () => { if (is) { await read(); return; } setStage(1); };',
    'const take = async () => { await read(); return () => setStage(1); };',
    'useEffect(() => { let isOver = false; read().then((one) => isOver || setStage(one)); return () => { isOver = true; }; }, []);',
    'useEffect(() => { const stop = new AbortController(); const { signal } = stop; read().then((one) => { if (!signal.aborted) setStage(one); }); return () => stop.abort(); }, []);',
    'useEffect(() => { let here = true; const load = async () => { const one = await read(); if (here) setStage(one); }; void load(); return () => { here = false; }; }, []);',
    'const take = async () => { await read(); setTimeout(go, 1); store.set(1); };',
  ])('is not found in: %s', (text) => {
    expect(settersIn(text)).toEqual([]);
  });
});

const importing = (text: string) => `import { activeClient, call } from '../../api/index.ts';\n${text}`;
const callsIn = (text: string) => lateCalls(importing(text)).map(({ name }) => name);

describe('a call of whichever tenant is active after a wait', () => {
  it.each([
    "async function copy() { const one = await call(api, 'get'); return call(api, 'upsert', { body: one }); }",
    "async function all() { do { page = await call(api, 'list', { query }); } while (page.next); }",
    "const take = () => ask().then(() => call(api, 'save'));",
    "const rows = useQuery({ queryKey, queryFn: ({ signal }) => call(api, 'get', { signal }) });",
  ])('is found: %s', (text) => {
    expect(callsIn(text)).toEqual(['call']);
  });

  it.each([
    "async function copy() { return await call(api, 'get'); }",
    "async function copy() { const { call } = client; await ask(); return client.call(api, 'upsert'); }",
    "async function copy() { await ask(); return call(api, 'upsert', { tenantId, body }); }",
    "async function send() { return is ? await call(api, 'a') : await call(api, 'b'); }",
    "async function check() { await hash(); return call(verifyApi, 'lookup', { query }); }",
    "const rows = useQuery({ queryKey, queryFn: () => call(api, 'get', { tenantId, query }) });",
  ])('is not found in: %s', (text) => {
    expect(callsIn(text)).toEqual([]);
  });

  it('is found in the editor without a wait', () => {
    const text = importing("export const save = () => call(api, 'upsert');");
    expect(isAmbient('web/src/editor/saving/transport.ts', text)).toBe(true);
    expect(isAmbient('web/src/features/students/actions.ts', text)).toBe(false);
    expect(
      isAmbient(
        'web/src/editor/saving/transport.ts',
        "import type { TenantClient } from '../../api/index.ts';",
      ),
    ).toBe(false);
  });
});
