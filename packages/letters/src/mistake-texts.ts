import type { Language, MistakeKind } from '@sello/contracts';

/** The sentences of a report's two letters in one language; the letters fill the `{name}` placeholders. */
interface MistakeTexts {
  confirm: {
    subject: string;
    heading: string;
    sentence: string;
    act: string;
    until: string;
    footer: string;
  };
  passOn: {
    subject: string;
    heading: string;
    about: Record<MistakeKind, string>;
    see: string;
    reporter: string;
    reported: string;
    footer: string;
  };
  number: string;
  link: string;
}

export const mistakeTexts: Record<Language, MistakeTexts> = {
  en: {
    confirm: {
      subject: 'Confirm your report to {organization}',
      heading: 'Is this report yours?',
      sentence:
        'A mistake on a certificate of {organization} was reported, and this address was given with it. Open the link, and the report goes to {organization}, which then sees your address and may answer.',
      act: 'Pass the report on',
      until: 'Valid until',
      footer:
        'This message was sent to {address}. If the report is not yours, do nothing: without the link nobody receives it.',
    },
    passOn: {
      subject: 'A mistake was reported on certificate {number}',
      heading: 'Is there a mistake on the certificate of {holder}?',
      about: {
        data: 'A name or a date is misspelt, says the reporter:',
        notAsked: 'The reporter is the holder, as they say, and did not ask for this certificate:',
        other: 'Something is wrong with this certificate, says the reporter:',
      },
      see: 'See the certificate',
      reporter: 'Reporter',
      reported: 'Confirmed on',
      footer:
        'Sello sent this to {address}, the contact of {organization}. The reporter’s address was confirmed; what the report says was not checked. Your answer to this message goes to the reporter.',
    },
    number: 'Certificate',
    link: 'Link',
  },
  es: {
    confirm: {
      subject: 'Confirme su aviso a {organization}',
      heading: '¿Es suyo este aviso?',
      sentence:
        'Se avisó de un error en un certificado de {organization} y se dio esta dirección. Abra el enlace y el aviso llegará a {organization}, que verá su dirección y podrá responderle.',
      act: 'Enviar el aviso',
      until: 'Válido hasta',
      footer:
        'Este mensaje se envió a {address}. Si el aviso no es suyo, no haga nada: sin el enlace nadie lo recibe.',
    },
    passOn: {
      subject: 'Aviso de un error en el certificado {number}',
      heading: '¿Hay un error en el certificado de {holder}?',
      about: {
        data: 'Hay un nombre o una fecha con errores, según quien avisa:',
        notAsked: 'Quien avisa dice ser titular del certificado y no haberlo pedido:',
        other: 'Algo está mal en este certificado, según quien avisa:',
      },
      see: 'Ver el certificado',
      reporter: 'Quien avisa',
      reported: 'Confirmado el',
      footer:
        'Sello envió este mensaje a {address}, el contacto de {organization}. La dirección de quien avisa está confirmada; lo que dice el aviso no se comprobó. La respuesta a este mensaje llega a quien avisa.',
    },
    number: 'Certificado',
    link: 'Enlace',
  },
  pt: {
    confirm: {
      subject: 'Confirme seu aviso a {organization}',
      heading: 'Este aviso é seu?',
      sentence:
        'Um erro em um certificado de {organization} foi relatado com este endereço. Abra o link e o aviso chegará a {organization}, que verá seu endereço e poderá responder.',
      act: 'Enviar o aviso',
      until: 'Válido até',
      footer:
        'Esta mensagem foi enviada a {address}. Se o aviso não é seu, não faça nada: sem o link ninguém o recebe.',
    },
    passOn: {
      subject: 'Aviso de um erro no certificado {number}',
      heading: 'Há um erro no certificado de {holder}?',
      about: {
        data: 'Há um nome ou uma data com erro, segundo quem avisa:',
        notAsked: 'Quem avisa diz ser titular do certificado e não o ter pedido:',
        other: 'Algo está errado neste certificado, segundo quem avisa:',
      },
      see: 'Ver o certificado',
      reporter: 'Quem avisa',
      reported: 'Confirmado em',
      footer:
        'O Sello enviou esta mensagem a {address}, o contato de {organization}. O endereço de quem avisa foi confirmado; o que o aviso diz não foi verificado. A resposta a esta mensagem chega a quem avisa.',
    },
    number: 'Certificado',
    link: 'Link',
  },
};
