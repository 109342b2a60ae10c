/** Loads the code that looks for nudges. */
export const loadWatch = () => import('./watch.ts')

/**
 * Offers nudges after the person did something useful: subscribed, or entered the room. Nobody is asked on
 * arrival.
 */
export const offerNudges = (): void => void loadWatch().then(({ offer }) => offer(), ignore)

/** Without a connection there is no nudge. The next document tries again. */
export const ignore = (): void => {}
