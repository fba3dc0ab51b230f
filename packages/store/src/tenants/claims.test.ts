import { expect, it } from 'vitest';
import { claimIn } from './claims.ts';

it.each([
  ['Instituto Cordillera (verified)', 'verified'],
  ['Instituto Cordillera (Verificado)', 'Verificado'],
  ['Instituto Cordillera verificada', 'verificada'],
  ['Instituto Cordillera – Confirmado', 'Confirmado'],
  ['Instituto Cordillera-Verified', 'Verified'],
  ['Instituto Cordillera [Official]', 'Official'],
  ['Instituto Cordillera, oficial', 'oficial'],
  ['Instituto Cordillera | Cuenta oficial', 'oficial'],
  ['Instituto Cordillera *OFICIAL*', 'OFICIAL'],
  ['Instituto Cordillera （certified）', 'certified'],
  ['Instituto Cordillera “autêntico”', 'autêntico'],
  ['Instituto Cordillera verificado por Sello', 'verificado'],
  ['Instituto Cordillera, certified by Sello', 'certified'],
  ['Verified: Instituto Cordillera', 'Verified'],
  ['Instituto Cordillera verified – Lima', 'verified'],
  ['Oficial', 'Oficial'],
  ['Instituto Cordillera ✓', '✓'],
  ['Instituto Cordillera ✅', '✅'],
  // Cyrillic letters, digits, a filler, and mathematical letters.
  ['Instituto Cordillera (vеrіfіеd)', 'vеrіfіеd'],
  ['Instituto Cordillera (ver1f1ed)', 'ver1f1ed'],
  ['Instituto Cordillera (veri\u00adfied)', 'verified'],
  ['Instituto Cordillera 𝐯𝐞𝐫𝐢𝐟𝐢𝐞𝐝', 'verified'],
  // Letters in dark circles and squares, of flags, and taken apart.
  ['Harvard (🅥🅔🅡🅘🅕🅘🅔🅓)', 'VERIFIED'],
  ['Harvard 🆅🅴🆁🅸🅵🅸🅴🅳', 'VERIFIED'],
  ['Harvard 🇻🇪🇷🇮🇫🇮🇪🇩', 'VERIFIED'],
  ['Harvard (v e r i f i e d)', 'v e r i f i e d'],
  ['Harvard (ver.ified)', 'ver ified'],
  ['Harvard verifi ed', 'verifi ed'],
  ['Harvard|verified', 'verified'],
  ['Harvard ∣ verified account', 'verified'],
  ['Harvard √', '√'],
  ['Harvard ⍻', '⍻'],
  ['Harvard (confirmé)', 'confirmé'],
  ['Harvard (comprobado)', 'comprobado'],
  ['Harvard, identity checked', 'checked'],
])('a name that claims a confirmation is found out: %s', (name, claim) => {
  expect(claimIn(name)).toBe(claim);
});

it.each([
  'Official College of Physicians',
  'Colegio Oficial de Médicos de Madrid',
  'Escola Oficial de Idiomas',
  'Registro Oficial',
  'Centro de Formación Lumen, Centro Oficial',
  'Association of Certified Fraud Examiners',
  'Institute of Certified Public Accountants (Peru)',
  'Academia Autorizada de Conducción',
  'Verified Credentials Ltd',
  'Escuela de la Confirmación',
  'L’Oficial de Barcelona',
  'Casa del Sello Oficial de Lima',
  'Universidad Nacional (UNAN-León)',
  'معهد الجبال',
  '山脉学院',
  'A/B – C',
  'Colegio 2|3 de Mayo',
  'Escuela A B C D',
])('an honest name claims nothing: %s', (name) => {
  expect(claimIn(name)).toBeUndefined();
});
