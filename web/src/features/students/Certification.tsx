import type { Certification as State, Student } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { Badge, type Tone } from '../../ui/badge/Badge.tsx';
import type { IconName } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import type { Open } from './open.ts';

const signs: Record<State, { tone: Tone; icon: IconName }> = {
  none: { tone: 'plain', icon: 'ring' },
  certified: { tone: 'ok', icon: 'check' },
  outdated: { tone: 'warn', icon: 'retry' },
  revoked: { tone: 'bad', icon: 'stop' },
  failed: { tone: 'bad', icon: 'bang' },
};

/** What is offered beside each sign. */
const acts = {
  none: 'certify',
  certified: undefined,
  outdated: 'again',
  revoked: 'again',
  failed: 'why',
} as const satisfies Record<State, string | undefined>;

interface Props {
  student: Student;
  generating: boolean;
  mayGenerate: boolean;
  onOpen: (open: Open) => void;
  t: TFunction;
}

/** What a student has of a certificate, as a sign with its word, and what can be done about it. */
export function Certification({ student, generating, mayGenerate, onOpen, t }: Props) {
  if (generating) return <span className="faint small">{t('students.generating')}</span>;
  const state = student.certification;
  const { tone, icon } = signs[state];
  const act = acts[state];
  return (
    <span className="cert-sign">
      <Badge tone={tone} icon={icon}>
        {t(`students.states.${state}`)}
      </Badge>
      {act && mayGenerate ? (
        <button
          type="button"
          className="link small"
          onClick={() => onOpen(act === 'why' ? { is: 'failure', student } : { is: 'generate-one', student })}
        >
          {t(`students.acts.${act}`)}
          <span className="hide">
            {' '}
            <Name text={student.fullName} />
          </span>
        </button>
      ) : null}
    </span>
  );
}
