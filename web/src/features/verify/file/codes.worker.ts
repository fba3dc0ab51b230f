// Reads QR codes beside the page, which stays usable meanwhile.
import { type Pixels, readQrCodes } from '@sello/design/read-codes';

addEventListener('message', ({ data }: MessageEvent<Pixels>) => postMessage(readQrCodes(data)));
