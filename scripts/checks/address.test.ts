import { describe, expect, it } from 'vitest';
import { familiarWords } from './address.ts';

describe('a Spanish text that addresses a person as “tú”', () => {
  it.each([
    ['Tu invitación sigue intacta.', 'Tu'],
    ['¿No eres tú?', 'tú', 'eres'],
    ['Puede darte diez caracteres', 'darte'],
    ['La dirección con la que iniciaste sesión', 'iniciaste'],
    ['Guárdalo sin contraseña y sigue', 'Guárdalo'],
    ['No se pudo crear. Usa menos textos.', 'Usa'],
    ['Serás su propietario', 'Serás'],
  ])('is found in “%s”', (text, ...words) => {
    expect(familiarWords(text)).toEqual(words);
  });

  it.each([
    'Inicie sesión para aceptar',
    'Una parte existe aparte; la página muestra lo demás',
    'El archivo se guarda cifrado, y quien lo abre detrás usa la clave',
    'Quien le invitó puede enviarle otra',
    'Después, hacia atrás: el contraste de una suerte de límite',
  ])('is not found in “%s”', (text) => {
    expect(familiarWords(text)).toEqual([]);
  });
});
