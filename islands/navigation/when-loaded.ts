/** Runs `act` after the window's load event; at once if the event has already fired. */
export function whenLoaded(act: () => void): void {
  if (document.readyState === 'complete') act()
  else addEventListener('load', act, { once: true })
}
