import { errorsByName } from '../http/errors.ts'

export const liveError = errorsByName({
  too_many_windows: ['too_many_requests', 'There are too many open windows.'],
  full: ['unavailable', 'Too many windows are connected. Please try again shortly.'],
})
