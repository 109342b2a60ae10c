/** Changes an element's text only where it differs: a live region announces every change. */
export function writeText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
