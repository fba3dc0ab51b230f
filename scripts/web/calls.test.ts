import { type Api, apis, type Call } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { markPure, withoutSchemas } from './calls.ts';

describe('the calls in the build of the web', () => {
  it.each(Object.entries(apis as Record<string, Api>))('of %s match the contract', (_, api) => {
    // The build writes JSON, which would lose any other value.
    const built = JSON.parse(JSON.stringify(withoutSchemas(api))) as Api;
    expect(built.resource).toBe(api.resource);
    expect(Object.keys(built.calls)).toEqual(Object.keys(api.calls));
    for (const [key, call] of Object.entries<Call>(api.calls)) {
      const { query, body, reply, ...made } = call;
      expect(built.calls[key]).toEqual({ ...made, reply: { type: reply.type } });
    }
  });
});

describe('a value of the contracts', () => {
  it('is created by a call that is marked as pure', () => {
    const code = "export const id = z.string().min(1);\nconst list = ['a'];\nexport const f = () => g();\n";
    expect(markPure(code)).toBe(
      "export const id = /* @__PURE__ */ (() => z.string().min(1))();\nconst list = ['a'];\nexport const f = () => g();\n",
    );
  });
});
