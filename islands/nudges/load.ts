import { ignore } from './ignore.ts'

/** Loads the code that looks for nudges. */
export const loadWatch = () => import('./watch.ts')

/**
 * Offers nudges after the person did something useful: subscribed to letters, or entered the Common Room. Nobody is
 * asked on arrival.
 */
export const offerNudges = (): void => void loadWatch().then(({ offer }) => offer(), ignore)
