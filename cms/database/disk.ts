// `globalThis` holds the state, because Next loads a second copy of this module in the same process.
const state = globalThis as { commonRoomDiskFull?: boolean }

/** For staff: why nothing can be saved. */
export const diskFullMessage =
  'The disk of the database is full, so nothing can be saved. Whoever runs the server must make room.'

/** Whether a write found the disk full, and none has succeeded since. */
export const isDiskFull = (): boolean => state.commonRoomDiskFull ?? false

/** Records whether a write found the disk full. */
export function setDiskFull(isFull: boolean): void {
  state.commonRoomDiskFull = isFull
}

// A table of a megabyte, which is never committed. A smaller one may fit into pages that exist.
export const writeProbe = `
  begin;
  create temporary table disk_probe on commit drop as
    select repeat(md5(number::text), 8) as filler from generate_series(1, 4000) as number;
  rollback`
