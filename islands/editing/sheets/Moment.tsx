import { useStore } from '@nanostores/react'
import { formatMoment } from '../../../cms/platform/ui/format-time.ts'
import { $timeZone } from '../state/editing-state.ts'

/** A moment in the venue's time zone. `at` is ISO 8601. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatMoment(at, useStore($timeZone))}</time>
)
