import { createHash } from 'node:crypto'
import type { Moment } from './queries/moments.ts'

type Seen = Pick<
  Moment,
  'state' | 'reason' | 'audience' | 'caption' | 'alt' | 'area' | 'event' | 'isKept' | 'isChosen'
>

/** What staff saw of a moment when they decided. It changes with the moment, and with its open reports. */
export const seenOf = (
  { state, reason, audience, caption, alt, area, event, isKept, isChosen }: Seen,
  reports: number,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[state, reason, audience, caption, alt, area, event, isKept, isChosen, reports],
      ]),
    )
    .digest('base64url')
    .slice(0, 22)
