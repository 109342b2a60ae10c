// The functions of the door that other features may use.
export {
  countVisits as countVisitsOf,
  countWhoCame,
  listVisitTimes as visitTimesOf,
} from './queries/visits.ts'
export { forgetAttendance } from './visits.ts'
