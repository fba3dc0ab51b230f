export { type InviteSubject, writeInviteLetter } from './invite-letter.ts';
export { type Issuer, isSameAddress, membersAddresses, readIssuer } from './issuer.ts';
export { type Letter, type LetterSubject, writeLetter } from './letter.ts';
export {
  type ConfirmSubject,
  type MistakeSubject,
  writeConfirmLetter,
  writeMistakeLetter,
} from './mistake-letters.ts';
