import type { Language } from '@sello/contracts';

/** The sentences of an invitation's letter in one language; the letter fills the `{name}` placeholders. */
interface InviteTexts {
  subject: string;
  heading: string;
  headingWithout: string;
  sentence: string;
  unproven: string;
  unprovenWithout: string;
  accept: string;
  code: string;
  codeUse: string;
  link: string;
  until: string;
  footer: string;
}

export const inviteTexts: Record<Language, InviteTexts> = {
  en: {
    subject: 'Invitation to {organization}',
    heading: '{inviter} invites you to {organization}',
    headingWithout: 'You are invited to {organization}',
    sentence: 'Accept to become a member of {organization} on Sello, where it issues its certificates.',
    unproven: 'Nobody has proved who {organization} is. If you do not know {inviterAddress}, do not accept.',
    unprovenWithout:
      'Nobody has proved who {organization} is. If you do not expect this invitation, do not accept.',
    accept: 'Accept the invitation',
    code: 'Code',
    codeUse: 'To join with another address than {address}, sign in and enter the code.',
    link: 'Link',
    until: 'Valid until',
    footer:
      'This message was sent to {address} because {organization} invited this address. Nothing happens if you do not answer. Give the code to nobody: whoever has it can join in your place.',
  },
  es: {
    subject: 'Invitación a {organization}',
    heading: '{inviter} le invita a {organization}',
    headingWithout: 'Tiene una invitación a {organization}',
    sentence:
      'Acepte la invitación para ser miembro de {organization} en Sello, donde emite sus certificados.',
    unproven: 'Nadie ha demostrado quién es {organization}. Si no conoce a {inviterAddress}, no acepte.',
    unprovenWithout: 'Nadie ha demostrado quién es {organization}. Si no espera esta invitación, no acepte.',
    accept: 'Aceptar la invitación',
    code: 'Código',
    codeUse: 'Para unirse con otra dirección que {address}, inicie sesión e introduzca el código.',
    link: 'Enlace',
    until: 'Válida hasta',
    footer:
      'Este mensaje se envió a {address} porque {organization} invitó a esta dirección. Si no responde, no pasa nada. No dé el código a nadie: quien lo tenga puede unirse en su lugar.',
  },
  pt: {
    subject: 'Convite para {organization}',
    heading: '{inviter} convida você para {organization}',
    headingWithout: 'Você tem um convite para {organization}',
    sentence:
      'Aceite o convite para ser membro de {organization} no Sello, onde ela emite seus certificados.',
    unproven: 'Ninguém comprovou quem é {organization}. Se você não conhece {inviterAddress}, não aceite.',
    unprovenWithout: 'Ninguém comprovou quem é {organization}. Se você não espera este convite, não aceite.',
    accept: 'Aceitar o convite',
    code: 'Código',
    codeUse: 'Para entrar com outro endereço que não {address}, inicie a sessão e digite o código.',
    link: 'Link',
    until: 'Válido até',
    footer:
      'Esta mensagem foi enviada a {address} porque {organization} convidou este endereço. Se você não responder, nada acontece. Não dê o código a ninguém: quem o tiver pode entrar no seu lugar.',
  },
};
