/** A letter as the server answers it, of a certificate that was issued. */
export function letterOf(organization: string, course: string) {
  return {
    from: organization,
    to: 'lucia.quispe@example.org',
    replyTo: 'registro@cordillera.example',
    subject: `${organization} has issued your certificate: ${course}`,
    text: [
      `${organization} has issued your certificate: ${course}`,
      'Lucía Fernanda Quispe Mamani, your certificate was issued on 14 November 2026 and signed.',
      'Download the PDF\nhttps://certs.cordillera.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F',
      'Anyone may check it\nhttps://certs.cordillera.example/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
      'Certificate no.\n7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F',
      'The file\nPDF, one page, 341\u00a0KB. Keep the file as you got it: saved anew by another program, it loses its signature.',
    ].join('\n\n'),
  };
}
