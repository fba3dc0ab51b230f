import { html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';
import type { Person } from './people.ts';

const pageFrame = { hasHome: false, corner: html`<span>Stands in for Google on this machine</span>` };

/** The sign-in page: choose one of the people or enter any address. */
export function choosePage(options: {
  uid: string;
  people: readonly Person[];
  hint: string;
  problem: string | null;
}): string {
  const { uid, people, hint, problem } = options;
  const choices = people.map(
    (
      person,
    ) => html`<li><button name="email" value="${person.email}"><span class="mono-init" aria-hidden="true">${person.name[0]}</span>
      <b>${person.name}</b><span class="at">${person.email}</span><span class="role it">${person.role}</span></button></li>`,
  );
  const body = html`<div class="cols"><header><h1>Choose an account</h1>
      <p>You go on to Sello as this person. No password: this page exists on this machine alone.</p>
      <form method="post" action="/interaction/${uid}/cancel" style="margin-top: var(--s5)"><button class="link">Cancel and go back</button></form></header>
    <div>${people.length === 0 ? null : html`<form method="post" action="/interaction/${uid}"><ul class="choices">${choices}</ul></form>`}
    <form class="other" method="post" action="/interaction/${uid}"><label class="field"><span class="label">${people.length === 0 ? 'E-mail address' : 'Someone else, by e-mail address'}</span>
      <input class="input" type="email" name="email" required autocomplete="email" value="${hint}" placeholder="name@school.example"></label>
      <button class="btn btn--line">Continue</button></form>
    ${problem === null ? null : html`<p class="hint bad" role="alert">${problem}</p>`}</div></div>`;
  return layout({ title: 'Choose an account', ...pageFrame, body });
}

export function expiredPage(): string {
  return layout({
    title: 'Start again',
    ...pageFrame,
    body: html`<h1>This sign-in has expired</h1><p style="margin-top: var(--s3)" class="mute">Go back to Sello and press “Sign in” once more.</p>`,
  });
}

export function errorPage(message: string): string {
  return layout({
    title: 'Sign-in failed',
    ...pageFrame,
    body: html`<h1>This sign-in cannot go on</h1><p style="margin-top: var(--s3)" class="mute">${message}</p>`,
  });
}
