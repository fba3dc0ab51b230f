import { Counter, Histogram, type Registry } from '@sello/kit';
import type { Outcome } from './sending/transport.ts';

/** The metrics of this service. */
export interface MailMetrics {
  /** Starts the timer of one message; the returned function stops it. */
  startMessageTimer(): (outcome: Outcome['kind']) => void;
  rowsRefused(rows: number): void;
}

export function createMailMetrics(registry: Registry): MailMetrics {
  const messages = new Histogram({
    name: 'sello_mail_seconds',
    help: 'Time from handing a message to the mail server to its answer, by outcome',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'sello_mail_rows_refused_total',
    help: 'Writes of rows that another run had taken over',
    registers: [registry],
  });
  return {
    startMessageTimer() {
      const end = messages.startTimer();
      return (outcome) => void end({ outcome });
    },
    rowsRefused: (rows) => refused.inc(rows),
  };
}
