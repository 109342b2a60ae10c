import type { ComponentProps } from 'react'

/** One of several, with what it is about above it. */
export const Choice = ({ label, ...rest }: ComponentProps<'select'> & { label: string }) => (
  <div className="lists-field">
    <label htmlFor={`lists-${rest.name}`}>{label}</label>
    <select id={`lists-${rest.name}`} {...rest} />
  </div>
)
