/** Adds styles to the document. The content security policy blocks style elements that are not part of the build. */
export function adoptStyles(...styles: string[]): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.join('\n'))
  document.adoptedStyleSheets.push(sheet)
}
