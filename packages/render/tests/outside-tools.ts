import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Third-party programs that read our files; a test whose tool is not installed is skipped. */
export type Tool =
  | 'java'
  | 'mutool'
  | 'pdfimages'
  | 'pdftotext'
  | 'pdftoppm'
  | 'pdffonts'
  | 'pdfinfo'
  | 'pdfsig'
  | 'qpdf';

export function isInstalled(tool: Tool): boolean {
  return spawnSync(tool, [tool === 'qpdf' ? '--version' : '-v']).error === undefined;
}

function withFile<T>(pdf: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sello-tool-'));
  try {
    const path = join(folder, 'certificate.pdf');
    writeFileSync(path, pdf);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text that pdftotext extracts, by line, without empty lines and directional control characters. */
export function textOf(pdf: Uint8Array): string[] {
  const text = withFile(pdf, (path) =>
    execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }),
  );
  return text
    .split(/[\n\f]/)
    .map((line) => line.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim())
    .filter((line) => line !== '');
}

const jars = [
  ...['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging'],
  // Older JDKs contained them.
  ...['javax.activation', 'jaxb-api'],
].map((name) => `/usr/share/java/${name}.jar`);

/** Whether Apache PDFBox Preflight is installed from the Debian package. */
export function isPreflightInstalled(): boolean {
  return isInstalled('java') && jars.every((jar) => existsSync(jar));
}

/** The PDF/A-1b violations that Preflight reports for each file, by file name. */
export function preflightFaults(files: ReadonlyMap<string, Uint8Array>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sello-preflight-'));
  try {
    const paths = [...files].map(([name, pdf], index) => {
      const path = join(folder, `${index}.pdf`);
      writeFileSync(path, pdf);
      return [name, path] as const;
    });
    const list = join(folder, 'list');
    writeFileSync(list, paths.map(([, path]) => path).join('\n'));
    const program = 'org.apache.pdfbox.preflight.Validator_A1b';
    execFileSync('java', ['-cp', jars.join(':'), program, 'xml', 'group', list], { stdio: 'pipe' });
    const reports = readFileSync(`${list}.preflight.xml`, 'utf8').split('<preflight name="').slice(1);
    return new Map(
      paths.map(([name], index) => {
        const report = reports.find((one) => one.startsWith(`${index}.pdf"`)) ?? '';
        const faults = [...report.matchAll(/<details>([^<]*)/g)].map(([, details]) => details as string);
        return [name, report.includes('>true</isValid>') ? [] : faults.length > 0 ? faults : [report]];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The structural errors that qpdf reports for a file; empty without errors. */
export function structureFaults(pdf: Uint8Array): string {
  return withFile(pdf, (path) => {
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  });
}

/** The output of a tool for a PDF, stdout and stderr. */
export function run(tool: Tool, pdf: Uint8Array, args: readonly string[] = []): string {
  return withFile(pdf, (path) => {
    const { stdout, stderr } = spawnSync(tool, [...args, path], { encoding: 'utf8' });
    return `${stdout}${stderr}`;
  });
}

/** A page as a picture. */
export interface Picture {
  width: number;
  height: number;
  /** Red, green and blue, 0 to 255. */
  at(x: number, y: number): [number, number, number];
  /** The bounding box of all pixels that are not white; null for an empty page. */
  inked(): { left: number; top: number; right: number; bottom: number } | null;
}

/** The page drawn by poppler. `resolution` in pixels per inch; 72 is one pixel per point. */
export function pictureOf(pdf: Uint8Array, page = 1, resolution = 72): Picture {
  return withFile(pdf, (path, folder) => {
    execFileSync('pdftoppm', [
      '-cropbox',
      '-r',
      String(resolution),
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      path,
      join(folder, 'page'),
    ]);
    return readPicture(readFileSync(join(folder, 'page.ppm')));
  });
}

/** The page drawn by MuPDF. */
export function mutoolPictureOf(pdf: Uint8Array, page = 1, resolution = 72): Picture {
  return withFile(pdf, (path, folder) => {
    const out = join(folder, 'page.ppm');
    execFileSync('mutool', ['draw', '-q', '-r', String(resolution), '-o', out, path, String(page)], {
      stdio: 'pipe',
    });
    return readPicture(readFileSync(out));
  });
}

function readPicture(file: Buffer): Picture {
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1'));
  if (!header) throw new Error('no picture');
  const [width, height] = [Number(header[1]), Number(header[2])];
  const pixels = file.subarray(header[0].length);
  const at = (x: number, y: number): [number, number, number] => {
    const start = (y * width + x) * 3;
    return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
  };
  return {
    width,
    height,
    at,
    inked() {
      let [left, top, right, bottom] = [width, height, -1, -1];
      for (let y = 0, place = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1, place += 3) {
          if (pixels[place]! > 200 && pixels[place + 1]! > 200 && pixels[place + 2]! > 200) continue;
          [left, top] = [Math.min(left, x), Math.min(top, y)];
          [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
        }
      }
      return right < 0 ? null : { left, top, right, bottom };
    },
  };
}
