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

describe('the description of a failed call', () => {
  it('has a title and a translated cause', () => {
    expect(describeError(failed('not_member', 403), t)).toEqual({
      title: 'No se pudo listar a los estudiantes',
      cause: 'No es miembro de esta organización',
    });
  });

  it('fills in the details, with arrays joined', () => {
    expect(textOfCode('csv_columns_missing', { columns: ['fullName', 'email'] }, t)).toBe(
      'Faltan columnas obligatorias: fullName, email',
    );
  });

  it('names the font pack of a character whose pack is not there yet', () => {
    expect(textOfCode('glyph_missing', { character: '李' }, t)).toBe('La fuente no tiene «李»');
    const text = textOfCode('glyph_missing', { character: '李', pack: 'Noto Serif SC' }, t);
    expect(text).toContain('Noto Serif SC');
    expect(text).toContain('npm run fetch-fonts');
  });

  it('says in the person’s language why a file is refused, in the middle or at the end', () => {
    const truncated = failed('upload_image_unreadable', 400, 'The image cannot be read: it ends early', {
      reason: 'incomplete',
    });
    expect(causeOf(truncated, t)).toBe('No se puede leer la imagen: termina antes de tiempo');
    expect(textOfCode('upload_pdf_complex', { reason: 'pdf_images' }, t)).toBe(
      'El PDF es demasiado complejo: tiene demasiadas imágenes. Simplifíquelo o impórtelo como imagen.',
    );
    expect(textOfCode('upload_image_unreadable', { reason: 'svg_element', name: 'text' }, t)).toBe(
      'No se puede leer la imagen: <text> no se puede imprimir',
    );
    expect(textOfCode('image_unreadable', { photo: true, reason: 'image_pixels' }, t)).toBe(
      'No se puede leer la fotografía del titular: tiene demasiados píxeles',
    );
    expect(textOfCode('image_unreadable', { logo: true }, t)).not.toContain(':');
  });

  it('shows the server’s message only for an unknown code', () => {
    expect(causeOf(failed('brand_new', 409, 'The moon is full'), t)).toBe('The moon is full');
    expect(causeOf(failed('HTTP_502', 502, '<html>'), t)).toBe('Ocurrió un error inesperado');
  });

  it('has its own text for a network error', () => {
    expect(causeOf(failed(NETWORK_ERROR, 0), t)).toContain('no respondió');
  });

  it('is “unexpected” for any other error', () => {
    expect(describeError(new TypeError('x is not a function'), t)).toEqual({
      title: 'La operación falló',
      cause: 'Ocurrió un error inesperado',
    });
  });
});
