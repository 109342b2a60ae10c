/** A page's text with ordinary spaces instead of non-breaking ones, and without `<wbr>`. */
export const plainSpaces = (html: string): string =>
  html.replaceAll('\u00a0', ' ').replaceAll('<wbr>', '')
