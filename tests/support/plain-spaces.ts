/** A page's words without what keeps two of them on a line, or lets one break. */
export const plainSpaces = (html: string): string =>
  html.replaceAll('\u00a0', ' ').replaceAll('<wbr>', '')
