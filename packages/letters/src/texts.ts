import type { Language } from '@sello/contracts';

/** The sentences of the letter in one language; the letter fills the `{name}` placeholders. */
export interface LetterTexts {
  /** For dates, numbers and the message's own language. */
  locale: string;
  /** Above the letter. */
  headline: string;
  issued: string;
  issuedSigned: string;
  /** What the picture of the certificate shows. */
  picture: string;
  download: string;
  see: string;
  linkedIn: string;
  number: string;
  /** Instead of the number of a certificate that is still to be issued. */
  numberLater: string;
  check: string;
  checkLong: string;
  file: string;
  fileOne: string;
  fileMany: string;
  keepSigned: string;
  keep: string;
  sentTo: string;
  wrongWrite: string;
  wrongAsk: string;
}

export const letterTexts: Record<Language, LetterTexts> = {
  en: {
    locale: 'en-GB',
    headline: '{issuer} has issued your certificate: {course}',
    issued: '{holder}, your certificate was issued on {date}.',
    issuedSigned: '{holder}, your certificate was issued on {date} and signed.',
    picture: 'The certificate of {holder}: {course}',
    download: 'Download the PDF',
    see: 'See the certificate',
    linkedIn: 'Add to LinkedIn',
    number: 'Certificate no.',
    numberLater: 'it gets one when it is issued',
    check: 'Anyone may check',
    checkLong: 'Anyone may check it',
    file: 'The file',
    fileOne: 'PDF, one page{size}.',
    fileMany: 'PDF, {pages} pages{size}.',
    keepSigned: 'Keep the file as you got it: if another program saves it again, it loses its signature.',
    keep: 'Keep the file as you got it: if another program saves it again, it is no longer the one that was issued.',
    sentTo: 'This message was sent to {address} because {issuer} has you on its list of students.',
    wrongWrite: 'A name misspelt, or not you? Write to {contact}; an answer to this message goes there too.',
    wrongAsk: 'A name misspelt, or not you? Please tell {issuer}; answers to this message are not read.',
  },
  es: {
    locale: 'es',
    headline: '{issuer} ha emitido su certificado: {course}',
    issued: '{holder}, su certificado se emitió el {date}.',
    issuedSigned: '{holder}, su certificado se emitió el {date} y está firmado.',
    picture: 'El certificado de {holder}: {course}',
    download: 'Descargar el PDF',
    see: 'Ver el certificado',
    linkedIn: 'Añadir a LinkedIn',
    number: 'Certificado n.º',
    numberLater: 'lo recibe al emitirse',
    check: 'Cualquiera puede verificarlo',
    checkLong: 'Cualquiera puede verificarlo',
    file: 'El archivo',
    fileOne: 'PDF, una página{size}.',
    fileMany: 'PDF, {pages} páginas{size}.',
    keepSigned:
      'Guarde el archivo tal como lo recibió: si otro programa lo vuelve a guardar, pierde su firma.',
    keep: 'Guarde el archivo tal como lo recibió: si otro programa lo vuelve a guardar, deja de ser el que se emitió.',
    sentTo: 'Este mensaje se envió a {address} porque {issuer} le tiene en su lista de estudiantes.',
    wrongWrite:
      '¿Un nombre mal escrito, o no es usted? Escriba a {contact}; la respuesta a este mensaje también llega allí.',
    wrongAsk:
      '¿Un nombre mal escrito, o no es usted? Avise a {issuer}; las respuestas a este mensaje no se leen.',
  },
  pt: {
    locale: 'pt-BR',
    headline: '{issuer} emitiu seu certificado: {course}',
    issued: '{holder}, seu certificado foi emitido em {date}.',
    issuedSigned: '{holder}, seu certificado foi emitido em {date} e está assinado.',
    picture: 'O certificado de {holder}: {course}',
    download: 'Baixar o PDF',
    see: 'Ver o certificado',
    linkedIn: 'Adicionar ao LinkedIn',
    number: 'Certificado n.º',
    numberLater: 'recebe ao ser emitido',
    check: 'Qualquer pessoa pode verificar',
    checkLong: 'Qualquer pessoa pode verificar',
    file: 'O arquivo',
    fileOne: 'PDF, uma página{size}.',
    fileMany: 'PDF, {pages} páginas{size}.',
    keepSigned:
      'Guarde o arquivo como o recebeu: se outro programa o salvar de novo, ele perde a assinatura.',
    keep: 'Guarde o arquivo como o recebeu: se outro programa o salvar de novo, deixa de ser o que foi emitido.',
    sentTo: 'Esta mensagem foi enviada a {address} porque {issuer} tem você em sua lista de estudantes.',
    wrongWrite:
      'Um nome escrito errado, ou não é você? Escreva para {contact}; a resposta a esta mensagem também chega lá.',
    wrongAsk:
      'Um nome escrito errado, ou não é você? Avise {issuer}; as respostas a esta mensagem não são lidas.',
  },
};
