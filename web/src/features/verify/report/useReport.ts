import { mistakeBody, mistakeKind, reportBody, verifyApi } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { useStarted } from '../../../state/useStarted.ts';

/** What is wrong; `issuer` goes to the people who run the server, everything else to the organization. */
export const abouts = ['data', 'notAsked', 'issuer', 'other'] as const;
export type About = (typeof abouts)[number];

interface Draft {
  about: About;
  text: string;
  email: string;
  website: string;
}

export type Stage =
  | { at: 'writing' }
  /** A letter asks the reporter to confirm it. */
  | { at: 'asked' }
  /** The people who run the server have it. */
  | { at: 'thanks' }
  /** Nothing is taken before `until` (ISO 8601). */
  | { at: 'limited'; by: unknown; until: string };

export interface Report {
  draft: Draft;
  change: (fields: Partial<Draft>) => void;
  stage: Stage;
  isSending: boolean;
  /** The fields that the last try found wrong, until they are right. */
  wrong: readonly ('text' | 'email')[];
  /** Why the last try failed. */
  failure: string | undefined;
  send: () => void;
  backToForm: () => void;
}

const empty: Draft = { about: 'data', text: '', email: '', website: '' };

/** A report while it is written and sent. What was written stays in this tab until it is closed. */
export function useReport(certId: string): Report {
  const { t } = useTranslation();
  const key = `sello.report.${certId}`;
  const [draft, setDraft] = useState<Draft>(() => kept(key));
  const [stage, setStage] = useState<Stage>({ at: 'writing' });
  const { start, isPending: isSending } = useStarted();
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const common = { certId, text: draft.text, email: draft.email.trim() };
  const about = mistakeKind.safeParse(draft.about).data;
  const mistake = mistakeBody.safeParse({
    ...{ ...common, about, language: currentLanguage(), website: draft.website },
  });
  const issuer = reportBody.safeParse({ ...common, email: common.email || undefined });
  const issues = (about ? mistake : issuer).error?.issues ?? [];

  function send(): void {
    setTried(true);
    if (isSending || issues.length > 0) return;
    setFailure(undefined);
    // It is sent also when the person goes on to another page.
    const report = async (): Promise<void> => {
      if (about && mistake.success) await call(verifyApi, 'report-mistake', { body: mistake.data });
      else if (issuer.success) await call(verifyApi, 'report', { body: issuer.data });
    };
    start(report, () => setStage({ at: about ? 'asked' : 'thanks' }), fail);
  }

  function fail(error: unknown): void {
    const wait = error instanceof ApiError && error.status === 429 ? Number(error.details?.retryAfter) : NaN;
    if (Number.isNaN(wait)) {
      setStage({ at: 'writing' });
      setFailure(causeOf(error, t));
    } else {
      const until = new Date(Date.now() + wait * 1_000).toISOString();
      setStage({ at: 'limited', by: (error as ApiError).details?.by, until });
    }
  }

  return {
    ...{ draft, stage, isSending, failure },
    change(fields) {
      const next = { ...draft, ...fields };
      setDraft(next);
      keep(key, next);
    },
    wrong: tried
      ? (['text', 'email'] as const).filter((name) => issues.some(({ path }) => path[0] === name))
      : [],
    send,
    backToForm: () => setStage({ at: 'writing' }),
  };
}

// A browser may refuse to store anything; the form works without.
function kept(key: string): Draft {
  try {
    const { about, text, email } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>;
    return {
      ...empty,
      ...(abouts.some((one) => one === about) && { about: about as About }),
      ...(typeof text === 'string' && { text }),
      ...(typeof email === 'string' && { email }),
    };
  } catch {
    return empty;
  }
}

function keep(key: string, { about, text, email }: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ about, text, email }));
  } catch {
    // Nothing is kept.
  }
}
