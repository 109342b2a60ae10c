import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/** A part that scrolls sideways, also by keyboard. @param props.label its name for screen readers */
export const Scrolling = ({ label, children }: Props) => (
  <div className="analytics-scroll" {...focusable(label)}>
    {children}
  </div>
)

/** A scroll container must be focusable to be scrolled by keyboard. */
const focusable = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label })
