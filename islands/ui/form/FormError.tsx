import type { ReactNode } from 'react'

type Props = { id?: string | undefined; children: ReactNode }

/**
 * The problem of a form or a field, announced as soon as it appears. Keep it mounted while empty, because
 * screen readers announce changes of a live region but not its insertion.
 */
export function FormError({ id, children }: Props) {
  return (
    <p id={id} className="form-error" role="alert">
      {children}
    </p>
  )
}
