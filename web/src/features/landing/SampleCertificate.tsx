import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SealDrawing } from '../../ui/seal/Seal.tsx';
import { code, rosetteInner, rosetteOuter } from './guilloche.ts';

const serif = 'Newsreader, serif';

/** A sample certificate; `closeUp` shows only the seal, the number and the QR code. */
export function SampleCertificate({ closeUp = false }: { closeUp?: boolean }) {
  const { t } = useTranslation();
  return (
    <svg
      className="cert"
      viewBox={closeUp ? '536 517 587 277' : '0 0 1123 794'}
      role="img"
      aria-label={closeUp ? t('landing.cert.closeUp') : t('landing.cert.alt')}
    >
      <g fill="currentColor" fontFamily={serif}>
        <rect x="24" y="24" width="1075" height="746" fill="none" stroke="currentColor" strokeWidth="3" />
        <rect x="31" y="31" width="1061" height="732" fill="none" stroke="currentColor" strokeWidth=".8" />
        <g transform="translate(92 84)" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M2 40 20 12l9 13 7-9 18 24" />
          <path d="M2 46h52M14 21l6 5 6-5" strokeWidth="1.2" />
        </g>
        <text x="164" y="112" fontSize="27" fontWeight="480">
          Instituto Cordillera
        </text>
        <text x="165" y="133" fontSize="16" fontStyle="italic" fill="var(--doc-mute)">
          Lima, {t('landing.cert.country')}
        </text>
        <text x="1031" y="112" fontSize="17" textAnchor="end" fontStyle="italic">
          {t('landing.cert.placeAndDay')}
        </text>
        <text x="92" y="258" fontSize="31" fontStyle="italic">
          {t('landing.cert.title')}
        </text>
        <text x="89" y="350" fontSize="66" fontWeight="430" letterSpacing="-1.1">
          Lucía Fernanda Quispe Mamani
        </text>
        <line x1="92" x2="1031" y1="377" y2="377" stroke="currentColor" strokeWidth=".8" />
        <MicroText />
        <text x="92" y="424" fontSize="20">
          {t('landing.cert.completed')}
        </text>
        <text x="91" y="470" fontSize="34" letterSpacing="-.3">
          {t('landing.cert.course')}
        </text>
        <text x="92" y="508" fontSize="20">
          {t('landing.cert.hours')}
        </text>
        <Signatures />
        <text x="92" y="692" fontSize="18">
          Rosa Ccori Mendívil
        </text>
        <text x="92" y="712" fontSize="15.5" fontStyle="italic" fill="var(--doc-mute)">
          {t('landing.cert.director')}
        </text>
        <text x="322" y="692" fontSize="18">
          Joaquim Teles Barreto
        </text>
        <text x="322" y="712" fontSize="15.5" fontStyle="italic" fill="var(--doc-mute)">
          {t('landing.cert.head')}
        </text>
        <Rosette />
        <svg x="917" y="556" width="114" height="114" viewBox="0 0 33 33" aria-hidden="true">
          <path d={code} fill="currentColor" shapeRendering="crispEdges" />
        </svg>
        <text x="1031" y="692" fontSize="13.6" textAnchor="end" letterSpacing=".2">
          7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F
        </text>
        <text x="1031" y="712" fontSize="13.6" textAnchor="end" fontStyle="italic" fill="var(--doc-mute)">
          certs.cordillera.example/verify
        </text>
      </g>
    </svg>
  );
}

function Rosette() {
  const id = useId();
  return (
    <g color="var(--doc-seal)">
      <svg
        x="549"
        y="526"
        width="204"
        height="204"
        viewBox="-110 -110 220 220"
        overflow="visible"
        aria-hidden="true"
      >
        <g fill="none" stroke="currentColor" strokeWidth=".55">
          <path id={`${id}outer`} d={rosetteOuter} />
          {[5, 10, 15, 20, 25].map((turn) => (
            <use key={turn} href={`#${id}outer`} transform={`rotate(${turn})`} />
          ))}
          <path id={`${id}inner`} d={rosetteInner} />
          {[4, 8, 12, 16].map((turn) => (
            <use key={turn} href={`#${id}inner`} transform={`rotate(${turn})`} />
          ))}
          <circle r="105" />
          <circle r="107.5" strokeWidth="1.2" />
        </g>
      </svg>
      <svg
        x="609"
        y="586"
        width="84"
        height="84"
        viewBox="-16 -16 32 32"
        className="on-doc"
        aria-hidden="true"
      >
        <SealDrawing />
      </svg>
    </g>
  );
}

/** Two handwritten signatures, as paths. */
function Signatures() {
  return (
    <>
      <g
        transform="translate(94 590) scale(1.2)"
        fill="none"
        stroke="#23314F"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        <path d="M2 34c9-18 18-30 23-28 6 3-9 30-14 29-4-1 8-18 17-20 6-1-3 13 2 14 4 0 7-11 12-12 3 0-1 9 3 10 5 1 8-13 13-13 4 1-4 12 1 13 7 1 11-20 19-27 4-3 5 2 1 9-5 9-14 19-10 20 9 1 17-13 24-13 5 0-1 10 5 11 8 0 16-6 31-10M8 46c30-8 70-13 118-13" />
      </g>
      <g
        transform="translate(330 598) scale(1.2)"
        fill="none"
        stroke="#23314F"
        strokeWidth="1.4"
        strokeLinecap="round"
      >
        <path d="M4 10c5-5 13-6 15-1 3 8-13 27-16 25-2-2 12-12 20-12 5 0-2 9 3 10 6 0 9-15 14-15 4 0-4 14 1 15 7 0 13-28 20-30 6-1-9 27-5 29 5 2 10-12 15-12 4 1-3 10 2 11 8 1 12-12 20-13 6 0 0 11 6 11 9 0 15-8 25-9M30 44c18-3 36-4 60-3" />
      </g>
      <path d="M92 668h196M322 668h196" stroke="currentColor" strokeWidth=".8" />
    </>
  );
}

/** The line of microtext below the name: the word is there once, and a pattern repeats it 25 times. */
function MicroText() {
  const id = useId();
  return (
    <>
      <pattern id={id} x="92" y="378.4" width="37.56" height="7" patternUnits="userSpaceOnUse">
        <text y="5" fontSize="4" letterSpacing=".55" fontFamily="'Source Sans 3'" textLength="35.4">
          CORDILLERA ·
        </text>
      </pattern>
      <rect x="92" y="378.4" width="939" height="7" fill={`url(#${id})`} />
    </>
  );
}
