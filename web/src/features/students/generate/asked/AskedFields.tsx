import './asked.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { causeOf } from '../../../../errors/describe.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { AskedField } from './AskedField.tsx';
import { inPairs, labelOf, type SignatoryPair, shownValue } from './rules.ts';
import type { Asked } from './useAsked.ts';

/** What the templates ask for once; nothing when they ask for nothing. */
export function AskedFields({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  if (asked.error && !asked.isKnown) {
    return (
      <section className="asked">
        <p className="bad" role="alert">
          {t('certificates.asked.failed')} {causeOf(asked.error, t)}
        </p>
        <Button kind="line" size="small" icon="retry" onClick={asked.retry}>
          {t('common.tryAgain')}
        </Button>
      </section>
    );
  }
  if (asked.variables.length === 0) return null;
  return (
    <section className="asked" aria-busy={!asked.isKnown || undefined}>
      <h3>{t('certificates.asked.title')}</h3>
      <p className="mute small">{t('certificates.asked.lead')}</p>
      <div className="fields">
        {inPairs(asked.variables).map((one) =>
          'role' in one ? (
            <SignatoryFields key={one.name.key} pair={one} asked={asked} />
          ) : (
            <AskedField
              key={one.key}
              variable={one}
              value={shownValue(one, asked.typed)}
              problem={asked.problems.get(one.key)}
              isTried={asked.isTried}
              onChange={(value) => asked.type({ [one.key]: value })}
            />
          ),
        )}
      </div>
    </section>
  );
}

/** Who signs: a name, of which those of the organization are offered, and the role, which follows the name chosen. */
function SignatoryFields({ pair: { name, role }, asked }: { pair: SignatoryPair; asked: Asked }) {
  const { signatories } = asked;
  const id = useId();
  const common = { isTried: asked.isTried };
  return (
    <fieldset className="wide signatory">
      <legend className="hide">{labelOf(name)}</legend>
      <AskedField
        {...common}
        variable={name}
        value={shownValue(name, asked.typed)}
        problem={asked.problems.get(name.key)}
        {...(signatories.length > 0 && { list: id })}
        onChange={(value) => {
          const chosen = signatories.find((one) => one.name === value);
          asked.type({ [name.key]: value, ...(chosen && { [role.key]: chosen.role }) });
        }}
      />
      <AskedField
        {...common}
        variable={role}
        value={shownValue(role, asked.typed)}
        problem={asked.problems.get(role.key)}
        onChange={(value) => asked.type({ [role.key]: value })}
      />
      <datalist id={id}>
        {signatories.map((one) => (
          <option key={`${one.name} ${one.role}`} value={one.name}>
            {one.role}
          </option>
        ))}
      </datalist>
    </fieldset>
  );
}
