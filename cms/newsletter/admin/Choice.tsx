import type { ComponentProps } from 'react'

/** A select with its label above. */
export const Choice = ({ label, ...rest }: ComponentProps<'select'> & { label: string }) => (
  <div className="lists-field">
    <label htmlFor={`lists-${rest.name}`}>{label}</label>
    <select id={`lists-${rest.name}`} {...rest} />
  </div>
)
