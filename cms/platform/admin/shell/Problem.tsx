import type { ReactNode } from 'react'

/** Announces what went wrong; renders nothing while there is nothing to report. */
export const Problem = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className="admin-warning" role="alert">
      {children}
    </p>
  ) : null
