// Reads a PDF beside the page, which stays usable meanwhile.
import { numbersIn } from './numbers-in.ts';
import { answerAll } from './thread.ts';

answerAll(numbersIn);
