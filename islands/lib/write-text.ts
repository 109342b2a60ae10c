/** Sets an element's text if it differs, because a live region announces every assignment. */
export function writeText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
