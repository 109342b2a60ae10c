import { diskFullMessage, isDiskFull } from '../../database/disk.ts'

/** Warns that nothing can be saved because a disk is full. */
export function DiskBanner() {
  if (!isDiskFull()) return null
  return (
    <aside className="admin-warning" role="alert">
      <strong>Nothing can be saved.</strong> {diskFullMessage}
    </aside>
  )
}
