/**
 * Offers nudges after the person did something useful: subscribed, or entered the room. Nobody is asked on
 * arrival.
 */
export function offerNudges(): void {
  import('./ask.ts').then(
    ({ askSoon }) => askSoon(),
    () => {},
  )
}
