/** A family too large to be bundled: an npm package that is downloaded once. */
export interface FontPack {
  /** The name of its family, which errors and lists also use. */
  name: string;
  package: string;
  version: string;
  /** Hash of the package's archive in the format of npm (Subresource Integrity). */
  integrity: string;
  /** Size of the archive, in bytes. */
  size: number;
}

const pack = (name: string, version: string, size: number, sha512: string): FontPack => ({
  name,
  package: `@expo-google-fonts/${name.toLowerCase().replaceAll(' ', '-')}`,
  version,
  integrity: `sha512-${sha512}`,
  size,
});

/** In download order: serif before sans, because the built-in templates use serif families. */
export const fontPacks: readonly FontPack[] = [
  pack(
    'Noto Serif SC',
    '0.4.3',
    68_620_613,
    'fSmUpiSFtSeyHV45/2xUOy5SdfExklQwwMKN3cQjAZAujITHDmSbpMHCVdCMhRqMjQtu0ZRgc29u8A+CU3akfw==',
  ),
  pack(
    'Noto Sans SC',
    '0.4.3',
    56_954_252,
    '9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
  ),
  pack(
    'Noto Serif JP',
    '0.4.3',
    34_884_390,
    'IxEWO9BPugsyuOf57Bx1qkR4J8EnGnF0ZPBBOPyFa1qJyfW8Dcuwn5OIGa9om+PhFO1/E1dQjZCygqaY6uAubg==',
  ),
  pack(
    'Noto Sans JP',
    '0.4.3',
    28_996_407,
    'Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==',
  ),
  pack(
    'Noto Serif KR',
    '0.4.3',
    43_133_888,
    'thoZx9Dcr4CrjFdhOAVJXuv31rkirogUHkY0XUBybyC97NBO18Q2/achY+KfvLVabEZvmEEAH829Y9YUALZbIQ==',
  ),
  pack(
    'Noto Sans KR',
    '0.4.3',
    27_602_552,
    'EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==',
  ),
  pack(
    'Noto Serif TC',
    '0.4.4',
    47_054_838,
    'nNbTm4wez1oXI5K3296eY+S4Ud3aFigjmX0mwxV7L6F1GDCwqMdO5tfgGl4fhLti25GAmaKZy7HkiY6pYcEMlQ==',
  ),
  pack(
    'Noto Sans TC',
    '0.4.3',
    38_808_616,
    '69XAOTLPz0WlAxL6qJEKlDMxHsBd4J1M39HjV0gPF2o1xWVALOsVWvDgistnecVockA9wbU/tH5C/gyS2PdnHg==',
  ),
];
