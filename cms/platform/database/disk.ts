import { processState } from '../runtime/state.ts'

const state = processState('disk', () => ({ isFull: false }))

/** Tells staff why nothing can be saved. */
export const diskFullMessage =
  'The disk of the database is full, so nothing can be saved. Whoever runs the server must make room.'

/** Whether a write failed because the disk is full, and no probe has succeeded since. */
export const isDiskFull = (): boolean => state.isFull

/** Records that a write failed because the disk is full, or that a probe succeeded. */
export function setDiskFull(isFull: boolean): void {
  state.isFull = isFull
}

/**
 * Statements that fail while the disk is full. They write a table of about a megabyte, and roll back. A smaller
 * table might fit into space that is already allocated.
 */
export const writeProbeSql = `
  begin;
  create temporary table disk_probe on commit drop as
    select repeat(md5(number::text), 8) as filler from generate_series(1, 4000) as number;
  rollback`
