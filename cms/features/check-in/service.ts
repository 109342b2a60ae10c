// The functions of the door that other features may use.
export { countWhoCame } from './queries/visits.ts'
