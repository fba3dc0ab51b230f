import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError, NETWORK_ERROR } from '../api/client.ts';
import { everyText } from '../i18n/texts.fixture.ts';
import { causeOf, describeError, textOfCode } from './describe.ts';

const { t } = i18next;
const call = { resource: 'students', key: 'list' };
const failed = (code: string, status: number, message = 'said', details?: Record<string, unknown>) =>
  new ApiError(message, { code, status, call, details });

beforeAll(async () => {
  await i18next.init({
    lng: 'es',
    resources: { es: { translation: everyText('es') } },
    interpolation: { escapeValue: false },
  });
});

describe('a failed call, in the person’s words', () => {
  it('says what did not happen and why', () => {
    expect(describeError(failed('not_member', 403), t)).toEqual({
      title: 'No se pudo listar a los estudiantes',
      cause: 'No es miembro de esta organización',
    });
  });

  it('fills in what the code names, a list as a list', () => {
    expect(textOfCode('csv_columns_missing', { columns: ['fullName', 'email'] }, t)).toBe(
      'Faltan columnas obligatorias: fullName, email',
    );
  });

  it('says where a character comes from whose fonts are still being fetched', () => {
    expect(textOfCode('glyph_missing', { character: '李' }, t)).toBe('La tipografía no tiene «李»');
    const text = textOfCode('glyph_missing', { character: '李', pack: 'Noto Serif SC' }, t);
    expect(text).toContain('Noto Serif SC');
    expect(text).toContain('npm run fetch-fonts');
  });

  it('shows the server’s words only for a code that is not known here', () => {
    expect(causeOf(failed('brand_new', 409, 'The moon is full'), t)).toBe('The moon is full');
    expect(causeOf(failed('HTTP_502', 502, '<html>'), t)).toBe('Ocurrió un error inesperado');
  });

  it('tells a silent server from a refusing one', () => {
    expect(causeOf(failed(NETWORK_ERROR, 0), t)).toContain('no respondió');
  });

  it('of which nothing is known was not expected', () => {
    expect(describeError(new TypeError('x is not a function'), t)).toEqual({
      title: 'La operación falló',
      cause: 'Ocurrió un error inesperado',
    });
  });
});
