import type { ComponentProps } from 'react'

export const Choice = ({ label, ...rest }: ComponentProps<'select'> & { label: string }) => (
  <div className="lists-field">
    <label htmlFor={`lists-${rest.name}`}>{label}</label>
    <select id={`lists-${rest.name}`} {...rest} />
  </div>
)
