import { errorsOf } from '../../platform/http/errors.ts'

/** Creates an error of the dashboard: `throw dashboardError('too_often')`. */
export const dashboardError = errorsOf({
  no_period: ['bad_request', 'Choose a month, a quarter or a year that has begun.'],
  no_tile: ['bad_request', 'Choose one of your tiles and a place for it.'],
  no_style: ['bad_request', 'Choose beer styles from the list.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
})
