import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, envExample, listVariables, readConfig } from './config.ts';
import { flag, integer, json, list, listenAddress, oneOf, secret, text, url } from './config-values.ts';
import { sharedVariables } from './variables.ts';

const table = {
  PORT: { about: 'The port', schema: integer(0, 65_535), default: '3000' },
  MONGO_URL: { about: 'The database', schema: url('mongodb'), example: 'mongodb://host/sello' },
  KEY: { about: 'A key', schema: secret(text).optional() },
  TRUST: { about: 'Trust', schema: flag, default: 'false' },
  MODE: { about: 'Mode', schema: oneOf(['open', 'closed']), default: 'open' },
} as const;

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(table, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('reads text into values, with defaults for what is unset or empty', () => {
    const config = readConfig(table, { MONGO_URL: 'mongodb://host/sello/', PORT: '  ', TRUST: 'yes' });
    expect(config).toEqual({
      PORT: 3000,
      MONGO_URL: 'mongodb://host/sello',
      KEY: undefined,
      TRUST: true,
      MODE: 'open',
    });
  });

  it('reports every problem in one error', () => {
    expect(problemsOf({ PORT: '80a', TRUST: 'perhaps', MODE: 'ajar' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'MONGO_URL is required: The database',
      'TRUST must be true or false',
      'MODE must be one of open, closed',
    ]);
  });

  it('refuses an invalid value even when there is a default, without repeating the value', () => {
    const [problem] = problemsOf({ MONGO_URL: 'mongodb://h/s', PORT: 'hunter2' });
    expect(problem).toContain('PORT');
    expect(problem).not.toContain('hunter2');
  });

  it('hides secrets when a config is printed', () => {
    const config = readConfig(table, { MONGO_URL: 'mongodb://h/s', KEY: 'hunter2' });
    for (const shown of [JSON.stringify(config), inspect(config), `${config.KEY}`]) {
      expect(shown).not.toContain('hunter2');
    }
    expect(config.KEY?.reveal()).toBe('hunter2');
  });
});

describe('values', () => {
  it('reads a port alone or with its host', () => {
    expect(listenAddress.parse('9100')).toEqual({ host: '::', port: 9100 });
    expect(listenAddress.parse('127.0.0.1:0')).toEqual({ host: '127.0.0.1', port: 0 });
    expect(listenAddress.parse('[::1]:80')).toEqual({ host: '::1', port: 80 });
    for (const wrong of ['', 'a', ':80', '70000', '1:2:3', 'http://x:1']) {
      expect(listenAddress.safeParse(wrong).success).toBe(false);
    }
  });

  it('reads lists and JSON', () => {
    expect(list.parse(' a, b,,c ')).toEqual(['a', 'b', 'c']);
    const keys = json(z.object({ keys: z.array(z.string()) }));
    expect(keys.parse('{"keys":["a"]}')).toEqual({ keys: ['a'] });
    expect(keys.safeParse('{').success).toBe(false);
    expect(keys.safeParse('{}').success).toBe(false);
  });

  it('refuses a URL of another scheme', () => {
    expect(url('redis', 'rediss').safeParse('http://host').success).toBe(false);
  });
});

describe('the tables', () => {
  it('list every variable with its default and whether it is required', () => {
    expect(listVariables(table).map(({ name, required }) => [name, required])).toEqual([
      ['PORT', false],
      ['MONGO_URL', true],
      ['KEY', false],
      ['TRUST', false],
      ['MODE', false],
    ]);
  });

  it('have defaults that their own schemas accept', () => {
    for (const [name, variable] of Object.entries<{ schema: z.ZodType; default?: string; example?: string }>(
      sharedVariables,
    )) {
      for (const value of [variable.default, variable.example]) {
        if (value !== undefined)
          expect([name, variable.schema.safeParse(value).success]).toEqual([name, true]);
      }
    }
  });

  it('become one example file: each variable once, optional ones commented out', () => {
    const example = envExample({ bff: table, worker: { MONGO_URL: table.MONGO_URL } });
    expect(example.match(/MONGO_URL=/g)).toHaveLength(1);
    expect(example).toContain('# Read by all services; required.\nMONGO_URL=mongodb://host/sello');
    expect(example).toContain('# Read by bff.\n# PORT=3000');
  });

  it('must not describe one variable differently', () => {
    const other = { MONGO_URL: { ...table.MONGO_URL, about: 'Something else' } };
    expect(() => envExample({ bff: table, worker: other })).toThrow('MONGO_URL');
  });
});
